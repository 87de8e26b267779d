"""House rules that no linter knows; `make check` runs them."""
