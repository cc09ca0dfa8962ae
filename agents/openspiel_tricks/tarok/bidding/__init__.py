"""Bidding for OpenSpiel's Tarok."""
