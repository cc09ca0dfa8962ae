"""Equal pairs to push on before Ramsch, against the definition and by playouts one by one."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.equal_cards import equal_pairs
from vorhand.agents.skat.push_reasons import reason_for_push
from vorhand.games.skat.cards import card_list, card_name, card_set, parse_card
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import PICK_UP, rule_action
from vorhand.tests.agents.skat.test_push_reasons import at_the_first_card
from vorhand.tests.sizes import sizes

Cards = frozenset[str]
_POINTS = {"7": 0, "8": 0, "9": 0, "Q": 3, "K": 4, "T": 10, "A": 11}  # weakest first
_SUITS = "DHSC"


class Definition:
    """The definition of equal pairs: a swap of suits, and for rearhand a shift of the cards left.

    The swap maps the player's knowledge onto itself. Rearhand's pairs are equal if the cards in
    play have the same owners and points after both, in the order of strength.
    """

    def __init__(self, view: SkatView) -> None:
        """Find the swaps of suits that map the player's knowledge onto itself."""
        self.hand = _plain(view.hand | view.skat)
        earlier = any(move == PICK_UP and seat < view.player for seat, move in view.pushes)
        received = _plain(view.picked_up_skat) if earlier else frozenset()
        self.shifts = view.player == 2
        self.swaps = [
            swap
            for order in itertools.permutations(_SUITS)
            for swap in [dict(zip(_SUITS, order, strict=True))]
            if _swapped(self.hand, swap) == self.hand and _swapped(received, swap) == received
        ]

    def pairs(self) -> list[Cards]:
        return list(map(frozenset, itertools.combinations(self.hand, 2)))

    def equal(self, one: Cards, other: Cards) -> bool:
        return any(self._same(_swapped(one, swap), other) for swap in self.swaps)

    def first(self, pair: Cards) -> Cards:
        """Return the pair equal to this one that comes first in the order of cards."""

        def key(cards: Cards) -> list[int]:
            return sorted(map(parse_card, cards))

        return min((other for other in self.pairs() if self.equal(other, pair)), key=key)

    def _same(self, one: Cards, other: Cards) -> bool:
        if not self.shifts:
            return one == other
        return list(self._in_play(one)) == list(self._in_play(other))

    def _in_play(self, pushed: Cards) -> Iterator[tuple[str, object]]:
        for suit, (rank, points) in itertools.product(_SUITS, _POINTS.items()):
            card = suit + rank
            if card not in pushed:
                yield suit, points if card in self.hand else card


def _plain(cards: int) -> Cards:
    return frozenset(name for name in map(card_name, card_list(cards)) if name[1] != "J")


def _swapped(cards: Cards, swap: dict[str, str]) -> Cards:
    return frozenset(swap[card[0]] + card[1] for card in cards)


def names(pair: int) -> Cards:
    return frozenset(map(card_name, card_list(pair)))


@pytest.mark.parametrize("count", sizes(100, 400))
def test_groups_against_the_definition(count: int) -> None:
    """Compare all pairs with each other, before the first card and after it."""
    rng, seen = random.Random(6), Counter[object]()
    for _ in range(count):
        state = at_the_first_card(rng)
        view = state.view(state.current_player())
        by_definition = Definition(view)
        if rng.random() < 0.3:
            first = rng.choice(state.legal_actions())
            state.apply_action(first)
            view = state.view(state.current_player())
            pairs = [view.skat | 1 << card for card in state.legal_actions()]
        else:
            pairs = [card_set(map(parse_card, pair)) for pair in by_definition.pairs()]
        groups = equal_pairs(view, pairs)
        assert sorted(pair for group in groups for pair in group) == sorted(pairs)
        group_of = {pair: k for k, group in enumerate(groups) for pair in group}
        for one, other in itertools.combinations(pairs, 2):
            equal = by_definition.equal(names(one), names(other))
            assert (group_of[one] == group_of[other]) == equal
            seen[equal, by_definition.shifts] += 1
            seen["swapped"] += equal and {c[0] for c in names(one)} != {c[0] for c in names(other)}
    assert min(seen[equal, shifts] for equal in (True, False) for shifts in (True, False)) > 0
    assert seen["swapped"] > 0


@pytest.mark.parametrize("count", sizes(40, 300))
def test_neighbours_of_rearhand_lead_to_the_same_in_each_layout(count: int) -> None:
    """Play one layout after each pair of a group; cards equal by a swap of suits are left out."""
    rng, compared = random.Random(7), 0
    for _ in range(count):
        state = at_the_first_card(rng)
        view = state.view(state.current_player())
        by_definition = Definition(view)
        if len(by_definition.swaps) > 1:
            continue
        pairs = [card_set(map(parse_card, pair)) for pair in by_definition.pairs()]
        for group in equal_pairs(view, pairs):
            results = set()
            for pair in group[:3]:
                deal = view.deal(view.worlds().sample(1, 3)[0].tolist())
                deal.apply_all(bytes(card_list(pair)))
                while not deal.is_over:
                    deal.apply(rule_action(deal))
                results.add(tuple(deal.result().seat_values))
            assert len(results) == 1
            compared += len(group) > 1
    assert compared > 0


@pytest.mark.parametrize("count", sizes(60, 300))
def test_sentences_compare_unequal_pairs(count: int) -> None:
    """Explain each second card that has an equal one; equal cards have the same figures."""
    rng, compared = random.Random(9), 0
    while compared < count:
        state = at_the_first_card(rng)
        by_definition = Definition(state.view(state.current_player()))
        state.apply_action(rng.choice(state.legal_actions()))
        view = state.view(state.current_player())
        seconds = {card: names(view.skat | 1 << card) for card in state.legal_actions()}
        for one, other in itertools.combinations(seconds, 2):
            if not by_definition.equal(seconds[one], seconds[other]):
                continue
            reasons = [reason_for_push(view, Choice.of(view, c, "rule")) for c in (one, other)]
            figures = []
            for card, reason in zip((one, other), reasons, strict=True):
                assert reason is not None
                instead = parse_card(str(reason.facts.get("other", reason.facts["first"])))
                assert instead not in seconds or not by_definition.equal(
                    seconds[card], seconds[instead]
                )
                figures.append((reason.kind, reason.facts["score"], reason.facts.get("share")))
            assert figures[0] == figures[1]
            compared += 1
