"""Bidding for OpenSpiel's trick-taking games."""
