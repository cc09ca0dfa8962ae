"""Agents for Kuhn and Leduc poker, one module for each name."""
