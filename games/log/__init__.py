"""How matches stand in the database: the log, what follows from it, and what is packed away."""
