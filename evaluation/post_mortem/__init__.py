"""What was given away in games already played, card by card."""
