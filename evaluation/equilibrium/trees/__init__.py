"""Policies, exact best responses and equilibria of the synthetic trees, as array kernels."""
