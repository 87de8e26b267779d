"""REST: how programs are known, counted, read and answered, and what they do with their own account."""
