"""Blitz, for 2 to 8 players who all play at once. Each has 40 cards of their own in four colours, 1 to 10.

Everyone builds the same stacks in the middle, each of one colour, 1, 2, … 10, and gets a point for each card laid
there. The round is over as soon as somebody's Blitz pile is empty; each card left in a Blitz pile costs two points.
"""

from rules.blitz.services import game

__all__ = ["game"]
