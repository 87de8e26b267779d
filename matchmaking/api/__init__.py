"""REST: the wish to be matched, ratings, history, leaderboards."""
