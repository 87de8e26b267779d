"""The weights of what `bot_worth` counts, in its order, one line for each of its groups.

They were chosen for two teams, who need two sequences, and then varied; those were kept that won most of 1200 matches
against the greedy bot: above all a two-eyed jack is kept until it finishes a sequence. A logistic regression of who won
played no better than the greedy bot. Three teams need one sequence: each is where two teams are who have one already,
and plays by the weights of that stand, which do better there than a regression of its own (docs/bots.md).
"""

from __future__ import annotations

# By the stand: nobody has a sequence, the own team has one, the rival has one, both have.
# fmt: off
STANDS: tuple[tuple[float, ...], ...] = (
    (
        5.00, 1.43,
        2.62, 0.75, 0.35,
        1.25, 0.35, 0.17, 0.09,
        0.50, 0.15, 0.07, 0.04, 0.03,
        2.15, 1.12, 0.24, 0.54, 0.11, 0.05,
        6.25, 6.25, 1.75, 1.75, -0.25,
        0.43, 0.23, 0.11, 0.04,
        -1.75, -0.40, -0.12, -0.03,
        -0.88, -0.20, -0.06, -0.02,
    ),
    (
        6.50, 1.85,
        3.41, 0.97, 0.45,
        1.62, 0.45, 0.23, 0.11,
        0.65, 0.20, 0.10, 0.05, 0.03,
        2.79, 1.46, 0.31, 0.70, 0.14, 0.07,
        6.25, 6.25, 1.75, 1.75, -0.25,
        0.56, 0.29, 0.14, 0.06,
        -1.75, -0.40, -0.12, -0.03,
        -0.88, -0.20, -0.06, -0.02,
    ),
    (
        5.00, 1.43,
        2.62, 0.75, 0.35,
        1.25, 0.35, 0.17, 0.09,
        0.50, 0.15, 0.07, 0.04, 0.03,
        2.15, 1.12, 0.24, 0.54, 0.11, 0.05,
        6.25, 6.25, 1.75, 1.75, -0.25,
        0.43, 0.23, 0.11, 0.04,
        -2.62, -0.60, -0.19, -0.05,
        -1.31, -0.30, -0.09, -0.02,
    ),
    (
        6.50, 1.85,
        3.41, 0.97, 0.45,
        1.62, 0.45, 0.23, 0.11,
        0.65, 0.20, 0.10, 0.05, 0.03,
        2.79, 1.46, 0.31, 0.70, 0.14, 0.07,
        6.25, 6.25, 1.75, 1.75, -0.25,
        0.56, 0.29, 0.14, 0.06,
        -2.62, -0.60, -0.19, -0.05,
        -1.31, -0.30, -0.09, -0.02,
    ),
)
# fmt: on
