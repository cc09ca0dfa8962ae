"""Results on Schnapsen."""
