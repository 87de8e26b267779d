"""The one door's logic, pure: no database, no sockets, no wall clock.

A request is read (`requests`), judged against the loaded match (`deciding`), becomes an entry, and the entry is
folded into the match (`folding`). Two carriers bring it what is stored and keep what it says: the actors of
`games.serving`, and `games.carrier`.
"""
