"""Wisser (IJCAI 2015): error-allowing search in Schnapsen and poker."""
