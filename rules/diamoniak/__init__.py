"""Diamoniak, for 2 to 4 players: press your luck to be the first with a palace of six cards in one colour.

A turn is drawing, card after card for as long as one dares, or buying one card of the own colour from a rival for
three diamonds. A witch ends the turn and takes three cards, unless a fairy is given up instead.
"""

from rules.diamoniak.services import game

__all__ = ["game"]
