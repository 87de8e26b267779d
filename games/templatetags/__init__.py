"""Template tags of matches and tables."""
