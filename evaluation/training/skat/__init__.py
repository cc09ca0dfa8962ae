"""Trainings of Skat: the solver, the bidder and the rule player."""
