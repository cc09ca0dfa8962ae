"""Vorhand: card games and card-playing agents for OpenSpiel."""
