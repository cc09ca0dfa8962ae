"""The training data of the policy of Schnapsen, and its fitting."""
