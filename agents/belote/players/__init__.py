"""Agents for Belote, one module for each name."""
