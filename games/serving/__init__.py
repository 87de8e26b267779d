"""What runs on a server process's event loop: rooms and their actors, the recorder, the word between processes."""
