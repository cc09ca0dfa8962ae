"""Skat by the International Skat Order: notation, the OpenSpiel game, views, records."""
