"""Random deals, played at random."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vorhand.native.schnapsen import Deal, Rules, kinder_rules, new_deal
from vorhand.tests.games.schnapsen.reference import SlowDeal

DATA = Path(__file__).parents[3] / "evaluation" / "bench" / "data" / "schnapsen"


def variants() -> dict[str, Rules]:
    """Return sets of rules by name; each option differs from its default in one of them."""
    found = {"tompa": Rules(), "kinder": kinder_rules()}
    changed: dict[str, dict[str, Any]] = {
        "tournament": {"exchange_talon": 2, "exchange_first_lead": False},
        "pypi": {"pending_until_next_trick": True, "marriage_leads_king": True},
        "late": {"close_talon": 3, "close_first_lead": False, "marriage_first_lead": False},
        "forced": {"marriage_compulsory": True, "claim_on_marriage": False},
        "end": {"failed_close_at_end": True, "closed_first_wins": False, "last_trick_points": 2},
        "small": {"hand_size": 4, "close": False},
    }
    for name, changes in changed.items():
        rules = Rules()
        for field, value in changes.items():
            setattr(rules, field, value)
        found[name] = rules
    return found


def both(rules: Rules, rng: random.Random, leader: int = 0) -> tuple[Deal, SlowDeal]:
    """Return the same random deal, fast and slow."""
    cards = list(rules.cards)
    rng.shuffle(cards)
    deal = new_deal(rules, leader)
    for card in cards:
        deal.deal_card(rules, card)
    return deal, SlowDeal(rules, cards, leader)


def late_positions(
    rules: Rules, rng: random.Random, count: int, most_cards: int
) -> Iterator[tuple[Deal, SlowDeal]]:
    """Yield positions met in random play with few cards left to play, talon open or not."""
    found = 0
    while found < count:
        deal, slow = both(rules, rng, rng.randrange(2))
        while not deal.terminal:
            live = len(slow.hands[0]) + len(slow.hands[1])
            live += len(slow.talon) + 1 if slow.open else 0
            if live <= most_cards and rng.random() < 0.5:
                yield deal.copy(), slow.copy()
                found += 1
                break
            action = rng.choice(deal.legal_actions(rules))
            deal.apply(rules, action)
            slow.act(action)
