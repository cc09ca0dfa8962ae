"""Bidding, discarding and declaring: by open-hand play over worlds, and by learned chances."""
