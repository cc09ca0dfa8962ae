"""Agents: beliefs, evaluators, decision rules, and the bots put together from them."""
