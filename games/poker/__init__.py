"""Kuhn and Leduc poker: OpenSpiel's games, with our additions found by their names."""
