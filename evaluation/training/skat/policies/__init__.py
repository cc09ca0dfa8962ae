"""The training data of a policy, and the fitting of its networks."""
