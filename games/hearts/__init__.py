"""OpenSpiel's hearts: nothing of the game itself stands here."""
