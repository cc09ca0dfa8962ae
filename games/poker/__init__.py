"""Kuhn poker, Leduc poker and Texas hold'em.

The games are OpenSpiel's; `pack.py` lists the modules that Vorhand adds for them.
"""
