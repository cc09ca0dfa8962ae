"""The wire format of each game."""
