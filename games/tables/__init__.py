"""How people come together at a table: opening, inviting, seating, playing again."""
