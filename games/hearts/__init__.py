"""OpenSpiel's hearts: the game itself is not defined here."""
