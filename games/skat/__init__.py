"""Skat by the International Skat Order."""
