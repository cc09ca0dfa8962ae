"""Sparse look-up tables (chapter 8): rows, tentpoles, the choice of entries, sizes."""
