"""Agents for Skat, one module for each name."""
