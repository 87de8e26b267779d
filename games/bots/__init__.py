"""Our own bots: how they are asked, how they think and when they move; and what holds for other people's."""
