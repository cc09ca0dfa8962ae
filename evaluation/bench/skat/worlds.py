"""Speed of weighting and drawing worlds at the first lead, with tables and with networks.

At the lead to the fifth trick, worlds are weighted by a policy.
"""

from collections.abc import Callable

import numpy as np

from vorhand.agents.skat.beliefs.card_location import shipped
from vorhand.agents.skat.beliefs.policy import FLOOR, POOL, TEMPERATURE
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import reading_policy
from vorhand.evaluation.bench.harness import Case, Comparison, Limit
from vorhand.evaluation.bench.skat.rule_player import first_lead
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import WeightedWorlds, rule_action

WORLDS = 160
_LEADS = 20
_TIMES = 50
_FIFTH = 4  # tricks played before the fifth

FINDINGS = (
    Limit("shares by bdci", seconds_at_most=1e-3),
    Limit("weigh", seconds_at_most=20e-6),
    Limit(f"draw {WORLDS} weighed", seconds_at_most=100e-6),
    Comparison(f"draw {WORLDS} weighed", f"draw {WORLDS} alike", cost_at_most=2),
    Limit(f"draw {WORLDS} different", seconds_at_most=1e-3),
    Limit(f"read {POOL} by policy", seconds_at_most=10e-3),
)


def cases(seed: int = 1) -> list[Case]:
    """Return cases whose unit is one position, with weights like those of an untrained network."""
    rng = np.random.default_rng(seed)
    deals = [first_lead(number) for number in range(_LEADS)]
    alike = [observe(deal, (deal.soloist + 1) % 3).worlds() for deal in deals]
    tables = [rng.dirichlet([1.0] * 4, 32) for _ in deals]
    leaders = [observe(deal, deal.player) for deal in deals]
    seen = [(card_play(view), view.worlds()) for view in leaders]
    networks = shipped("bdci")
    weighed = [WeightedWorlds(*pair) for pair in zip(alike, tables, strict=True)]

    later = [_in_fifth_trick(number) for number in range(_LEADS)]
    pools = [(card_play(view), view.worlds().distinct(0, POOL, 1)) for view in later]
    policy = reading_policy()

    def over(work: Callable[[int], object], times: int = _TIMES) -> Callable[[], float]:
        def run() -> float:
            for _ in range(times):
                for lead in range(_LEADS):
                    work(lead)
            return times * _LEADS

        return run

    works: dict[str, Callable[[int], object]] = {
        "shares by bdci": lambda i: networks.shares(*seen[i]),
        "weigh": lambda i: WeightedWorlds(alike[i], tables[i]),
        "marginals": lambda i: weighed[i].marginals(),
        "most probable world": lambda i: weighed[i].best_assignment(),
        f"draw {WORLDS} alike": lambda i: alike[i].sample(WORLDS, i),
        f"draw {WORLDS} weighed": lambda i: weighed[i].draw(WORLDS, i),
        f"draw {WORLDS} different": lambda i: weighed[i].distinct(WORLDS, i),
    }
    cases = [Case(name, over(work), "positions") for name, work in works.items()]
    read = over(lambda i: policy.log_chances(*pools[i], TEMPERATURE, FLOOR), _TIMES // 10)
    return [*cases, Case(f"read {POOL} by policy", read, "positions")]


def _in_fifth_trick(number: int) -> SkatView:
    """Return the view of the leader in the fifth trick of a deal played by rule players."""
    deal = first_lead(number)
    while deal.tricks_played < _FIFTH:
        deal.apply(rule_action(deal))
    return observe(deal, deal.player)
