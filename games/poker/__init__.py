"""Kuhn and Leduc poker: the games are OpenSpiel's, what we add to them is found by their names."""
