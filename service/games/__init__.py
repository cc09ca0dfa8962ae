"""What the wire contract says of each game."""
