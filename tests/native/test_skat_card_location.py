"""Inputs and outputs of card-location networks against slow references made from views."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from vorhand.agents.skat.outcomes import bids_by_seat, card_play
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.errors import IllegalActionError, InvalidLocationsError
from vorhand.native.network import Network
from vorhand.native.skat import Deal, WeightedWorlds, rule_action, trick_winner, trump_mask
from vorhand.native.skat_card_location import (
    LOCATION_BID_INPUTS,
    LOCATION_INPUTS,
    LOCATION_SEQUENCE,
    CardLocations,
    Tastes,
    begun_deal,
    begun_deals,
    location_examples,
    location_likelihoods,
    played_by_rule,
    played_deal,
)
from vorhand.tests.sizes import few

TASTES = Tastes(boldness=20, null=30, grand=10, hand=20, ouvert=20)
BASES = (9, 10, 11, 12, 24)
STEPS = (0, 18, 20, 22, 23, 24, 30, 36, 48, 60, 72)


def rule_games(n: int, seed: int, first: int, tastes: Tastes) -> npt.NDArray[np.uint8]:
    return np.asarray(played_by_rule(begun_deals(n, seed, first, tastes), seed, first, tastes))


def positions(deals: int, first: int = 0) -> Iterator[tuple[Deal, SkatView, int]]:
    """Yield each play before the last trick: the deal before it, the player's view, its number."""
    for number in range(first, first + deals):
        deal = begun_deal(5, number, TASTES)
        ply = 0
        while not deal.is_over and ply < 27:
            yield deal, observe(deal, deal.player), ply
            deal = deal.copy()
            deal.apply(rule_action(deal))
            ply += 1


def turned(view: SkatView, card: int) -> int:
    """Return the card after trumps of a suit game are exchanged with clubs."""
    suit, rank = divmod(card, 8)
    if view.contract >= GRAND or rank == 7 or suit not in (3, view.contract):
        return card
    return (3 if suit == view.contract else view.contract) * 8 + rank


def slow_inputs(view: SkatView) -> npt.NDArray[np.uint8]:
    """Return the same inputs from the view, one after another by name."""
    me = view.player
    seats = [me, (me + 1) % 3, (me + 2) % 3]
    plays = list(zip(view.players_of_plays, view.plays, strict=True))
    tricks = [plays[first : first + 3] for first in range(0, len(plays), 3)]

    def cards(mask: int) -> list[int]:
        bits = [0] * 32
        for card in card_list(mask):
            bits[turned(view, card)] = 1
        return bits

    opened = view.open_hand | view.played[view.soloist] if view.level == 3 else 0
    led, sloughed = led_and_sloughed(view, tricks)
    on_table = {seat: 1 << card for seat, card in (tricks[-1] if len(plays) % 3 else [])}
    tricks += [[]] * (9 - len(tricks))
    parts: list[Sequence[int]] = [
        *(cards(mask) for mask in (view.hand | view.played[me], view.known[3], opened)),
        *(slow_bid(view, bids_by_seat(view)[seat]) for seat in seats),
        [seat == view.soloist for seat in seats],
        [seat == me for seat in range(3)],
        [view.contract == suit for suit in range(4)],
        [view.level == level for level in range(4)],
        [view.hand_game],
        *(cards(view.played[seat]) for seat in seats),
        cards(view.hand),
        *(cards(led[seat]) for seat in seats[1:]),
        *(cards(sloughed[seat]) for seat in seats[1:]),
        *(cards(on_table.get(seat, 0)) for seat in seats[1:]),
        *(slow_voids(view, seat) for seat in seats[1:]),
        [len(plays) // 3 == trick for trick in range(10)],
        *(cards(sum(1 << c for s, c in t if s == seat)) for t in tricks[:9] for seat in seats),
        *([bool(t) and t[0][0] == seat for seat in seats] for t in tricks[:9]),
    ]
    return np.array([int(bit) for bits in parts for bit in bits], np.uint8)


def led_and_sloughed(
    view: SkatView, tricks: list[list[tuple[int, int]]]
) -> tuple[list[int], list[int]]:
    trumps = trump_mask(view.contract)
    led, sloughed = [0, 0, 0], [0, 0, 0]
    for trick in tricks:
        leader, first = trick[0]
        led[leader] |= 1 << first
        follow = trumps if trumps >> first & 1 else 0xFF << first // 8 * 8 & ~trumps
        for seat, card in trick:
            if not 1 << card & (follow | trumps):
                sloughed[seat] |= 1 << card
    return led, sloughed


def slow_bid(view: SkatView, bid: int) -> list[int]:
    step = next((i for i, most in enumerate(STEPS) if bid <= most), len(STEPS))
    kinds = [0] * 6
    for base in range(5):
        slot = base if base == 4 else turned(view, base * 8) // 8
        kinds[slot] = int(bid > 0 and bid % BASES[base] == 0 and not bid == BASES[base] == 24)
    kinds[5] = int(bid in (23, 35, 46, 59))
    return [int(i == step) for i in range(12)] + kinds


def slow_voids(view: SkatView, seat: int) -> list[int]:
    trumps = trump_mask(view.contract)
    suits = [0] * 5
    for suit in range(4):
        missing = view.voids[seat] & 0xFF << suit * 8 & ~trumps
        suits[turned(view, suit * 8) // 8] = int(missing > 0)
    suits[4] = int(view.voids[seat] & trumps > 0)
    return suits


Flat = list[npt.NDArray[np.float32]]


def random_nets(seed: int, sequence: bool, size: float = 0.3) -> list[Flat]:
    """Return layers of a branch (or none) and of a trunk, flat: weights, bias, weights, ..."""
    rng = np.random.default_rng(seed)
    told = [LOCATION_INPUTS - LOCATION_SEQUENCE, 16, 8] if sequence else []
    trunk = [LOCATION_SEQUENCE + 8 if sequence else LOCATION_BID_INPUTS, 24, 128]
    layers: list[Flat] = []
    for widths in (told, trunk):
        layers.append([])
        for k in range(len(widths) - 1):
            shape = (widths[k], widths[k + 1])
            layers[-1].append((size * rng.standard_normal(shape)).astype(np.float32))
            layers[-1].append((size * rng.standard_normal(shape[1])).astype(np.float32))
    return layers


def network(layers: Flat) -> Network:
    return Network(list(zip(layers[::2], layers[1::2], strict=True)))


def locations(sequence: bool, size: float = 0.3) -> CardLocations:
    nets = []
    for game_type in range(3):
        told, trunk = random_nets(game_type, sequence, size)
        nets.append((network(told) if sequence else None, network(trunk)))
    return CardLocations(nets)


def slow_outputs(view: SkatView, sequence: bool) -> npt.NDArray[np.float64]:
    """Return numbers by the network's cards and places, in double precision."""
    kind = max(0, view.contract - 3)
    told, trunk = random_nets(kind, sequence)
    inputs = slow_inputs(view).astype(np.float64)

    def run(layers: Flat, values: npt.NDArray[np.float64], last: bool) -> npt.NDArray[np.float64]:
        for k in range(0, len(layers), 2):
            values = values @ layers[k] + layers[k + 1]
            if last or k + 2 < len(layers):
                values = np.where(values > 0, values, np.expm1(np.minimum(values, 0)))
        return values

    if sequence:
        end = run(told, inputs[LOCATION_SEQUENCE:], True)
        inputs = np.concatenate([inputs[:LOCATION_SEQUENCE], end])
    else:
        inputs = inputs[:LOCATION_BID_INPUTS]
    return run(trunk, inputs, False).reshape(32, 4)


@pytest.mark.parametrize("sequence", few(1, [True, False]))
def test_shares_are_the_softmax_over_possible_places(sequence: bool) -> None:
    nets = locations(sequence)
    types = set()
    for _, view, _ in [*positions(12)][::2]:
        types.add(max(0, view.contract - 3))
        shares = np.asarray(nets.shares(card_play(view), view.worlds()))
        numbers = slow_outputs(view, sequence)
        for card in range(32):
            may = [place for place in range(4) if view.possible[place] >> card & 1]
            if len(may) < 2:
                assert (shares[card] == 1).all()
                continue
            row = numbers[turned(view, card)]
            row = row[[(place - view.player) % 3 if place < 3 else 3 for place in may]]
            slow = np.zeros(4)
            slow[may] = np.maximum(np.exp(row - row.max()) / np.exp(row - row.max()).sum(), 1e-4)
            np.testing.assert_allclose(shares[card], slow, rtol=2e-4)
    assert types == {0, 1, 2}


def test_likelihoods_are_those_of_worlds_weighed() -> None:
    chosen = list(positions(6))[::3]
    records = np.stack([np.frombuffer(played_deal(deal), np.uint8) for deal, _, _ in chosen])
    plies = np.array([ply for _, _, ply in chosen])
    shares = np.random.default_rng(3).random((len(chosen), 32, 4)).astype(np.float32) + 0.1
    marginals, logs, counts = map(np.asarray, location_likelihoods(records, plies, shares))
    for number, (deal, view, _) in enumerate(chosen):
        places = [*((view.player + k) % 3 for k in range(3)), 3]
        table = np.ones((32, 4))
        for card in range(32):
            table[card, places] = shares[number, turned(view, card)]
        worlds = WeightedWorlds(view.worlds(), table)
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        assert counts[number] == view.worlds().count
        assert logs[number] == pytest.approx(worlds.log_probability(truth)[0])
        for card in range(32):
            np.testing.assert_allclose(
                marginals[number, turned(view, card)], worlds.marginals()[card, places], rtol=1e-5
            )


def test_records_hold_what_was_bid_and_played() -> None:
    games = rule_games(20, 5, 3, TASTES)
    again = np.concatenate([rule_games(5, 5, 3, TASTES), rule_games(15, 5, 8, TASTES)])
    np.testing.assert_array_equal(games, again)
    deal = begun_deal(5, 3, TASTES)
    while not deal.is_over:
        deal.apply(rule_action(deal))
    assert played_deal(deal) == games[0].tobytes()
    plays = games[0][28 : 28 + games[0][26]].tolist()
    assert bytes(plays) == deal.history[-len(plays) :]
    leaders = [0]
    for first in range(0, len(plays) - 2, 3):
        leaders.append((leaders[-1] + trick_winner(deal.contract, *plays[first : first + 3])) % 3)
    assert [deal.history_players[-len(plays) :][i] for i in range(0, len(plays), 3)] == leaders[
        : (len(plays) + 2) // 3
    ]


def test_some_card_players_err() -> None:
    plain = rule_games(40, 5, 0, TASTES)
    erring = np.asarray(played_by_rule(plain, 5, 0, Tastes(errors=50)))
    np.testing.assert_array_equal(plain[:, :26], erring[:, :26])
    same = (plain == erring).all(axis=1)
    assert 2 < same.sum() < 30
    location_examples(erring, erring[:, 26].astype(np.int64) - 1)  # all plays are in turn


def test_tastes_change_what_is_declared() -> None:
    def nulls(tastes: Tastes) -> int:
        return sum(int(game[16] == NULL) for game in rule_games(60, 1, 0, tastes))

    assert nulls(Tastes(null=100)) > 2 * nulls(Tastes()) + 2


def test_bad_input_is_refused() -> None:
    view = next(positions(1))[1]
    with pytest.raises(InvalidLocationsError, match="networks 1, expected 3"):
        CardLocations([(None, network(random_nets(1, False)[1]))])
    small = network(random_nets(1, False)[1])
    with pytest.raises(InvalidLocationsError, match="inputs of the network 165, expected"):
        CardLocations([(network(random_nets(1, True)[0]), small)] * 3)
    other = observe(begun_deal(5, 0, TASTES), (view.player + 1) % 3)
    with pytest.raises(ValueError, match="worlds: expected those of the player to move"):
        locations(False).shares(card_play(view), other.worlds())
    record = np.zeros((1, 60), np.uint8)
    with pytest.raises(IllegalActionError, match="record of a deal: expected three hands of ten"):
        location_examples(record, np.array([0]))
    played = rule_games(1, 1, 0, Tastes()).copy()
    with pytest.raises(IllegalActionError, match="expected a number of plays that it has"):
        location_examples(played, np.array([31]))
    played[0, 29] = played[0, 28]
    with pytest.raises(IllegalActionError, match="a play out of turn"):
        location_examples(played, np.array([2]))
    with pytest.raises(IllegalActionError, match="played deal: expected one that was bid"):
        played_deal(Deal())
