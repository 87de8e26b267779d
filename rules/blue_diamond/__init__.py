"""Blue Diamond, for two players: Arsène and Lady X. Six two-sided cards lie in a row, and nobody may look at a back.

The players lay the row, then move and turn its cards. Three neighbours that show a prize combination bring diamonds
to the one they favour, whoever made them; three Blue Diamonds bring them to the maker. The middle card then leaves
the row until the next player has moved. Seven diamonds win.
"""

from rules.blue_diamond.services import game

__all__ = ["game"]
