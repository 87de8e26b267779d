"""The pages of those who look after the site: desk, cases, what is laid and lifted."""
