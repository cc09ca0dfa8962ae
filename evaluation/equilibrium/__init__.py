"""Strategies in whole small games: equilibria, best responses, and properties of game trees."""
