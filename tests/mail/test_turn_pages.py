"""What links in mails lead to: nothing happens by looking, a button does it; less mail, the log, the banner."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.mailing import bounces
from accounts.models import OutgoingMail, Preferences, TurnMail, User
from games.log.storing import load
from games.mail import choices, tokens
from games.mail.outgoing import links, moves, outbox
from games.models import Match, MatchMailChoice
from tests.games.conftest import Time, ask
from tests.mail.conftest import make_member
from tests.mail.posts import acting, by_mail, deliver, move

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.fixture
def match(stopped: Time, anna: User, boris: User) -> Match:
    return by_mail(anna, boris)


@pytest.fixture
def link(match: Match) -> str:
    """The address of the page of the second move, as a mail has it."""
    user, _, loaded = acting(match)
    tokens.issue(match.pk, loaded.moved, user.pk)
    return links.move_link(tokens.link(match.pk, loaded.moved, user.pk), 2).removeprefix("http://127.0.0.1:8000")


def line_of(match: Match, number: int) -> str:
    _, seat, loaded = acting(match)
    return loaded.facts.game.print_move(moves.legal_moves(loaded, seat)[number - 1])


# --- a move ---
def test_looking_at_a_move_makes_none_however_often_machines_look(client: Client, match, link):
    before = load(match.pk).number
    for look in (client.get, client.head) * 3:
        assert look(link).status_code == 200
    assert line_of(match, 2) in client.get(link).content.decode()
    assert load(match.pk).number == before


def test_its_button_makes_it_once_without_a_login(client: Client, match, link):
    _user, seat, loaded = acting(match)
    line = line_of(match, 2)
    page = client.post(link, {"m": "2"})
    assert line in page.content.decode()
    after = load(match.pk)
    assert after.number == loaded.number + 1
    (entry,) = match.entries.filter(number=after.number)
    assert entry.seat == seat
    assert client.post(link, {"m": "2"}).status_code == 409
    assert client.post(link, {"m": "1"}).status_code == 409
    assert load(match.pk).number == after.number


def test_a_page_of_ours_is_needed_to_press_it(match, link):
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(link, {"m": "2"}).status_code == 403
    assert load(match.pk).ply == 0


@pytest.mark.parametrize("asked", ["", "0", "999", "-1", "²", "1e3", "9" * 5000])
def test_a_move_that_is_not_in_the_list_is_none(client: Client, match, link, asked):
    assert client.get(link.split("?")[0], {"m": asked}).status_code == 200
    assert client.post(link, {"m": asked}).status_code == 409
    assert load(match.pk).ply == 0


def test_an_old_link_makes_no_move(client: Client, match, link):
    move(match)
    move(match)
    assert "can no longer be made" in client.get(link).content.decode()
    assert client.post(link, {"m": "2"}).status_code == 409
    assert load(match.pk).ply == 2


def test_a_link_that_nobody_has_issued_leads_nowhere(client: Client, match):
    assert client.get(f"/mail/{'0' * 32}/?m=1").status_code == 404
    assert client.get("/mail/less/nothing/").status_code == 404


def test_a_mail_passed_on_moves_for_nobody_who_is_logged_in_as_another(client: Client, match, link, anna, boris):
    user, _, _ = acting(match)
    for other in (boris if user == anna else anna, make_member("clara")):
        client.force_login(other)
        page = client.get(link)
        assert (page.status_code, client.post(link, {"m": "2"}).status_code) == (403, 403)
        assert "another player" in page.content.decode()
    assert load(match.pk).ply == 0
    client.force_login(user)
    assert client.post(link, {"m": "2"}).status_code == 200


def test_a_link_says_nothing_of_the_reply_address(client: Client, match, link):
    user, _, loaded = acting(match)
    token = tokens.issue(match.pk, loaded.moved, user.pk)
    assert token not in link
    assert tokens.find(link.split("?")[0].rstrip("/").rsplit(".", 1)[1]) is None
    assert client.get(f"/mail/{token}/?m=1").status_code == 404


@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_a_link_with_any_part_changed_leads_nowhere(client: Client, match, link, *, anna, boris, part):
    parts = link.split("?")[0].removeprefix("/mail/").rstrip("/").split(".")
    others = [by_mail(anna, boris).pk, "1", str(anna.pk if parts[2] != str(anna.pk) else boris.pk), "0" * 32]
    tokens.issue(others[0] if part == 0 else match.pk, int(others[1] if part == 1 else parts[1]), anna.pk)
    parts[part] = others[part]
    assert client.get(f"/mail/{'.'.join(parts)}/", {"m": "2"}).status_code == 404


def test_a_link_dies_with_the_address_it_was_mailed_to(client: Client, match, link):
    user, _, loaded = acting(match)
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    tokens.issue(match.pk, loaded.moved, user.pk)
    assert client.post(link, {"m": "2"}).status_code == 404
    assert load(match.pk).ply == 0


# --- less of it ---
def less_of(match: Match, user: User) -> str:
    return links.less_link(match.pk, user.pk).removeprefix("http://127.0.0.1:8000")


def test_one_click_in_the_mail_program_ends_the_mails_of_this_match(match, anna):
    program = Client(enforce_csrf_checks=True)  # it has seen no page and has no cookie
    answer = program.post(less_of(match, anna), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert choices.turns_in(match.pk, anna) == TurnMail.NONE
    assert choices.likes_of(anna).mail_turns == TurnMail.EACH


def test_looking_at_the_page_changes_nothing(client: Client, match, anna):
    for look in (client.get, client.head):
        assert look(less_of(match, anna)).status_code == 200
    assert not MatchMailChoice.objects.exists()
    assert not Preferences.objects.exists()


def test_its_buttons_choose_for_one_match_or_for_all(client: Client, match, anna, boris):
    client.post(less_of(match, anna), {"match": TurnMail.REMINDERS})
    assert choices.turns_in(match.pk, anna) == TurnMail.REMINDERS
    client.post(less_of(match, anna), {"match": ""})
    assert choices.own_choice(match.pk, anna) == ""
    client.force_login(anna)
    client.post(less_of(match, anna), {"all": TurnMail.NONE})
    assert choices.turns_in(match.pk, anna) == TurnMail.NONE
    client.post(less_of(match, anna), {"all": "everything", "match": "more"})
    assert choices.turns_in(match.pk, anna) == TurnMail.NONE
    assert choices.turns_in(match.pk, boris) == TurnMail.EACH


@pytest.mark.parametrize("logged_in", [False, True])
def test_whoever_was_sent_on_a_mail_ends_no_mail_of_other_matches(client: Client, match, anna, boris, logged_in):
    if logged_in:
        client.force_login(boris)
    assert 'name="all"' not in client.get(less_of(match, anna)).content.decode()
    client.post(less_of(match, anna), {"all": TurnMail.NONE})
    assert choices.likes_of(anna).mail_turns == TurnMail.EACH


def test_but_for_the_one_click_a_page_of_ours_is_needed_to_choose(match, anna):
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(less_of(match, anna), {"match": TurnMail.NONE}).status_code == 403
    assert not MatchMailChoice.objects.exists()


def test_a_changed_address_is_not_taken(client: Client, match, anna, boris):
    forged = less_of(match, anna).replace(f"{match.pk}.{anna.pk}", f"{match.pk}.{boris.pk}")
    assert client.post(forged, {"match": TurnMail.NONE}).status_code == 404
    assert not MatchMailChoice.objects.exists()


def test_a_player_chooses_on_the_matchs_page_and_nobody_else(client: Client, match, anna):
    client.force_login(anna)
    assert f"/m/{match.pk}/mail/" in client.get(match.get_absolute_url()).content.decode()
    client.post(f"/m/{match.pk}/mail/", {"match": TurnMail.NONE})
    assert choices.turns_in(match.pk, anna) == TurnMail.NONE
    client.force_login(make_member("clara"))
    assert client.get(f"/m/{match.pk}/mail/").status_code == 404
    assert f"/m/{match.pk}/mail/" not in client.get(match.get_absolute_url()).content.decode()


def test_the_preferences_keep_what_is_wanted_of_all(client: Client, anna):
    client.force_login(anna)
    assert 'name="mail_turns"' in client.get("/account/preferences/").content.decode()
    wish = {"theme": "auto", "motion": "auto", "volume": "100", "language": "en", "notify_mail": "on"}
    client.post("/account/preferences/", wish | {"mail_turns": "remind", "remind_half": "on"})
    likes = Preferences.objects.get(user=anna)
    assert likes.mail_turns == TurnMail.REMINDERS
    assert (likes.remind_half, likes.remind_fifth, likes.remind_hours) == (True, False, False)


# --- what was mailed ---
def test_where_mail_is_chosen_it_is_said_what_comes_with_reminders_only(client: Client, match, anna):
    client.force_login(anna)
    for path in ("/account/preferences/", f"/m/{match.pk}/mail/"):
        assert "you still hear of the start and the end of a match" in client.get(path).content.decode()


def test_the_log_shows_ones_own_mails_with_their_state_and_no_text(client: Client, settings, match, anna, boris):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mine = outbox.post_answer(match.pk, anna, "board", 4, note="a secret note")
    deliver(mine)
    outbox.post_answer(match.pk, boris, "help", 4)
    client.force_login(anna)
    page = client.get("/account/mails/").content.decode()
    assert page.count("Sequence with boris") == 1
    assert ">sent<" in page
    assert "a secret note" not in page


def test_a_mail_keeps_its_text_only_where_a_page_shows_it(settings, match, anna):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    kept = []
    for settings.MAIL_PAGE in (False, True):
        row = outbox.post_answer(match.pk, anna, "board", 4)
        deliver(row)
        kept.append((bool(row.text), bool(row.html), "Reply-To" in row.headers))
    assert kept == [(False, False, False), (True, True, True)]


def test_a_mail_can_be_seen_as_mail_programs_show_it_where_a_page_shows_it(client: Client, settings, match, anna):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_PAGE = True
    row = outbox.post_answer(match.pk, anna, "board", 4)
    deliver(row)
    address = f"/mail/{row.pk}/html/"
    assert f'src="{address}"' in client.get("/mail/").content.decode()
    shown = client.get(address)
    page = shown.content.decode()
    assert 'src="data:image/png;base64,' in page
    assert "cid:" not in page
    assert shown["X-Frame-Options"] == "SAMEORIGIN"
    assert "default-src 'none'" in shown["Content-Security-Policy"]
    assert "script-src 'none'" in shown["Content-Security-Policy"]
    settings.MAIL_PAGE = False
    assert client.get(address).status_code == 404


def test_the_page_of_a_move_shows_the_board_while_the_move_can_be_made(client: Client, match, link):
    assert 'src="data:image/svg+xml;base64,' in client.get(link).content.decode()
    move(match)
    assert "data:image/svg" not in client.get(link).content.decode()


def test_no_row_of_the_outbox_says_by_what_a_mail_can_be_answered(settings, match):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_PAGE = False
    user, _seat, loaded = acting(match)
    row = outbox.post_answer(match.pk, user, "board", loaded.number)
    secrets = (tokens.token_in(deliver(row).reply_to[0]), tokens.link(match.pk, loaded.moved, user.pk))
    kept = str(OutgoingMail.objects.values().get())
    assert all(secret and secret not in kept for secret in secrets)


def test_each_answer_has_an_id_of_its_own_and_the_thread_of_its_match(settings, match, anna):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    rows = [outbox.post_answer(match.pk, anna, "board", 4, to="<theirs@example.org>") for _ in range(2)]
    sent = [deliver(row).message() for row in rows]
    assert sent[0]["Message-ID"] != sent[1]["Message-ID"]
    assert sent[0]["In-Reply-To"] == "<theirs@example.org>"
    assert sent[0]["References"] == f"{links.thread_id(match.pk, anna.pk)} <theirs@example.org>"


def test_an_answer_to_an_id_with_line_breaks_makes_no_header(match, anna):
    row = outbox.post_answer(match.pk, anna, "board", 4, to="<x@y>\r\nBcc: all@example.org")
    assert "\n" not in "".join(row.headers.values())


# --- mail that comes back ---
def test_a_banner_asks_to_look_at_the_address_until_the_person_has(client: Client, anna):
    client.force_login(anna)
    assert "came back" not in client.get("/account/").content.decode()
    bounces.note_bounce(anna.email, lasting=True)
    assert "came back" in client.get("/account/").content.decode()
    client.get("/account/mail-again/")
    assert "came back" in client.get("/account/").content.decode()
    client.post("/account/mail-again/")
    assert "came back" not in client.get("/account/").content.decode()


def test_paused_mail_is_dropped_and_so_are_mails_to_who_is_gone(settings, match, anna, boris):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    rows = [outbox.post_answer(match.pk, user, "board", 4) for user in (anna, boris)]
    bounces.note_bounce(anna.email, lasting=True)
    User.objects.filter(pk=boris.pk).update(is_active=False)
    assert [deliver(row) for row in rows] == [None, None]
    assert {row.state for row in OutgoingMail.objects.all()} == {"dropped"}


def test_a_mail_goes_to_the_address_that_is_the_persons_now(settings, match, anna):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    row = outbox.post_answer(match.pk, anna, "board", 4)
    User.objects.filter(pk=anna.pk).update(email="new@example.org")
    assert deliver(row).to == ["new@example.org"]
    assert row.to == "new@example.org"


def test_the_end_of_a_match_leaves_its_links_harmless(client: Client, match, link, anna):
    ask(match, anna, "resign")
    assert client.post(link, {"m": "2"}).status_code == 409
