"""What is to happen at an instant, and the process that sees to it."""
