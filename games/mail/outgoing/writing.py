"""What a mail about a match says: all that its reader may see there and can do, in their language and their time.

Everything comes from the one view (games.frames) of the reader's seat: `game.view`, redacted events, the legal moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import TurnMail, User
from games import rulebook
from games.door import clocks
from games.door.loaded import Loaded
from games.instants import exact_words
from games.mail import choices, tokens
from games.mail.outgoing import boards, deadlines, links, moves, names, plain, results
from games.mail.outgoing.happened import News, news_for
from games.mail.reading import marker
from games.talk import phrases

REMINDERS = ("half", "fifth", "hours")  # by what was chosen; all are mails of the kind "remind"
_MOVING = (
    N_("3 – make the move with that number (or any other number of the list)"),
    N_("the move itself, written as in the list"),
)
_ALWAYS = (  # before the dash: what the word is; it is told alone where there is little room
    N_("offer draw – offer a draw, or agree to one"),
    N_("resign – give the match up"),
    N_("chat: Hello! – say something to the whole table"),
    N_("board – get the board again"),
    N_("help – get this list"),
)


def compose(loaded: Loaded, user: User, *, kind: str, number: int, note: str = "") -> EmailMultiAlternatives:
    """Return a mail to one of a match's people, not yet sent. Raises ValueError for a stranger.

    `kind`: turn, remind (or half, fifth, hours), start, offer, end, board or help. `number`: the place in the log that
    it is of, for its Message-ID. `note`: plain text that comes first.
    """
    seat = loaded.seat_of(user.pk)
    if seat is None:
        raise ValueError(f"{user} has no seat in the match {loaded.facts.match}")
    known = user.language and translation.check_for_language(user.language)
    with translation.override(user.language if known else settings.LANGUAGE_CODE):
        return _Letter(loaded, user, seat, kind, number, note, names.names_at(loaded)).message()


@dataclass(frozen=True, slots=True)
class _Letter:
    """A mail being written, with its reader's language active."""

    loaded: Loaded
    user: User
    seat: int
    kind: str
    number: int
    note: str
    names: tuple[str, ...]

    @property
    def match_id(self) -> str:
        return self.loaded.facts.match

    @property
    def is_to_act(self) -> bool:
        return self.seat in self.loaded.must_act() and self.loaded.occupants[self.seat].person

    @property
    def set_apart(self) -> list[str]:
        """The names as they stand among other words."""
        return list(map(names.apart, self.names))

    def message(self) -> EmailMultiAlternatives:
        token = tokens.issue(self.match_id, self.loaded.moved, self.user.pk)
        news = news_for(self.loaded, self.seat, self.set_apart)
        board = boards.board(self.loaded, self.seat, self.names, news.events)
        page = self._page(news) | {"board": board}
        message = EmailMultiAlternatives(
            self.subject(),
            plain.plain(render_to_string("games/email/turn.txt", page)),
            settings.DEFAULT_FROM_EMAIL,
            [self.user.email],
            headers=links.headers(self.match_id, self.user.pk, self.kind, self.number),
            reply_to=[tokens.reply_address(token)],
        )
        message.attach_alternative(render_to_string("games/email/turn.html", page), "text/html")
        if board.picture is not None:
            setattr(message, "mixed_subtype", "related")  # noqa: B010 - unknown to its types; the picture belongs to the text, it is no file to keep
            message.attach(board.picture)
        return message

    def subject(self) -> str:
        """Return a subject that stays the same through a match, so that mail programs keep its mails together."""
        others = [name for seat, name in enumerate(self.names) if seat != self.seat]
        told = {"game": rulebook.name(self.loaded.facts.game.slug), "names": names.listed(others)}
        if self.loaded.over:
            return gettext("%(game)s with %(names)s: the match is over") % told
        if self.kind == "offer":
            return gettext("%(game)s with %(names)s: a draw is offered") % told
        if self.kind == "start" and not self.is_to_act:
            return gettext("%(game)s with %(names)s: the match begins") % told
        return gettext("%(game)s with %(names)s: your move") % told

    def _page(self, news: News) -> dict[str, Any]:
        link = tokens.link(self.match_id, self.loaded.moved, self.user.pk)
        offer = moves.offer(self.loaded, self.seat, link) if self.is_to_act else moves.Offer()
        return {
            "marker": "" if self.loaded.over else marker.marker_line(),
            "rtl": translation.get_language_bidi(),
            "language": translation.get_language(),
            "note": [line for line in self.note.splitlines() if line.strip()],
            "game": rulebook.name(self.loaded.facts.game.slug),
            "heading": (heading := self._heading()),
            "how": self._how(offer),
            "until": self._until(),
            "later": self._later(),
            "news": replace(news, lines=[line for line in news.lines if line != heading]),
            "results": results.result_lines(self.loaded, self.set_apart),
            "offer": offer,
            "answers": self._answers() if self.kind == "help" else (),
            "words": () if self.loaded.over else [gettext(text).partition(" – ")[0] for text in _ALWAYS],
            "page": links.page_link(self.match_id),
            "rated": self.loaded.facts.rated and self.loaded.over,
            "less": links.less_link(self.match_id, self.user.pk),
        }

    def _heading(self) -> str:
        if self.loaded.over:
            return results.result_words(self.loaded, self.seat)
        if self.kind == "offer" and self.loaded.offers:
            offering = names.listed([self.set_apart[seat] for seat in self.loaded.offers])
            return gettext("%(name)s offers a draw. To agree, answer “offer draw”.") % {"name": offering}
        return " ".join([gettext("The match has begun."), self._turn()]) if self.kind == "start" else self._turn()

    def _turn(self) -> str:
        if self.is_to_act:
            reminds = self.kind in ("remind", *REMINDERS)
            return gettext("It is still your move.") if reminds else gettext("It is your move.")
        acting = [self.set_apart[seat] for seat in sorted(self.loaded.must_act())]
        return gettext("It is the turn of %(names)s.") % {"names": names.listed(acting)}

    def _until(self) -> str:
        """Return by when the reader has to move, or others have; "" where there is no deadline."""
        running = [seat for seat in self.loaded.running if self.loaded.occupants[seat].person]
        seat = self.seat if self.is_to_act else next(iter(running), None)
        if seat is None or self.loaded.over:
            return ""
        zone = deadlines.zone_of(choices.likes_of(self.user))
        told = {"instant": exact_words(clocks.runs_out(self.loaded, seat), zone)}
        if seat == self.seat:
            return gettext("You have time until %(instant)s.") % told
        return gettext("%(name)s has time until %(instant)s.") % (told | {"name": self.set_apart[seat]})

    def _how(self, offer: moves.Offer) -> str:
        """Return how to move by an answer; "" for who is not to move."""
        if offer.choices:
            return gettext("Answer with the number of your move in the first line, for example 1.")
        return gettext("Answer with your move in the first line.") if offer.count else ""

    def _later(self) -> str:
        if self.is_to_act or self.loaded.over or choices.turns_in(self.match_id, self.user) != TurnMail.EACH:
            return ""
        return gettext("We mail you when it is your turn.")

    def _answers(self) -> list[str]:
        """Return all that an answer can be, with what it does."""
        if self.loaded.over:
            return []
        told = [gettext(text) for text in ((*_MOVING, *_ALWAYS) if self.is_to_act else _ALWAYS)]
        if self.loaded.facts.talk == phrases.PHRASES:
            said = " · ".join(phrase.words for phrase in phrases.offered())
            told.append(gettext("Here you talk in set phrases: %(phrases)s") % {"phrases": said})
        return told
