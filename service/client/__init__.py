"""Clients of the table server."""
