"""Beliefs for Skat, one module for each name."""
