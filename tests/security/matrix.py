"""Who may what: every address of a page, each with the roles that GET it and that POST to it. One row a URL name.

A new page needs a row here, or tests/security/test_matrix.py fails. What stands in braces is in roles.World.places and
belongs to the role "player"; the matches are closed to watchers.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.security.roles import LOGGED_IN, ROLES

Roles = frozenset[str]
EVERYBODY: Roles = frozenset(ROLES)
PEOPLE: Roles = frozenset(LOGGED_IN)
PLAYER: Roles = frozenset({"player"})
TABLE: Roles = frozenset({"player", "opponent"})
STAFF: Roles = frozenset({"moderator", "admin"})
LOOKING: Roles = TABLE | STAFF  # who look after the site may look into any match, which is noted
ADMIN: Roles = frozenset({"admin"})
NOBODY: Roles = frozenset()
READERS: Roles = EVERYBODY - PEOPLE | PLAYER  # of the player's mail: nobody else who is logged in


@dataclass(frozen=True)
class Row:
    """One address. `get` and `post`: who is served; None: nobody, there is no such method.

    `acts`: by whose requests the player's things may change; by those of all others they must not.
    """

    path: str
    get: Roles | None = EVERYBODY
    post: Roles | None = None
    acts: Roles = PLAYER
    body: tuple[tuple[str, str], ...] = ()


QUICK = (("game", "sequence"), ("seats", "2"), ("rated", "0"), ("bots_after", "30"))
OWN_FORM = {"get": PEOPLE, "post": PEOPLE}
MATRIX: dict[str, Row] = {
    # --- for everybody ---
    "home": Row("/"),
    "jsi18n": Row("/jsi18n/"),
    "accounts:privacy": Row("/privacy/"),
    "accounts:terms": Row("/terms/"),
    "accounts:contact": Row("/contact/"),
    "security_txt": Row("/.well-known/security.txt"),
    "openapi": Row("/api/v1/openapi.json"),
    "interface": Row("/api/v1/docs"),
    "set_language": Row("/i18n/setlang/", EVERYBODY, EVERYBODY, body=(("language", "en"),)),
    "games:all_rules": Row("/rules/"),
    "games:rules": Row("/rules/{game}/"),
    "matchmaking:lobby": Row("/lobby/"),
    "matchmaking:leaderboards": Row("/leaderboards/"),
    "matchmaking:leaderboard": Row("/leaderboards/{game}/"),
    "matchmaking:profile": Row("/people/{name}/"),
    "matchmaking:history": Row("/people/{name}/matches/"),
    "accounts:face": Row("/faces/{name}.svg"),
    "games:open": Row("/tables/new/{game}/", EVERYBODY, EVERYBODY),  # who has no login becomes a guest
    "games:play_now": Row("/play/{game}/", None, EVERYBODY),
    "matchmaking:quick": Row("/lobby/quick/", None, EVERYBODY, body=QUICK),
    # --- into an account and out; what needs a beginning elsewhere leads there ---
    "accounts:login": Row("/accounts/login/", EVERYBODY, EVERYBODY),
    "account_login": Row("/accounts/login/", EVERYBODY, EVERYBODY),
    "accounts:signup": Row("/accounts/signup/", EVERYBODY, EVERYBODY),
    "account_signup": Row("/accounts/signup/", EVERYBODY, EVERYBODY),
    "accounts:guest": Row("/accounts/guest/", None, EVERYBODY),
    "account_logout": Row("/accounts/logout/", EVERYBODY, EVERYBODY),
    "account_inactive": Row("/accounts/inactive/"),
    "account_email_verification_sent": Row("/accounts/confirm-email/", **OWN_FORM),
    "account_reset_password": Row("/accounts/password/reset/", EVERYBODY, EVERYBODY),
    "account_confirm_password_reset_code": Row("/accounts/password/reset/confirm/", NOBODY, NOBODY),
    "account_complete_password_reset": Row("/accounts/password/reset/complete/", EVERYBODY, EVERYBODY),
    "account_password_reset_completed": Row("/accounts/password/reset/done/"),
    "account_confirm_login_code": Row("/accounts/login/code/confirm/", **OWN_FORM),
    "account_reauthenticate": Row("/accounts/reauthenticate/", **OWN_FORM),
    "account_request_reauthentication_code": Row("/accounts/reauthenticate/code/", NOBODY, NOBODY),
    "account_confirm_reauthentication_code": Row("/accounts/reauthenticate/code/confirm/", NOBODY, NOBODY),
    "mfa_index": Row("/accounts/2fa/", PEOPLE),
    "mfa_authenticate": Row("/accounts/2fa/authenticate/", **OWN_FORM),
    "mfa_reauthenticate": Row("/accounts/2fa/reauthenticate/", STAFF, STAFF),
    "mfa_activate_totp": Row("/accounts/2fa/totp/activate/", **OWN_FORM),
    "mfa_deactivate_totp": Row("/accounts/2fa/totp/deactivate/", STAFF, STAFF),  # of these roles they alone have one
    "mfa_view_recovery_codes": Row("/accounts/2fa/recovery-codes/", NOBODY),
    "mfa_generate_recovery_codes": Row("/accounts/2fa/recovery-codes/generate/", **OWN_FORM),
    "mfa_download_recovery_codes": Row("/accounts/2fa/recovery-codes/download/", NOBODY),
    "accounts:factors": Row("/accounts/2fa/", PEOPLE),
    "accounts:second_step": Row("/accounts/2fa/authenticate/", **OWN_FORM),
    "accounts:passkey": Row("/accounts/2fa/webauthn/login/", PEOPLE, PEOPLE),  # without a passkey nobody gets in by it
    "mfa_login_webauthn": Row("/accounts/2fa/webauthn/login/", PEOPLE, PEOPLE),
    "accounts:activate_app": Row("/accounts/2fa/totp/activate/", **OWN_FORM),
    "accounts:add_passkey": Row("/accounts/2fa/webauthn/add/", **OWN_FORM),
    "mfa_add_webauthn": Row("/accounts/2fa/webauthn/add/", **OWN_FORM),
    "mfa_list_webauthn": Row("/accounts/2fa/webauthn/", PEOPLE),
    "mfa_edit_webauthn": Row("/accounts/2fa/webauthn/keys/1/edit/", NOBODY, NOBODY),
    "mfa_remove_webauthn": Row("/accounts/2fa/webauthn/keys/1/remove/", NOBODY, NOBODY),
    "mfa_reauthenticate_webauthn": Row("/accounts/2fa/reauthenticate/webauthn/", NOBODY, NOBODY),  # nobody here has one
    "accounts:sessions": Row("/accounts/sessions/", **OWN_FORM),
    "usersessions_list": Row("/accounts/sessions/", **OWN_FORM),
    # --- one's own account: each sees their own ---
    "accounts:account": Row("/account/", PEOPLE),
    "accounts:mail_again": Row("/account/mail-again/", None, PEOPLE),
    "accounts:email": Row("/accounts/email/", **OWN_FORM),
    "account_email": Row("/accounts/email/", **OWN_FORM),
    "accounts:change_password": Row("/accounts/password/change/", **OWN_FORM),
    "account_change_password": Row("/accounts/password/change/", **OWN_FORM),
    "accounts:set_password": Row("/accounts/password/set/", **OWN_FORM),
    "account_set_password": Row("/accounts/password/set/", **OWN_FORM),
    "accounts:preferences": Row("/account/preferences/", EVERYBODY, EVERYBODY),  # a stranger's stay in the browser
    "accounts:keep": Row("/account/preferences/keep/", None, PEOPLE),
    "accounts:holidays": Row("/account/holidays/", **OWN_FORM),
    "accounts:end_holiday": Row("/account/holidays/{holiday}/end/", None, PEOPLE),
    "accounts:tokens": Row("/account/tokens/", **OWN_FORM),
    "accounts:revoke_token": Row("/account/tokens/{token}/revoke/", None, PEOPLE),
    "accounts:bots": Row("/account/bots/", **OWN_FORM),
    "accounts:friends": Row("/friends/", **OWN_FORM),
    "accounts:tie": Row("/people/{name}/tie/", None, PEOPLE, body=(("do", "ask"),)),
    "games:mine": Row("/my/matches/", PEOPLE),
    "games:mail_log": Row("/account/mails/", PEOPLE),
    "accounts:reports": Row("/account/reports/", PEOPLE),
    "accounts:report": Row("/report/person/{name}/", **OWN_FORM),
    "accounts:standing": Row("/accounts/standing/", PEOPLE),
    "accounts:appeal": Row("/accounts/standing/{sanction}/appeal/", None, PLAYER),
    "accounts:acknowledge": Row("/accounts/standing/{sanction}/seen/", None, PEOPLE),
    "accounts:export": Row("/accounts/export/", **OWN_FORM),
    "accounts:delete": Row("/accounts/delete/", **OWN_FORM),
    "games:decline_invitation": Row("/invitations/{invitation}/decline/", None, PEOPLE),
    "matchmaking:cancel": Row("/lobby/tickets/{ticket}/cancel/", None, EVERYBODY),
    # --- a match that is closed to watchers: for its table, and for others as if there were none ---
    "games:match": Row("/m/{match}/", LOOKING),
    "games:replay": Row("/m/{over}/replay/", LOOKING),
    "games:steps": Row("/m/{over}/steps.json", LOOKING),
    "games:record": Row("/m/{over}/record.json", LOOKING),
    "games:deal": Row("/m/{over}/deal/", LOOKING),
    "games:deal_steps": Row("/m/{over}/deal.json", LOOKING),
    "games:rematch": Row("/m/{over}/rematch/", None, LOOKING, TABLE),
    "games:decline_rematch": Row("/m/{over}/rematch/decline/", None, LOOKING, TABLE),
    "games:mail_choice": Row("/m/{mailed}/mail/", TABLE, TABLE, body=(("turns", "none"),)),
    "games:invite": Row("/m/{match}/invite/", LOOKING, LOOKING, body=(("who", "stranger"),)),
    "matchmaking:match_ratings": Row("/m/{match}/ratings.json", LOOKING),
    # --- links of mails: whoever has them is their reader ---
    "games:invitation": Row("/i/{invited}/", EVERYBODY, EVERYBODY, EVERYBODY),
    "games:never_mail": Row("/i/{invited}/never/", EVERYBODY, EVERYBODY, EVERYBODY),
    "games:less_mail": Row("/mail/less/{less}/", EVERYBODY, EVERYBODY, EVERYBODY),
    "games:mailed_move": Row("/mail/{link}/", READERS, READERS, READERS, body=(("m", "1"),)),
    # --- for who looks after the site ---
    "games:whole_mail_log": Row("/staff/mails/", ADMIN),
    "games:intervene": Row("/staff/matches/{match}/abort/", STAFF, STAFF, STAFF),
    "accounts:desk": Row("/staff/", STAFF),
    "accounts:cases": Row("/staff/cases/", STAFF),
    "accounts:case": Row("/staff/cases/{case}/", STAFF),
    "accounts:claim_case": Row("/staff/cases/{case}/claim/", None, STAFF, STAFF),
    "accounts:release_case": Row("/staff/cases/{case}/release/", None, STAFF, STAFF),
    "accounts:close_case": Row("/staff/cases/{case}/close/", None, STAFF, STAFF),
    "accounts:decide_appeal": Row("/staff/appeals/{appeal}/", None, STAFF, STAFF),
    "accounts:lift_sanction": Row("/staff/sanctions/{sanction}/lift/", None, STAFF, STAFF),
    "accounts:lay_sanction": Row("/staff/people/{name}/sanction/", None, STAFF, STAFF),
    "accounts:staff_person": Row("/staff/people/{name}/", STAFF),
    # --- there where only this machine can come ---
    "accounts:mail": Row("/mail/", NOBODY),
    "accounts:mail_html": Row("/mail/{mail}/html/", NOBODY),
    "answer_mail": Row("/mail/{mail}/answer/", None, NOBODY),
}
# What of it is there for who is suspended or banned: accounts.middleware leads them to their standing from all else.
OPEN_TO_BARRED = {
    "jsi18n", "set_language", "accounts:face", "account_logout", "account_reauthenticate",
    "accounts:standing", "accounts:acknowledge", "accounts:export", "accounts:delete",
    "accounts:privacy", "accounts:terms", "accounts:contact",
}  # fmt: skip
WITHOUT_CSRF = {"games:never_mail", "games:less_mail"}  # sent by mail programs, RFC 8058: the link is the proof
