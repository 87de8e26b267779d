"""What may stand in the environment, told to people: the table in docs/deploy.md is written from this.

config/settings.py reads nearly all of it; the test of checks/environment.py fails on a name that is read and not told,
or told and read nowhere. A default is taken from where it is read, unless it is worked out there: then it is told here.
"""

from __future__ import annotations

from typing import NamedTuple


class Variable(NamedTuple):
    """One name, what it is for, and its default where the code holds no plain one."""

    name: str
    what: str
    default: str = ""


VARIABLES = [
    Variable("DATABASE_URL", "`postgres://user:word@host:port/name`", "a SQLite file in `VAR_DIR`"),
    Variable("REDIS_URL", "`redis://host:port/number`", "none: memory, one process"),
    Variable("SECRET_KEY", "signs sessions; the same on every machine", "made once, kept in `VAR_DIR`"),
    Variable("SECRET_KEY_FALLBACKS", "keys of before, parted by commas, while what they signed still counts"),
    Variable("ALLOWED_HOSTS", "names the site answers to"),
    Variable("CSRF_TRUSTED_ORIGINS", "further origins that may post, with scheme"),
    Variable("HTTPS", "secure cookies, HSTS, redirect from http"),
    Variable("HSTS_SUBDOMAINS", "with `HTTPS`: browsers ask names below the site's by TLS alone, too"),
    Variable("TRUSTED_PROXIES", "proxies in front, for the visitor's address"),
    Variable("FORWARDED_ALLOW_IPS", "proxies whose headers the server believes; read by uvicorn", "`127.0.0.1`"),
    Variable(
        "SITE_URL",
        "what links in mails begin with; `make serve` refuses this machine where `ALLOWED_HOSTS` lets others in",
        "with `HTTPS` the first of `ALLOWED_HOSTS`, else this machine",
    ),
    Variable("EMAIL_URL", "`smtp+tls://user:word@host:587`", "files in `VAR_DIR/mail`"),
    Variable(
        "MAIL_PROVIDER",
        "a provider that takes mail by HTTP, in place of `EMAIL_URL`: `postmark`; its key goes into `ANYMAIL`",
    ),
    Variable("MAIL_FROM", "sender of mails"),
    Variable("MAIL_GRACE", "seconds after which a turn by mail is mailed; who plays on at once needs no mail"),
    Variable("MAIL_DOMAIN", "answers to mails of matches arrive at `r-…@MAIL_DOMAIN`", "the domain of `MAIL_FROM`"),
    Variable("MAIL_IN_PORT", "where the built-in mail server listens", "none; with `make run` 8025"),
    Variable("MAIL_IN_HOST", "at which address of this machine"),
    Variable("MAIL_IN_LMTP", "`on`: it speaks LMTP, for a mail server beside us", "`off`"),
    Variable("MAIL_TRUSTED_EDGE", "the name under which your own mail server writes `Authentication-Results`"),
    Variable("ANYMAIL", "JSON for django-anymail; with a `WEBHOOK_SECRET` in it, `/anymail/` takes webhooks"),
    Variable("MAIL_PAGE", "the page of all mails sent; never where strangers are", "`on` in the embedded shape"),
    Variable("ADMINS", "who gets a mail when a bot has failed: `ops@example.org,Ann <ann@example.org>`"),
    Variable(
        "SECURITY_CONTACT",
        "who is told of holes in the site, at `/.well-known/security.txt` ([SECURITY.md](../SECURITY.md))",
    ),
    Variable("OPERATOR_NAME", "who runs the site, for the pages privacy, terms and contact"),
    Variable("OPERATOR_ADDRESS", r"their address; lines are parted by `\|`"),
    Variable("OPERATOR_CONTACT", "an e-mail address, or that of a page"),
    Variable("TEMPLATES_DIR", "a folder of your own templates, which go before ours"),
    Variable("DB_POOL", "connection pool of the server processes; off for worker and clock. `make serve` sets it"),
    Variable("DB_POOL_SIZE", "connections in it, at most"),
    Variable("CHANNEL_PREFIX", "keeps sites apart that share a Redis"),
    Variable("SOCKET_RATE", "messages a second that one socket may send"),
    Variable("SOCKET_BURST", "and at once"),
    Variable("SOCKETS_EACH", "sockets of one person at one server process"),
    Variable(
        "DRAIN_NOTICE",
        "seconds for which a server that stops says 503 at `/readyz` before it closes anything: as long as your proxy"
        " takes to notice, three at most",
        "`0`",
    ),
    Variable(
        "ABSENCE_GRACE",
        "seconds that all wait for who is to act and away, before they may claim the match or seat a bot; 0: for ever",
    ),
    Variable("API_RATE", "REST requests of one person in a minute; moves may be twice as many"),
    Variable("GUEST_RATE", "new guests from one address"),
    Variable("VAR_DIR", "all that the site writes to disk", "`var/`"),
    Variable(
        "BACKUP_DIR",
        "a folder for backups: `manage.py backup` writes there, `doctor` looks ([operations.md](operations.md))",
    ),
    Variable("LOG_LEVEL", "what is not worth a line in the log: `DEBUG`, `INFO`, `WARNING`"),
    Variable(
        "LOG_FORMAT", "one JSON object a line, or text ([operations.md](operations.md))", "`json`, embedded `text`"
    ),
    Variable(
        "METRICS_PORT",
        "where a process shows its measures; `make serve` gives its processes ports from here on"
        " ([operations.md](operations.md))",
        "none",
    ),
    Variable("METRICS_HOST", "the address of that port: never one that strangers reach"),
    Variable("DEBUG", "Django's error pages; never where strangers are"),
]
# For our own programs among themselves.
OWN = {"LIFELINE_FD", "PART", "PROMETHEUS_MULTIPROC_DIR"}
