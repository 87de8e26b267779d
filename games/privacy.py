"""What this app holds of people, and what becomes of it when they go: matches, talk, invitations, mail choices.

For accounts.privacy. What happened at a table stays, under a hidden name: it is the others' match too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import OutgoingMail, User
from accounts.names import shown
from accounts.privacy import holdings, retention
from accounts.privacy.holdings import File, Json, erase, fields, instant, keep, rows_of, tell
from accounts.privacy.retention import Rule
from games import departures, live, selectors
from games.door import places
from games.door.loaded import ABORTED, ACTIVE, FINISHED, OPEN
from games.mail.incoming import intake
from games.mail.outgoing import outbox
from games.models import (
    MARKS_KEPT,
    ChatLine,
    Invitation,
    MailIn,
    Match,
    MatchMail,
    MatchMailChoice,
    ReplyToken,
    SeatMark,
    SeatRow,
)
from games.people import names_of
from games.tables import connections, invitations
from games.talk.phrases import REMOVED, words_of

DAY = 24 * 3600 * 1000  # ms
BEFORE = 3  # lines of talk before each of one's own, so that it can be understood
_OVER = (FINISHED, ABORTED)


def register() -> None:
    """Let exports have all of it."""
    tell("matches", "games.SeatRow.user", rows=_seats, item=_seat)
    tell("tables_opened", "games.Match.host", rows=_opened, item=lambda row: _table(row) | {"rated": row.rated})
    tell("chat", "games.ChatLine.user", rows=_lines, item=_line)
    tell("invitations", "games.Invitation.inviter", "games.Invitation.invited", rows=_invitations, item=_invitation)
    tell("match_mails", "games.MatchMail.user", rows=rows_of(MatchMail), item=_match_mail)
    tell("mail_choices", "games.MatchMailChoice.user", rows=rows_of(MatchMailChoice), item=_choice)
    tell("mails_received_by_us", "games.MailIn.user", rows=rows_of(MailIn), item=_mail_in)
    tell("connections_at_matches", "games.SeatMark.user", rows=rows_of(SeatMark), item=_mark)
    tell("reply_addresses", "games.ReplyToken.user", rows=rows_of(ReplyToken), item=_reply)
    holdings.tell_files(match_files)
    _register_fates()
    _register_rules()


def _register_fates() -> None:
    holdings.on_leaving(departures.leave_all)
    erase(_erase_words, "games.ChatLine.user", "games.ChatLine")
    erase(_erase_mail, "games.Invitation.inviter", "games.Invitation.invited", "games.MatchMail.user",
          "games.MatchMailChoice.user", "games.MailIn.user", "games.ReplyToken.user",
          "games.SeatMark.user")  # fmt: skip
    keep("the match is the others’ too; the seat stands under a hidden name", "games.SeatRow.user", "games.Match.host")
    keep("ids, moves and the salts by which anybody can check the deal", "games.Match", "games.MatchLive",
         "games.EntryRow", "games.ArchivedLog")  # fmt: skip
    keep("no word of anybody’s", "games.Alarm", "games.Beat", "games.MailPause")


def _register_rules() -> None:
    retention.spare(lambda guests: guests.exclude(seats__match__live__status__in=(OPEN, ACTIVE)))
    for rule in (
        Rule(N_("Matches, their records and results; after a deletion without the name"), N_("for good")),
        Rule(N_("What you have said at tables"), N_("as long as you have your account")),
        Rule(
            N_("Invitations"), N_("%(days)s days"), invitations.KEPT // DAY, invitations.forget_old_invitations
        ),
        Rule(
            N_("Notes of who was mailed of which turn"), N_("%(days)s days, and until the match is over"),
            outbox.KEPT // DAY, outbox.forget_old_notes,
        ),
        Rule(N_("Notes of mails that came in, without their content"), N_("%(days)s days"), intake.KEPT // DAY,
             intake.forget_old_mail),
        Rule(N_("Keyed hashes of connections at rated matches with hidden hands, after their end"), N_("a day"),
             MARKS_KEPT // DAY, connections.forget_marks),
        Rule(N_("Hashes of addresses for answers by mail"), N_("%(days)s days"), intake.KEPT_TOKENS // DAY,
             intake.forget_old_mail),
    ):  # fmt: skip
        retention.register(rule)


def match_files(user: User) -> Iterator[File]:
    """Yield the record of each match of a person that was begun and is over; of one that goes on, what they see."""
    own = Match.objects.filter(seat_rows__user=user).select_related("live").defer("live__snapshot")
    for match in own.order_by("opened_at").iterator(chunk_size=100):
        if selectors.is_over(match):
            yield f"records/{match.id}.json", _record(match)
        elif match.live.status not in _OVER:
            yield f"unfinished/{match.id}.json", _view(match, user)


def _record(match: Match) -> Iterator[str]:
    yield selectors.record_text(match)


def _view(match: Match, user: User) -> Iterator[str]:
    yield json.dumps(selectors.frame(match, user), ensure_ascii=False)


def _seats(user: User) -> QuerySet[SeatRow]:
    seats = SeatRow.objects.filter(user=user).select_related("match__live").defer("match__live__snapshot")
    return seats.order_by("match__opened_at", "pk")


def _seat(row: SeatRow) -> Json:
    live = row.match.live
    told = _table(row.match) | {"seat": row.seat, "status": live.status, "started_at": instant(live.started_at)}
    told |= {name: live.summary[name] for name in ("outcome", "ended")} | {"seats": _people(row.match)}
    told["places"] = places.from_head(row.match.teams, live.summary)
    return told | {"seen_at": instant(row.seen_at), "acted_at": instant(row.acted_at)}


def _people(match: Match) -> list[Json]:
    """Return who sits where, by their public names."""
    seats = match.live.summary["seats"]
    people = names_of(user for user, *_ in seats if user is not None)
    return [{"name": shown(people[user].name)} if user in people else {"bot": bot} for user, bot, *_ in seats]


def _opened(user: User) -> QuerySet[Match]:
    return Match.objects.filter(host=user).order_by("opened_at")


def _table(match: Match) -> Json:
    told = {"match": match.id, "game": match.game, "options": match.options, "pace": match.pace, "clock": match.clock}
    return told | {"opened_at": instant(match.opened_at)}


# --- talk ---


def _lines(user: User) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(user=user).select_related("match").order_by("match_id", "pk")


def _line(row: ChatLine) -> Json:
    """Return a line with the table where it was said and what was said just before it: alone, nobody understands it."""
    talk = ChatLine.objects.filter(match_id=row.match_id, pk__lt=row.pk).select_related("user").order_by("-pk")
    before = [{"by": shown(line.user.username), **_said(line)} for line in reversed(talk[:BEFORE])]
    return {"match": row.match_id, "game": row.match.game, **_said(row), "before": before}


def _said(line: ChatLine) -> Json:
    return {"at": instant(line.at), "text": words_of(line.phrase, line.text)}


# --- invitations and mail ---


def _invitations(user: User) -> QuerySet[Invitation]:
    own = Invitation.objects.filter(Q(inviter=user) | Q(invited=user))
    return own.select_related("inviter", "invited").order_by("pk")


def _invitation(row: Invitation) -> Json:
    """Return one; of a mailed one nobody is told to whom it went, for that may be a stranger's address."""
    told: Json = {"match": row.match_id, "by": shown(row.inviter.username), "at": instant(row.at)}
    return told | ({"by_mail": True} if row.address else {"to": _name(row.invited), "declined": row.declined})


def _name(user: User | None) -> str | None:
    return shown(user.username) if user else None


def _match_mail(row: MatchMail) -> Json:
    return fields(row, "match_id", "number", "kind") | {"at": instant(row.at)}


def _choice(row: MatchMailChoice) -> Json:
    return fields(row, "match_id", "turns")


def _mail_in(row: MailIn) -> Json:
    return fields(row, "match_id", "verdict") | {"at": instant(row.at)}


def _mark(row: SeatMark) -> Json:
    return {"match": row.match_id, "at": instant(row.at)}


def _reply(row: ReplyToken) -> Json:
    return fields(row, "match_id", "number") | {"made_at": instant(row.made_at), "used_at": instant(row.used_at)}


# --- what becomes of it ---


def _erase_words(user: User) -> None:
    """Take away what they have said; the others' lines stay as they are, so that their talk can be followed."""
    own = ChatLine.objects.filter(user=user)
    tables = list(own.order_by().values_list("match_id", flat=True).distinct())
    own.update(text="", phrase=REMOVED)
    told = OutgoingMail.objects.filter(maker__gt="", about__match__in=tables, sent_at__isnull=False)
    told.update(text="", html="")  # mails of turns may quote a line
    transaction.on_commit(lambda: live.tell({"kind": departures.RENAMED, "person": user.pk}))


def _erase_mail(user: User) -> None:
    Invitation.objects.filter(Q(inviter=user) | Q(invited=user)).delete()
    for model in (MatchMail, MatchMailChoice, MailIn, ReplyToken, SeatMark):
        model.objects.filter(user=user).delete()
    SeatRow.objects.filter(user=user).update(seen_at=0, acted_at=0)
