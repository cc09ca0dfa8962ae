"""Results on small poker games."""
