"""The weights of `bot_chances`, fitted to matches of the bot against itself, with two, three and four seats.

Each match was searched as `bot_brain` does, three draws deep; after each turn the weights were moved towards the winner
and towards what was thought of the table one turn later (temporal differences, a share of 0.8 handed on).
First index: the number of cards in the palace, 0 to 5, where nothing else is said.
"""

from __future__ import annotations

Row = tuple[float, ...]

# by cards that can pay a witch: none, 1, 2, then 3 and more in steps of three
COVERED: tuple[Row, ...] = (
    (0.14, 0.08, 0.09, 0.24, 0.36, 0.58, 0.95),
    (0.62, 0.63, 0.64, 0.72, 0.84, 1.00, 1.24),
    (1.06, 1.12, 1.11, 1.21, 1.29, 1.46, 1.68),
    (1.51, 1.60, 1.58, 1.71, 1.81, 1.97, 2.15),
    (1.91, 2.09, 2.15, 2.25, 2.40, 2.51, 2.66),
    (2.52, 2.61, 2.76, 2.82, 2.90, 2.97, 3.14),
)
# palace below four cards or not, by fairies
FAIRY_KEPT: tuple[Row, ...] = (
    (-0.21, -0.08, 0.07, 0.25),
    (-0.16, -0.10, 0.03, 0.21),
)
# by diamonds
PURSE: Row = (-0.05, -0.03, 0.00, -0.08, -0.02, 0.01, 0.06, 0.11)
# by cards that can be bought at once
DEALS: tuple[Row, ...] = (
    (0.35, 0.00, 0.00),
    (0.06, -0.01, 0.05),
    (-0.06, -0.08, -0.03),
    (-0.18, -0.11, 0.01),
    (-0.28, 0.03, 0.11),
    (-0.37, 0.49, 0.00),
)
# by cards that rivals must sell
OFFERS: tuple[Row, ...] = (
    (0.35, 0.00, 0.00, 0.00),
    (0.14, 0.04, -0.02, -0.06),
    (0.18, 0.05, -0.16, -0.23),
    (0.31, 0.05, -0.20, -0.43),
    (0.34, -0.06, -0.42, 0.00),
    (0.24, -0.12, 0.00, 0.00),
)
# the share of the own colour in the deck
AWAITED: Row = (0.00, 0.42, 0.62, 0.63, 0.97, 4.56)
# the share of witches in the deck, by whether none, one or two of them could be paid
WITCHES_NEAR: tuple[Row, ...] = (
    (-0.34, -0.42, -0.10),
    (-0.21, -0.11, 0.20),
    (-0.26, 0.03, 0.74),
    (-0.35, 0.09, 0.97),
    (-0.58, 0.01, 0.75),
    (-0.71, 0.04, 0.25),
)
# by how many turns it is to one's own
TURN_ORDER: tuple[Row, ...] = (
    (0.25, 0.10, 0.00, 0.00),
    (0.16, -0.06, 0.00, 0.00),
    (0.05, -0.21, 0.00, 0.00),
    (-0.01, -0.26, 0.00, 0.00),
    (0.03, -0.17, 0.00, 0.00),
    (0.15, -0.03, 0.00, 0.00),
)
# how many cards of the own colour are not on the table, of six
ON_ITS_WAY: Row = (0.00, 0.30, 0.17, 0.14, 0.10, 0.04)
