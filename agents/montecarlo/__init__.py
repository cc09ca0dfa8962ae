"""Common parts of Monte Carlo agents in all games."""

from vorhand.agents.discovery import modules_of

MODULES = modules_of(
    __name__,
    decisions="mean presumed_payoff presumed_value votes",
    ties="first last shared",
)
