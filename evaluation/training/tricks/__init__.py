"""What the engine for trick-taking games learns."""
