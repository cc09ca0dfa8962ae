"""Results on trick-taking games, including OpenSpiel's."""
