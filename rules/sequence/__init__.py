"""Sequence, for 2 to 12 players in two or three teams. Each card but the jacks stands twice on a board of 10 × 10.

A player lays a card down, puts a chip of the team on one of its two cells and draws another card. Five chips in a
line are a sequence; the four corners count for everyone. Two-eyed jacks go anywhere, one-eyed jacks take a rival's
chip away. Two teams play for two sequences, three teams for one.
"""

from rules.sequence.services import game

__all__ = ["game"]
