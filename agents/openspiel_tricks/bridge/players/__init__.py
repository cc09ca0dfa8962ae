"""Players of Bridge, one per module."""
