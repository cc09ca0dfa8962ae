"""Schnapsen and Kinderschnapsen as OpenSpiel games."""
