"""Decision rules for all games, one module for each name."""
