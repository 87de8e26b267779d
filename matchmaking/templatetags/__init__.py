"""Words for what brings people together."""
