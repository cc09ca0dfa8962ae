"""What the policy of Schnapsen learns from, and how it is fitted."""
