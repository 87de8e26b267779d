"""All addresses of the site."""

from typing import Any

from django.conf import settings
from django.urls import include, path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.i18n import JavaScriptCatalog

from accounts.admin.site import site as staff_site
from config import contact, interface
from games.api.matches import Nowhere
from games.mail.answer_page import answer_mail
from matchmaking.pages import home

# Kept as long as any script; pages ask for it with their language, so that another one shows at once.
texts = cache_control(private=True, max_age=60)(gzip_page(JavaScriptCatalog.as_view()))

rest: list[Any] = [
    path("v1/", include("accounts.api.urls")),
    path("v1/", include("games.api.urls")),
    path("v1/", include("matchmaking.api.urls")),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
urlpatterns = [
    path("", home, name="home"),
    path("staff/admin/", staff_site.urls),
    path("", include("accounts.urls")),  # before those of matchmaking: a person's name may hold anything, slashes too
    path("mail/<int:pk>/answer/", answer_mail, name="answer_mail"),
    path("", include("matchmaking.urls")),
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path(".well-known/security.txt", contact.security_txt, name="security_txt"),
    path("jsi18n/", texts, name="jsi18n"),
    path("api/v1/openapi.json", interface.openapi, name="openapi"),
    path("api/v1/docs", interface.docs, name="interface"),
    path("api/", include((rest, "api"))),
]

if settings.ANYMAIL.get("WEBHOOK_SECRET"):  # without one anybody could post mails to us
    urlpatterns.append(path("anymail/", include("anymail.urls")))

handler429 = "accounts.pages.account.too_many_requests"  # asked for by django-allauth
handler500 = "config.failures.answer_failure"
