"""What the page knows of each game: one module a game."""
