"""Agents for Kuhn and Leduc poker."""

from dataclasses import replace

from vorhand.agents import generic
from vorhand.agents.discovery import modules_of

AGENTS = replace(generic.AGENTS, modules=modules_of(__name__, players="rule"))
