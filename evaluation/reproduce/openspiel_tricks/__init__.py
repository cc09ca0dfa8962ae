"""Results on trick-taking games, OpenSpiel's among them."""
