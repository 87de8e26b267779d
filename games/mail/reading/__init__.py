"""Reads what people write in mails: bytes to a letter, a letter to one wish. It knows no match and no database."""
