"""The weights of `bot_chances`, fitted to matches of the bot against itself, with two, three and four seats.

Each match was searched as `bot_brain` does, two draws deep; after each turn the weights were moved towards the winner
and towards what was thought of the table one turn later (temporal differences, a share of 0.8 handed on).
More of what helps is never worth less: where the fit said so by a little, neighbours share their mean.
First index: the number of cards in the palace, 0 to 5, where nothing else is said.
"""

from __future__ import annotations

Row = tuple[float, ...]

# by cards that can pay a witch: none, 1, 2, then 3 and more in steps of three
COVERED: tuple[Row, ...] = (
    (0.08, 0.08, 0.08, 0.12, 0.30, 0.62, 1.13),
    (0.60, 0.60, 0.60, 0.65, 0.79, 1.05, 1.37),
    (1.00, 1.01, 1.12, 1.14, 1.30, 1.52, 1.80),
    (1.42, 1.53, 1.59, 1.60, 1.77, 2.09, 2.35),
    (1.85, 1.93, 2.12, 2.21, 2.49, 2.60, 2.80),
    (2.48, 2.51, 2.75, 2.85, 2.95, 3.02, 3.23),
)
# whether the palace has four cards or more, by fairies
FAIRY_KEPT: tuple[Row, ...] = (
    (-0.23, -0.13, 0.02, 0.25),
    (-0.10, 0.01, 0.01, 0.17),
)
# by diamonds
PURSE: Row = (-0.22, -0.15, -0.06, -0.06, 0.03, 0.08, 0.08, 0.29)
# by cards that can be bought at once
DEALS: tuple[Row, ...] = (
    (0.31, 0.00, 0.00),
    (0.01, 0.01, 0.04),
    (-0.11, -0.11, 0.01),
    (-0.23, -0.09, 0.08),
    (-0.35, -0.07, 0.33),
    (-0.42, 0.61, 0.00),
)
# by cards that rivals must sell
OFFERS: tuple[Row, ...] = (
    (0.31, 0.00, 0.00, 0.00),
    (0.11, 0.02, -0.03, -0.04),
    (0.06, 0.03, -0.06, -0.24),
    (0.18, -0.03, -0.16, -0.24),
    (0.34, -0.01, -0.42, 0.00),
    (0.34, -0.16, 0.00, 0.00),
)
# the share of the own colour in the deck
AWAITED: Row = (0.00, 0.43, 0.55, 0.54, 0.90, 3.39)
# the share of witches in the deck, by whether none, one or two of them could be paid
WITCHES_NEAR: tuple[Row, ...] = (
    (-0.30, -0.31, -0.07),
    (-0.21, -0.12, 0.28),
    (-0.21, 0.06, 0.56),
    (-0.24, 0.07, 0.65),
    (-0.48, -0.03, 0.56),
    (-0.48, 0.01, 0.27),
)
# by how many turns it is to one's own
TURN_ORDER: tuple[Row, ...] = (
    (0.25, 0.12, 0.00, -0.06),
    (0.19, 0.02, -0.05, -0.10),
    (0.16, -0.03, -0.14, -0.20),
    (0.04, -0.06, -0.09, -0.14),
    (0.13, -0.02, -0.08, -0.13),
    (0.18, 0.05, 0.01, -0.06),
)
# how many cards of the own colour are not on the table, of six
ON_ITS_WAY: Row = (0.00, 0.32, 0.20, 0.05, 0.11, 0.06)
