"""Who wants which mail: chosen for all matches, and for a single one on its page or by a link."""

from __future__ import annotations

from accounts.models import Preferences, TurnMail, User
from accounts.preferences import keep_preferences, preferences_of
from accounts.selectors import has_proven_address
from games.models import Match, MatchMailChoice

TURN = "turn"


def may_be_mailed(user: User) -> bool:
    """Return whether there is an address that takes our mail, and from which we take answers."""
    return user.is_active and not user.mail_is_paused and has_proven_address(user)


def wants(user: User, match_id: str, kind: str) -> bool:
    """Return whether a person wants a mail of this kind (see MatchMail) of a match, and can get it."""
    return is_among(kind, mails_for(user, match_id))


def mails_for(user: User, match_id: str) -> str:
    """Return how much mail of a match a person wants and can get: one of TurnMail."""
    return turns_in(match_id, user) if may_be_mailed(user) else TurnMail.NONE


def is_among(kind: str, turns: str) -> bool:
    """Return whether a mail of this kind (see MatchMail) is among those that one of TurnMail stands for."""
    return turns != TurnMail.NONE and (kind != TURN or turns == TurnMail.EACH)


def turns_in(match_id: str, user: User) -> str:
    """Return how much mail a person wants of a match: one of TurnMail."""
    return own_choice(match_id, user) or likes_of(user).mail_turns


def own_choice(match_id: str, user: User) -> str:
    """Return what was chosen for this match alone; "" for what holds for all."""
    found = MatchMailChoice.objects.filter(match_id=match_id, user=user).values_list("turns", flat=True).first()
    return found or ""


def likes_of(user: User) -> Preferences:
    """Return a person's preferences as they stand in the database now, or the defaults."""
    return Preferences.objects.filter(user=user).first() or preferences_of(User(pk=user.pk))


def choose(match: Match, user: User, turns: str) -> None:
    """Keep how much mail a person wants of this match: one of TurnMail, or "" for what holds for all."""
    if turns:
        MatchMailChoice.objects.update_or_create(match=match, user=user, defaults={"turns": TurnMail(turns)})
    else:
        MatchMailChoice.objects.filter(match=match, user=user).delete()


def choose_for_all(user: User, turns: str) -> None:
    """Keep how much mail a person wants of all matches; what was chosen for single ones no longer counts."""
    keep_preferences(user, {"mail_turns": TurnMail(turns)})
    MatchMailChoice.objects.filter(user=user).delete()
