"""How English dates look: as `games.instants.exact_words` says them, for readers on both sides of the ocean."""

TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j F"
DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
