"""What Monte Carlo agents have in common in all games."""
