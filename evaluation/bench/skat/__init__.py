"""Benchmarks of Skat: the game, its records, the solver, the agents."""
