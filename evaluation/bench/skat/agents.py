"""Time of the Skat agents per decision and per deal."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.skat.bidding.kermit import ranked_ways
from vorhand.evaluation.bench.harness import Case, Comparison, Limit
from vorhand.evaluation.bench.skat.rule_player import first_lead
from vorhand.evaluation.post_mortem.skat.played_deals import choices_by_rule
from vorhand.games.loading import load_game
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal, Phase

_GAME = "python_skat"
_PIMC = "pimc(worlds=160)"
_IIMC = "iimc(worlds=160,playout=rule)"
_ISMCTS = "ismcts(iterations=1600,playout=rule)"
_TWO = "pimc(worlds=160,threads=2)"
RECURSIVE = (
    "iimc(worlds=160,playout=pimc(worlds=10,values=levels))",
    "iimc(worlds=160,playout=pimc(worlds=10,values=levels,objective=win))",
)

_TRIED = "kermit(against=policy,tried=24)"

FINDINGS = (
    Limit(f"{_PIMC}, first trick", seconds_at_most=0.7),
    Limit(f"{_PIMC}, card play of a deal", seconds_at_most=6),
    Limit(f"{_IIMC}, first trick", seconds_at_most=60e-3),
    Limit(f"{_IIMC}, hardest decision", seconds_at_most=60e-3),
    Limit(f"{_ISMCTS}, first trick", seconds_at_most=50e-3),
    Limit(f"{_ISMCTS}, hardest decision", seconds_at_most=50e-3),
    Limit("mc_bidder, a player before the card play", seconds_at_most=2),
    Limit("kermit, a bid", seconds_at_most=20e-3),
    Limit("kermit, discards and declaration", seconds_at_most=20e-3),
    Limit(f"{_TRIED}, discards and declaration", seconds_at_most=0.5),
)
FINDINGS_OF_THREADS = (Comparison(_TWO, _PIMC, speed_at_least=1.8),)
FINDINGS_OF_RECURSION = tuple(
    Limit(f"{spec}, whole deals", seconds_at_most=10) for spec in RECURSIVE
)


def first_tricks(deals: int) -> list[SkatView]:
    """Return the decisions of `whole_deals` in the first trick, from all three seats."""
    return [view for view in whole_deals(deals) if len(view.plays) < 3]


def whole_deals(deals: int) -> list[SkatView]:
    """Return all decisions with a choice in suit and grand deals of the rule player."""
    return [view for deal in _leads(deals) for view in choices_by_rule(deal)]


def cases(deals: int) -> list[Case]:
    """Return cases: first trick, hardest decision, card play of whole deals, and bidding."""
    first, every = first_tricks(deals), whole_deals(deals)
    measured = [
        Case(f"{spec}, first trick", _decisions(spec, first), "decisions")
        for spec in (_PIMC, _IIMC, _ISMCTS)
    ]
    measured += [
        Case(f"{spec}, hardest decision", _decisions(spec, _hardest(spec, every)), "decisions")
        for spec in (_IIMC, _ISMCTS)
    ]
    measured.append(Case(f"{_PIMC}, card play of a deal", _deals(_PIMC, deals), "deals"))
    measured.append(Case("mc_bidder, a player before the card play", _bidding(deals), "players"))
    bids, declarations = _before_the_card_play(deals)
    measured.append(Case("kermit, a bid", _decisions("kermit", bids), "bids"))
    measured += [
        Case(f"{spec}, discards and declaration", _games(spec, declarations), "soloists")
        for spec in ("kermit", _TRIED)
    ]
    return measured


def cases_of_threads(deals: int) -> list[Case]:
    """Return two cases: the same decisions on one thread and on two."""
    views = first_tricks(deals)
    return [Case(spec, _decisions(spec, views), "decisions") for spec in (_PIMC, _TWO)]


def cases_of_recursion(deals: int) -> list[Case]:
    """Return cases of recursive Monte Carlo: all decisions with a choice in whole deals."""
    views = whole_deals(deals)
    return [
        Case(f"{spec}, whole deals", _decisions(spec, views), "decisions") for spec in RECURSIVE
    ]


def _leads(deals: int) -> Iterator[Deal]:
    dealt = seed = 0
    while dealt < deals:
        deal = first_lead(seed)
        seed += 1
        if deal.contract != NULL:
            dealt += 1
            yield deal


def _decisions(spec: str, views: Sequence[SkatView]) -> Callable[[], float]:
    bot: ViewBot = make_bot(spec, load_game(_GAME), 0, 1)

    def run() -> float:
        for view in views:
            bot.explain(view)
        return len(views)

    return run


def _hardest(spec: str, views: Sequence[SkatView]) -> list[SkatView]:
    """Return the slowest decision; the time of a decision is the shorter of two measurements."""
    bot: ViewBot = make_bot(spec, load_game(_GAME), 0, 1)

    def seconds(view: SkatView) -> float:
        start = time.process_time()
        bot.explain(view)
        return time.process_time() - start

    return [max(views, key=lambda view: min(seconds(view), seconds(view)))]


def _deals(spec: str, deals: int) -> Callable[[], float]:
    bot: ViewBot = make_bot(spec, load_game(_GAME), 0, 1)

    def run() -> float:
        for deal in _leads(deals):
            while not deal.is_over:
                deal.apply(bot.explain(observe(deal, deal.player)).move)
        return deals

    return run


def _before_the_card_play(deals: int) -> tuple[list[SkatView], list[SkatView]]:
    """Return the views in which Kermit bids, and those in which it has picked up the skat."""
    bot: ViewBot = make_bot("kermit", load_game(_GAME), 0, 1)
    bids, twelve = [], []
    for lead in _leads(deals):
        first, second, third = map(lead.dealt_hand, range(3))
        deal = Deal.given((first, second, third), lead.dealt_skat)
        while not deal.is_over and deal.phase in (Phase.BIDDING, Phase.PICK_UP_OR_HAND):
            view = observe(deal, deal.player)
            if deal.phase == Phase.BIDDING:
                bids.append(view)
            deal.apply(bot.explain(view).move)
        if deal.phase == Phase.DISCARD:
            twelve.append(observe(deal, deal.player))
    return bids, twelve


def _games(spec: str, views: Sequence[SkatView]) -> Callable[[], float]:
    """Return a function in which the soloists discard and declare, from these views."""

    def run() -> float:
        bot: ViewBot = make_bot(spec, load_game(_GAME), 0, 1)
        ranked_ways.cache_clear()  # a cached ranking would take no time
        for view in views:
            deal = view.deal(view.worlds().slice(0, 1)[0].tolist())
            while deal.phase != Phase.PLAY:
                deal.apply(bot.explain(observe(deal, deal.player)).move)
        return len(views)

    return run


def _bidding(deals: int) -> Callable[[], float]:
    seeds = itertools.count()

    def run() -> float:
        for lead in _leads(deals):
            # A different seed each time, because a bot remembers the last hands that it has
            # evaluated.
            bot: ViewBot = make_bot("mc_bidder", load_game(_GAME), 0, next(seeds))
            first, second, third = map(lead.dealt_hand, range(3))
            deal = Deal.given((first, second, third), lead.dealt_skat)
            while not deal.is_over and deal.phase != Phase.PLAY:
                deal.apply(bot.explain(observe(deal, deal.player)).move)
        return 3 * deals

    return run
