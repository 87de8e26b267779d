"""The pages of tables and matches, and the forms on them."""
