"""Shared parts of agents for games on the common trick-taking engine (`vorhand.native.tricks`)."""
