"""Time of Monte Carlo agents a decision and a deal, at default strength on one thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vorhand.agents import make_bot
from vorhand.agents.skat import SkatBot
from vorhand.evaluation.bench.harness import Case, Limit
from vorhand.evaluation.bench.rule import first_lead
from vorhand.games.loading import load_game
from vorhand.games.skat.view import View, observe
from vorhand.native.skat import Deal, rule_action

_NULL = 5
_GAME = "python_skat"

FINDINGS = (
    Limit("pimc(worlds=160), first trick", seconds_at_most=0.7),
    Limit("pimc(worlds=160), card play of a deal", seconds_at_most=6),
    Limit("iimc(worlds=160,playout=rule), first trick", seconds_at_most=60e-3),
    Limit("ismcts(iterations=1600,playout=rule), first trick", seconds_at_most=50e-3),
)


def first_tricks(deals: int) -> list[View]:
    """The first trick of suit and grand deals bid by the rule player, from all three seats."""
    views: list[View] = []
    for deal in _leads(deals):
        for _ in range(3):
            views.append(observe(deal, deal.player))
            deal.apply(rule_action(deal))
    return views


def cases(deals: int) -> list[Case]:
    """Decisions in the first trick, and the card play of whole deals."""
    views = first_tricks(deals)
    specs = [
        "pimc(worlds=160)",
        "iimc(worlds=160,playout=rule)",
        "ismcts(iterations=1600,playout=rule)",
    ]
    found = [Case(f"{spec}, first trick", _decisions(spec, views), "decisions") for spec in specs]
    found += [Case(f"{specs[0]}, card play of a deal", _deals(specs[0], deals), "deals")]
    return found


def _leads(deals: int) -> list[Deal]:
    leads: list[Deal] = []
    seed = 0
    while len(leads) < deals:
        deal = first_lead(seed)
        seed += 1
        if deal.contract != _NULL:
            leads.append(deal)
    return leads


def _decisions(spec: str, views: Sequence[View]) -> Callable[[], float]:
    bot: SkatBot = make_bot(spec, load_game(_GAME), 0, 1)

    def run() -> float:
        for view in views:
            bot.explain(view)
        return len(views)

    return run


def _deals(spec: str, deals: int) -> Callable[[], float]:
    bot: SkatBot = make_bot(spec, load_game(_GAME), 0, 1)

    def run() -> float:
        for deal in _leads(deals):
            while not deal.is_over:
                deal.apply(bot.explain(observe(deal, deal.player)).move)
        return deals

    return run
