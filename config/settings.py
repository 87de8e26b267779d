"""All settings in one file: every value may come from the environment, every default runs on a laptop.

Without DATABASE_URL and REDIS_URL this is the embedded mode: SQLite, an in-memory broker, one process
(`python -m config.embedded`). With both it is the production shape (docs/architecture.md, section 6).
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from email.utils import getaddresses, parseaddr
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, SELF
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from config.database import database
from config.loggers import loggers

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL


def _secret_key() -> str:
    """Return SECRET_KEY, or a key made once and kept in var/, readable by its owner alone."""
    if key := env.str("SECRET_KEY", default=""):
        return key
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    path, draft = VAR_DIR / "secret-key", VAR_DIR / f"secret-key.{os.getpid()}"
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with suppress(FileExistsError):  # another process was quicker, and its key is whole
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


# --- site ---
SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # those before it, while they still count
SECRET_KEY_GIVEN = bool(env.str("SECRET_KEY", default=""))  # and not made here (config.checks)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
HTTPS = env.bool("HTTPS", default=False)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "unfold",  # a skin of the admin, before it
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "auditlog",
    "anymail",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "csp",
    "config",
    "accounts",
    "rules",
    "games",
    "matchmaking",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.health.Probes",
    "games.mail.incoming.webhook.BodyLimits",
    "config.statics.CompressedStatics",
    "csp.middleware.CSPMiddleware",
    "accounts.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "accounts.middleware.RenewalMiddleware",
    "accounts.middleware.StandingMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.moderation.auditing.ActorMiddleware",
    "accounts.moderation.second_factor.SecondFactorMiddleware",
]

# A folder of the operator's own templates, which go before ours: legal/terms.html … (docs/deploy.md)
_OWN_TEMPLATES = [Path(folder) for folder in [env.str("TEMPLATES_DIR", default="")] if folder]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # rules/<game>/ui/board.html is found as "<game>/ui/board.html"
        "DIRS": [*_OWN_TEMPLATES, BASE_DIR / "templates", BASE_DIR / "rules"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
                "accounts.context.site",
            ]
        },
    }
]


# --- database ---
DATABASES = {"default": database(env, VAR_DIR)}

# --- what Redis or memory carries: hints, tasks, counters; never the truth ---
# The embedded mode is one process, where games.live hands changes over by itself: no layer at all.
CHANNEL_LAYERS: dict[str, Any] = {}
CACHES: dict[str, Any] = {"default": {"BACKEND": "config.cache.CountingMemory", "OPTIONS": {"MAX_ENTRIES": 100_000}}}
if not EMBEDDED:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
            "prefix": env.str("CHANNEL_PREFIX", default="quintet"),
        },
    }
    CACHES["default"] = {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": env.str("CHANNEL_PREFIX", default="quintet"),
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
# Queues of their own: nobody waits for a match until a bot has thought or a mail server that hangs has been given up.
CELERY_TASK_ROUTES = {"games.tasks.move_bot": {"queue": "bots"}, "accounts.tasks.send_mail": {"queue": "mail"}}
CELERY_TASK_ACKS_LATE = True
# Of the dispatcher, which comes back to what the broker has not taken: one answer more is waited for, not three.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A task that hangs must not hold its worker for ever; less than the time after which the broker hands it out once more.
CELERY_TASK_TIME_LIMIT = 100  # s; of workers that fork, those of threads know no limit
# The dispatcher must never hang on a silent broker; in memory, workers must not wait a second for each task.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.02}
    if EMBEDDED
    else {"visibility_timeout": 120, "socket_timeout": 1, "socket_connect_timeout": 1, "health_check_interval": 5}
)

# --- people ---
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from beside the server, without TLS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=True)
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # browsers' own lists: for the domain's owner to ask, and hard to take back
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page's forms
if HTTPS:  # names that a browser takes from this very host alone, and over TLS alone
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600  # a guest has nothing but this cookie

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmEmailForm",
    "add_email": "accounts.forms.AddressForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "confirm_password_reset_code": "accounts.forms.ConfirmResetForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_RATE_LIMITS = {
    "guest": env.str("GUEST_RATE", default="10/m/ip,100/h/ip"),  # new guests from one address
    "login_failed": "20/m/ip,10/15m/key",  # the key is account and address together (accounts.adapter)
}
# A second factor: for everybody who wants one, and for staff a must (accounts.moderation.second_factor).
MFA_ADAPTER = "accounts.second_factors.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Quintet"
MFA_TOTP_TOLERANCE = 1  # a step of 30 s either way: clocks of phones are not ours
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # a laptop: browsers themselves allow it on localhost alone
MFA_FORMS = {
    "authenticate": "accounts.second_factors.AuthenticateForm",
    "reauthenticate": "accounts.second_factors.CodeAgainForm",
    "activate_totp": "accounts.second_factors.ActivateForm",
    "add_webauthn": "accounts.second_factors.AddPasskeyForm",
    "edit_webauthn": "accounts.second_factors.RenamePasskeyForm",
}
# X-Forwarded-For counts only as far as our own proxies wrote it: how many stand in front?
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)


def _own_address() -> str:
    """Return how our addresses begin, as far as it can be known here: the first name that we answer to."""
    names = [name for name in ALLOWED_HOSTS if name and name[0] not in "*."]
    return f"https://{names[0]}" if HTTPS and names else "http://127.0.0.1:8000"


# --- what staff look at (accounts.admin) ---
UNFOLD = {
    "SITE_TITLE": "Quintet",
    "SITE_HEADER": "Quintet",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda _request: static("img/favicon.svg")}],
    "STYLES": [lambda _request: static("css/admin.css")],
    "SCRIPTS": [lambda _request: static("js/admin.js")],
    "SIDEBAR": {"navigation": "accounts.admin.navigation.groups"},
}
# Who runs this site, for the pages privacy, terms and contact. Lines of an address are parted by "|".
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", default="")
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", default="")  # an e-mail address, or that of a page

# --- mail: all of it goes through the outbox table, then to DELIVERY_EMAIL_BACKEND ---
_DELIVERY = env.email_url("EMAIL_URL", default=f"filemail:///{VAR_DIR / 'mail'}")
vars().update(_DELIVERY)  # EMAIL_HOST, EMAIL_PORT, EMAIL_FILE_PATH …
# A provider that takes mail by HTTP, by django-anymail's name for it: "postmark". In place of EMAIL_URL.
MAIL_PROVIDER = env.str("MAIL_PROVIDER", default="")
DELIVERY_EMAIL_BACKEND = (
    f"anymail.backends.{MAIL_PROVIDER}.EmailBackend" if MAIL_PROVIDER else _DELIVERY["EMAIL_BACKEND"]
)
EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="Quintet <quintet@localhost>")
SITE_URL = env.str("SITE_URL", default=_own_address()).rstrip("/")  # what links in mails begin with
MAIL_GRACE = env.int("MAIL_GRACE", default=60)  # s after which a turn is mailed: who plays on at once needs no mail
# Where answers arrive: r-TOKEN@MAIL_DOMAIN (docs/deploy.md, "Mail that comes in").
MAIL_DOMAIN = env.str("MAIL_DOMAIN", default=parseaddr(DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost")
# The mail server of ours whose word on a sender is taken: the authserv-id of its Authentication-Results.
MAIL_TRUSTED_EDGE = env.str("MAIL_TRUSTED_EDGE", default="")
# Providers that tell by webhook what came and what came back, as django-anymail has it: {"WEBHOOK_SECRET": "user:word"}
ANYMAIL = env.json("ANYMAIL", default={})
# Whether somebody has said where answers arrive (games.mail.checks).
MAIL_COMES_IN = any(
    [env.str("MAIL_IN_PORT", default=""), env.str("MAIL_DOMAIN", default=""), ANYMAIL.get("WEBHOOK_SECRET")]
)
# The page "mail sent here" shows everybody's codes: never where strangers can come.
MAIL_PAGE = env.bool("MAIL_PAGE", default=EMBEDDED and set(ALLOWED_HOSTS) <= {"localhost", "127.0.0.1", "[::1]"})

# --- languages, time, files ---
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian")), ("he", _("Hebrew"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # a stranger's choice outlives the browser's window
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise complains of a missing one, though its finders need none
# rules/<game>/ui/board.js is served as static/<game>/board.js
STATICFILES_DIRS = [
    BASE_DIR / "static",
    *((ui.parent.name, ui) for ui in sorted((BASE_DIR / "rules").glob("*/ui"))),
]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# --- what the browser may do: our own files only ---
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF, "ws:", "wss:"] if DEBUG else [SELF],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": [SELF],
        "object-src": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# For webhooks, which bring whole mails; pages have less (games.mail.incoming.webhook), REST and sockets their own.
DATA_UPLOAD_MAX_MEMORY_SIZE = (1024 if ANYMAIL.get("WEBHOOK_SECRET") else 64) * 1024
# Messages a socket may send: so many a second, and so many at once.
SOCKET_RATE = env.float("SOCKET_RATE", default=5.0)
SOCKET_BURST = env.int("SOCKET_BURST", default=40)
ABSENCE_GRACE = env.float("ABSENCE_GRACE", default=30.0)  # s of waiting for who is to act and away; 0: for ever
SOCKETS_EACH = env.int("SOCKETS_EACH", default=20)  # of one person at one process; without a login: of one address

API_RATE = env.int("API_RATE", default=300)
# How often over REST: at most so many within so many seconds. Of one person, but `visitors` and `bad_tokens`, which
# count by address. Somebody's programs and pages count together.
LIMITS = {
    "visitors": (API_RATE, 60),
    "requests": (API_RATE, 60),
    "moves": (2 * API_RATE, 60),
    "chat": (max(30, API_RATE // 10), 60),
    "tables": (max(30, API_RATE // 10), 60),
    "tickets": (max(60, API_RATE // 5), 60),
    "bad_tokens": (max(30, API_RATE // 10), 60),
    "reports": (10, 24 * 3600),  # of people, lines and matches, by whatever door
}

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "accounts.api.access.HasScope"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.access.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.formats.StrictJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.limits.Limits"],
    "EXCEPTION_HANDLER": "games.api.formats.answer_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

# The document of the REST interface (accounts.api.documented); our own page shows it (config.interface).
SPECTACULAR_SETTINGS = {
    "TITLE": "Quintet",
    "DESCRIPTION": "Five table games for programs. Everything a page does goes over these addresses.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["accounts.api.documented.add_shapes"],
    "APPEND_COMPONENTS": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "AUTHENTICATION_WHITELIST": [],
}

BACKUP_DIR = env.str("BACKUP_DIR", default="")  # where `manage.py backup` writes, and `doctor` looks

# Who gets a mail when a bot has failed: "ops@example.org,Ann <ann@example.org>".
ADMINS = getaddresses([env.str("ADMINS", default="")]) if env.str("ADMINS", default="") else []
SERVER_EMAIL = DEFAULT_FROM_EMAIL
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")  # who is told of holes: /.well-known/security.txt

# The page of measures (config.metrics): a port of each process, for this machine alone; 0: none.
METRICS_PORT = env.int("METRICS_PORT", default=0)
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")
LOG_FORMAT = env.str("LOG_FORMAT", default="text" if EMBEDDED else "json")
LOGGING = loggers(LOG_FORMAT, env.str("LOG_LEVEL", default="INFO"))
