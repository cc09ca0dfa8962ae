"""Agents for Bridge bidding without competition, one module for each name."""
