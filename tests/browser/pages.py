"""Every page of the site: which stand at each URL name, who sees them, and which names are no page at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import get_resolver

from rules.registry import GAMES

if TYPE_CHECKING:
    from tests.browser.furnished import Furnished

# For "{game}" each game is put in, for "{waiting}", "{playing}" and "{over}" a match of each game at that stage.
# "{mailed}" is a match by mail, "{link}" and "{less}" are what links of a mail about it hold; "{case}" is an open case
# that the moderator has, "{judged}" a closed one, "{passkey}" the passkey of "secured".
PAGES: dict[str, list[tuple[str, str]]] = {  # name: who looks, where
    "home": [("nobody", "/"), ("member", "/")],
    "matchmaking:lobby": [("nobody", "/lobby/"), ("guest", "/lobby/"), ("member", "/lobby/?game=sequence")],
    "matchmaking:profile": [("nobody", "/people/Annamaria/"), ("member", "/people/Annamaria/")],
    "matchmaking:history": [
        ("member", "/people/Annamaria/matches/"), ("nobody", "/people/Annamaria/matches/?result=won"),
    ],
    "matchmaking:leaderboard": [("member", "/leaderboards/sequence/"), ("nobody", "/leaderboards/blitz/")],
    "games:open": [("member", "/tables/new/{game}/")],
    "games:match": [
        ("member", "/m/{waiting}/"), ("nobody", "/m/{waiting}/"), ("member", "/m/{playing}/"),
        ("nobody", "/m/{playing}/"), ("member", "/m/{over}/"),
    ],
    "games:replay": [("member", "/m/{over}/replay/")],
    "games:deal": [("member", "/m/{over}/deal/")],
    "games:invite": [("member", "/m/{waiting}/invite/")],
    "games:invitation": [("nobody", "/i/furnished-invitation/"), ("member", "/i/furnished-invitation/")],
    "accounts:preferences": [("member", "/account/preferences/"), ("nobody", "/account/preferences/")],
    "accounts:holidays": [("member", "/account/holidays/")],
    "games:mail_choice": [("member", "/m/{mailed}/mail/")],
    "games:mailed_move": [
        ("nobody", "/mail/{link}/?m=1"), ("member", "/mail/{link}/?m=1"), ("member", "/mail/{link}/?m=9999"),
    ],
    "games:less_mail": [("nobody", "/mail/less/{less}/"), ("member", "/mail/less/{less}/")],
    "games:mail_log": [("member", "/account/mails/")],
    "games:whole_mail_log": [("administrator", "/staff/mails/")],
    "interface": [("nobody", "/api/v1/docs"), ("member", "/api/v1/docs")],
    "accounts:report": [("guest", "/report/person/Annamaria/"), ("member", "/report/match/{mailed}/")],
    "accounts:reports": [("member", "/account/reports/"), ("guest", "/account/reports/")],
    "accounts:desk": [("moderator", "/staff/")],
    "accounts:cases": [("moderator", "/staff/cases/"), ("moderator", "/staff/cases/?state=closed")],
    "accounts:case": [("moderator", "/staff/cases/{case}/"), ("moderator", "/staff/cases/{judged}/")],
    "accounts:staff_person": [("moderator", "/staff/people/%D0%91%D0%BE%D1%80%D0%B8%D1%81/")],
    "games:intervene": [
        ("moderator", "/staff/matches/{mailed}/abort/"), ("moderator", "/staff/matches/{mailed}/adjudicate/"),
    ],
    "accounts:bots": [("member", "/account/bots/")],
    "accounts:tokens": [("member", "/account/tokens/")],
    "accounts:friends": [("member", "/friends/"), ("guest", "/friends/")],
    "accounts:standing": [
        ("member", "/accounts/standing/"), ("barred", "/accounts/standing/"), ("muted", "/accounts/standing/"),
    ],
    "games:mine": [("member", "/my/matches/"), ("muted", "/my/matches/"), ("guest", "/my/matches/")],
    "games:all_rules": [("nobody", "/rules/")],
    "games:rules": [("nobody", "/rules/{game}/")],
    "accounts:login": [("nobody", "/accounts/login/")],
    "accounts:signup": [("nobody", "/accounts/signup/"), ("guest", "/accounts/signup/")],
    "accounts:email": [("member", "/accounts/email/")],
    "accounts:change_password": [("member", "/accounts/password/change/")],
    "accounts:sessions": [("member", "/accounts/sessions/")],
    "accounts:factors": [("member", "/accounts/2fa/")],
    "mfa_list_webauthn": [("secured", "/accounts/2fa/webauthn/")],
    "mfa_generate_recovery_codes": [("secured", "/accounts/2fa/recovery-codes/generate/")],
    "accounts:activate_app": [("confirmed", "/accounts/2fa/totp/activate/")],
    "accounts:add_passkey": [("confirmed", "/accounts/2fa/webauthn/add/")],
    "accounts:second_step": [("halfway", "/accounts/2fa/authenticate/")],
    "mfa_reauthenticate": [("secured", "/accounts/2fa/reauthenticate/")],
    "mfa_reauthenticate_webauthn": [("secured", "/accounts/2fa/webauthn/reauthenticate/")],
    "mfa_edit_webauthn": [("secured", "/accounts/2fa/webauthn/keys/{passkey}/edit/")],
    "mfa_remove_webauthn": [("secured", "/accounts/2fa/webauthn/keys/{passkey}/remove/")],
    "mfa_view_recovery_codes": [("secured", "/accounts/2fa/recovery-codes/")],
    "mfa_deactivate_totp": [("secured", "/accounts/2fa/totp/deactivate/")],
    "accounts:account": [("member", "/account/"), ("guest", "/account/")],
    "accounts:mail": [("nobody", "/mail/")],
    "accounts:export": [("guest", "/accounts/export/")],
    "accounts:delete": [("guest", "/accounts/delete/")],
    "accounts:privacy": [("nobody", "/privacy/")],
    "accounts:terms": [("nobody", "/terms/")],
    "accounts:contact": [("nobody", "/contact/")],
    "account_logout": [("member", "/accounts/logout/")],
    "account_inactive": [("nobody", "/accounts/inactive/")],
    "account_reauthenticate": [("returned", "/accounts/reauthenticate/")],
    "account_email_verification_sent": [("signing", "/accounts/confirm-email/")],
    "account_reset_password": [("nobody", "/accounts/password/reset/")],
    "account_confirm_password_reset_code": [("forgetful", "/accounts/password/reset/confirm/")],
    "account_complete_password_reset": [("entered", "/accounts/password/reset/complete/")],
    "account_password_reset_completed": [("nobody", "/accounts/password/reset/done/")],
}  # fmt: skip
NO_PAGE = {
    "matchmaking:leaderboards": "leads to the first game's board",
    "matchmaking:match_ratings": "JSON",
    "matchmaking:quick": "takes a form and leads back",
    "matchmaking:cancel": "takes a form and leads back",
    "games:play_now": "takes a form and leads to a match",
    "games:rematch": "takes a form and leads to a match",
    "games:decline_invitation": "takes a form and leads back",
    "games:never_mail": "takes a form and leads home; by any other way to games:invitation",
    "accounts:tie": "takes a form and leads back",
    "accounts:end_holiday": "takes a form and leads back",
    "accounts:revoke_token": "takes a form and leads back",
    "accounts:appeal": "takes a form and leads back",
    "accounts:acknowledge": "takes a form and leads back",
    "accounts:claim_case": "takes a form and leads back",
    "accounts:release_case": "takes a form and leads back",
    "accounts:close_case": "takes a form and leads back",
    "accounts:decide_appeal": "takes a form and leads back",
    "accounts:lay_sanction": "takes a form and leads back",
    "accounts:lift_sanction": "takes a form and leads back",
    "accounts:keep": "takes a form, answers nothing",
    "accounts:face": "a picture",
    "games:decline_rematch": "takes a form and leads back to the match",
    "games:steps": "JSON",
    "games:record": "JSON",
    "games:deal_steps": "JSON",
    "accounts:set_password": "leads on: everybody who may come here has a password",
    "accounts:guest": "takes a form and leads on",
    "account_login": "the same address as accounts:login",
    "account_signup": "the same address as accounts:signup",
    "account_email": "the same address as accounts:email",
    "account_change_password": "the same address as accounts:change_password",
    "account_set_password": "the same address as accounts:set_password",
    "mfa_index": "the same address as accounts:factors",
    "mfa_authenticate": "the same address as accounts:second_step",
    "mfa_activate_totp": "the same address as accounts:activate_app",
    "mfa_add_webauthn": "the same address as accounts:add_passkey",
    "usersessions_list": "the same address as accounts:sessions",
    "mfa_login_webauthn": "JSON, and takes a form and leads on",
    "accounts:passkey": "the same",
    "mfa_download_recovery_codes": "a file",
    "account_request_reauthentication_code": "leads on: the password is asked for, never a code",
    "account_confirm_reauthentication_code": "the same",
    "account_confirm_login_code": "leads on: nobody logs in by a code",
    "answer_mail": "takes a form and leads back",
    "accounts:mail_again": "takes a form and leads back",
    "accounts:mail_html": "a mail within accounts:mail, which shows it in a frame",
    "set_language": "takes a form and leads back",
    "openapi": "JSON",
    "security_txt": "plain text for who finds a hole",
    "jsi18n": "a script",
}
FAILURES = ("403", "403_csrf", "404", "429", "500", "503")  # have no address of their own
FAILED = "/failure/"


@dataclass(frozen=True)
class Look:
    """One page as one person sees it."""

    who: str
    path: str
    game: str = ""
    stage: str = ""

    def __str__(self) -> str:
        return f"{self.path} ({' '.join(filter(None, [self.game, self.stage, self.who]))})"


def looks(site: Furnished) -> list[Look]:
    """Return every page of the site, the matches that go on first: nobody is there, and bots will take the seats."""
    named = [look for shown in PAGES.values() for who, path in shown for look in _filled(who, path, site)]
    named.sort(key=lambda look: look.stage != "playing")
    return [*named, *(Look("nobody", f"{FAILED}{name}/") for name in FAILURES)]


def _filled(who: str, path: str, site: Furnished) -> Iterator[Look]:
    stage = next((stage for stage in site.matches if f"{{{stage}}}" in path), "")
    if not stage and "{game}" not in path:
        yield Look(who, path.format_map(site.mailed))
        return
    for game in GAMES:
        place = {stage: site.matches[stage][game]} if stage else {"game": game}
        yield Look(who, path.format_map(place), game, stage)


def url_names() -> set[str]:
    """Return the name of each address of the site, with its namespace; REST and the admin have tests of their own."""
    own = ("api:", "admin:")
    return {name for name in _names(get_resolver().url_patterns, "") if not name.startswith(own)}


def _names(patterns: Any, space: str) -> Iterator[str]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _names(pattern.url_patterns, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        else:
            yield f"{space}{pattern.name}"
