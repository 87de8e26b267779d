"""REST and streams: what programs do with matches and tables, and what they see of them."""
