"""Mail that comes in: its doors, the one function behind them, and what is done and answered."""
