"""Agents over the wire: served to others, and dialled."""
