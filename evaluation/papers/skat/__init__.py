"""Parts of several experiments with Skat."""
