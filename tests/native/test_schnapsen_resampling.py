"""Worlds and resampling of full Schnapsen against all deals with the same view."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from scipy import stats

from vorhand.native.schnapsen import Deal, Rules, Worlds, new_deal, resample_deal
from vorhand.tests.sizes import LEAST_P

EXCHANGE, CLOSE = 32, 33
HAND, FIRST_DRAW = 5, 11
MOST_REPLAYS = 20_000
ANNOUNCED = 3  # Deal.turn
Cards = tuple[int, ...]


@dataclass(frozen=True)
class Late:
    """A position and its history, seen by the player to move."""

    cards: list[int]
    actions: list[int]
    deal: Deal

    @property
    def player(self) -> int:
        return self.deal.to_move


def dealt(rules: Rules, cards: list[int]) -> Deal:
    deal = new_deal(rules)
    for card in cards:
        deal.deal_card(rules, card)
    return deal


def replayed(rules: Rules, cards: list[int], actions: list[int]) -> Deal | None:
    deal = dealt(rules, cards)
    try:
        for action in actions:
            deal.apply(rules, action)
    except ValueError:
        return None
    return deal


def hidden_now(deal: Deal, player: int) -> Cards:
    """Return the opponent's hand, and the talon while it will be drawn."""
    return (deal.hand(1 - player), *(deal.talon if deal.closer < 0 else ()))


def draw_places(rules: Rules, position: Late) -> tuple[list[int], list[int]]:
    """Return the places of cards that the opponent drew unseen, and of the cards in the talon."""
    deal, theirs, opponent = dealt(rules, position.cards), [], 1 - position.player
    for action in position.actions:
        before = deal.next
        deal.apply(rules, action)
        if deal.next > before:
            place = FIRST_DRAW + before + (deal.leader != opponent)
            theirs += [place] if place < 20 else []
    return theirs, list(range(FIRST_DRAW + deal.next, 20))


def same_deals(rules: Rules, position: Late) -> Counter[Cards]:
    """Count the deals with the same observations, by hand and talon; return none if too many.

    The order within the first hands does not count, and neither does that of a talon from which
    nobody draws any more.
    """
    cards, player, deal = position.cards, position.player, position.deal
    drawn, talon = draw_places(rules, position)
    first = range(HAND * (1 - player), HAND * (2 - player))
    shown = deal.played(1 - player)
    pool = [cards[i] for i in (*first, *drawn, *talon)]
    must = [card for card in pool if shown >> card & 1]
    free = [card for card in pool if not shown >> card & 1]
    if EXCHANGE in position.actions:
        jack = 8 * deal.trump
        must, free = must + [jack] * (jack in free), [card for card in free if card != jack]
    found: Counter[Cards] = Counter()
    own = len(pool) - len(talon)
    trials = math.comb(len(free), own - len(must)) * math.perm(own, len(drawn))
    if trials * (math.factorial(len(talon)) if deal.closer < 0 else 1) > MOST_REPLAYS:
        return found
    for kept in itertools.combinations(free, own - len(must)):
        rest = [card for card in free if card not in kept]
        # A talon that is not drawn from may stay in any order.
        orders = itertools.permutations(rest) if deal.closer < 0 else [tuple(rest)]
        layouts = list(itertools.permutations([*must, *kept], len(drawn)))
        for order, layout in itertools.product(orders, layouts):
            opening = [card for card in (*must, *kept) if card not in layout]
            trial = list(cards)
            laid = (*opening, *layout, *order)
            for place, card in zip((*first, *drawn, *talon), laid, strict=True):
                trial[place] = card
            end = replayed(rules, trial, position.actions)
            if end is not None and end.view(player) == deal.view(player):
                found[hidden_now(end, player)] += 1
    return found


def late_positions(rules: Rules, rng: random.Random) -> Iterator[Late]:
    """Yield positions of random play with the talon nearly drawn, or closed and few cards left."""
    while True:
        cards = list(rules.cards)
        rng.shuffle(cards)
        deal = dealt(rules, cards)
        actions: list[int] = []
        while not deal.terminal:
            left = len(deal.talon)
            if (deal.up >= 0 and left <= 1) or (deal.closer >= 0 and left <= 5):
                yield Late(cards, list(actions), deal.copy())
            legal = deal.legal_actions(rules)
            # Closing ends most deals early, so it is chosen less often.
            calm = [a for a in legal if a != CLOSE or rng.random() < 0.3] or legal
            actions.append(rng.choice(calm))
            deal.apply(rules, actions[-1])


def silent_lead(rules: Rules, position: Late) -> bool:
    """Return whether the opponent led a king or queen unannounced whose partner is unseen."""
    now, player = position.deal, position.player
    seen = now.hand(player) | now.known(1 - player) | now.played(0) | now.played(1)
    seen |= 1 << now.up if now.up >= 0 else 0
    deal, found = dealt(rules, position.cards), False
    for action in position.actions:
        leads = deal.led < 0 and deal.to_move != position.player and action < EXCHANGE
        if leads and action % 8 in (1, 2) and deal.turn != ANNOUNCED:
            found |= not seen >> (action + (1 if action % 8 == 1 else -1)) & 1
        deal.apply(rules, action)
    return found


def compulsory() -> Rules:
    rules = Rules()
    rules.marriage_compulsory = True
    return rules


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [Rules(), compulsory()], ids=["tompa", "compulsory"])
def test_resampling_is_uniform_over_all_deals_that_look_the_same(rules: Rules) -> None:
    rng = random.Random(4)
    kinds: Counter[str] = Counter()
    uneven = 0
    positions = late_positions(rules, rng)
    while min(kinds["open"], kinds["closed"]) < 2:
        position = next(positions)
        deal, player = position.deal, position.player
        kind = "open" if deal.closer < 0 else "closed"
        worlds = Worlds(rules, deal.view(player), player)
        if kinds[kind] == 2 or not 3 <= len(worlds) <= 30 or rng.random() < 0.7:
            continue
        if rules.marriage_compulsory and not silent_lead(rules, position):
            continue
        expected = same_deals(rules, position)
        if not expected:
            continue
        # The numbered worlds are exactly the possible ones.
        numbered = {hidden_now(worlds.world(i), player) for i in range(len(worlds))}
        assert numbered == set(expected)
        draws = 60 * len(expected)
        drawn = Counter(
            hidden_now(end, player)
            for seed in range(draws)
            if (end := replayed(rules, resampled(rules, position, seed), position.actions))
        )
        keys = list(expected)
        share = draws / expected.total()
        assert set(drawn) <= set(keys)
        assert drawn.total() == draws
        uneven += len(set(expected.values())) > 1
        if len(keys) > 1:
            test = stats.chisquare([drawn[k] for k in keys], [expected[k] * share for k in keys])
            assert test.pvalue > LEAST_P / 4
        kinds[kind] += 1
    # All worlds have equal weight, unless a marriage was not declared and must have come later.
    assert bool(uneven) == rules.marriage_compulsory


def resampled(rules: Rules, position: Late, seed: int) -> list[int]:
    return resample_deal(rules, position.cards, position.actions, 0, position.player, seed)


def test_silence_shows_that_the_partner_is_missing_until_the_next_draw() -> None:
    rules = compulsory()
    #        hand of 0: SK and small cards, hand of 1, trump up, talon
    names = "SK HJ DJ CJ HQ  DA CA HA SA DQ  HK  ST SJ SQ HT DT DK CT CK CQ".split()
    cards = [rules.parse_card(name) for name in names]
    deal = dealt(rules, cards)
    queen = 1 << rules.parse_card("SQ")
    deal.apply(rules, rules.parse_card("SK"))
    assert deal.excluded(0) == queen
    worlds = Worlds(rules, deal.view(1), 1)
    assert not any(worlds.world(i).hand(0) & queen for i in range(0, len(worlds), 9973))
    deal.apply(rules, rules.parse_card("DQ"))
    assert deal.excluded(0) == 0
    closed = dealt(rules, cards)
    closed.apply(rules, CLOSE)
    closed.apply(rules, rules.parse_card("SK"))
    closed.apply(rules, rules.parse_card("SA"))
    assert closed.excluded(0) == queen
