"""OpenSpiel's own trick-taking games over the common engine: rules and views."""
