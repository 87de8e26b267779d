"""What is held of people: all of it told to them, all of it forgotten when they go, and nothing kept for ever."""
