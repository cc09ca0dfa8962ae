"""The page's support for each game, one module per game."""
