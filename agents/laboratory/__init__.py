"""Agents for the laboratory games."""

from dataclasses import replace

from vorhand.agents import generic
from vorhand.agents.discovery import modules_of

AGENTS = replace(
    generic.AGENTS, modules=modules_of(__name__, evaluators="open_hand", players="rule")
)
