"""Agents' shared parts for trick-taking games over the common engine (`vorhand.native.tricks`)."""
