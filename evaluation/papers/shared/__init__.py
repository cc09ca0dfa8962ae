"""Parts of several experiments."""
