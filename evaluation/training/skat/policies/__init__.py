"""What a policy learns from, and how its networks are fitted."""
