"""Common parts of Monte Carlo agents in all games."""
