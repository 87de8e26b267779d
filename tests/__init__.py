"""The tests; the tree mirrors the code's."""
