"""Red-Handed, for 2 to 6 players, all at once: find the theft among the open cards and snatch the diamond first.

Everyone turns a card up again and again. A thief, a diamond and a fingerprint that fit are a theft; a policeman and
a thief of his colour are an arrest. Who takes the diamond and points right gives all open cards to the others; who
points wrong takes them all. The first without cards wins.
"""

from rules.red_handed.services import game

__all__ = ["game"]
