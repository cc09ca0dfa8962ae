"""What is fitted for OpenSpiel's trick-taking games."""
