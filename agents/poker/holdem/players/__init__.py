"""Agents for hold'em, one module for each name."""
