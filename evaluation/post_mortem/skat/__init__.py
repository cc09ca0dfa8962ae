"""Played deals of Skat, judged card by card with open hands."""
