"""Where people and tables find each other: home, lobby, pairing; and how they play: ratings, histories."""
