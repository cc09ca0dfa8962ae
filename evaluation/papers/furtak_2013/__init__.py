"""Furtak's thesis (2013): search, paranoid play, pruning, look-up tables and recursion."""
