"""What those who look after the site see of matches, and do with them."""
