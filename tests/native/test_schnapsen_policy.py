"""The policy of Schnapsen, its inputs and playouts, against slow, obvious twins."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

import vorhand  # noqa: F401  (it registers the games)
from vorhand.games.schnapsen.rebuilding import account_of, dealt_cards
from vorhand.native import fitted
from vorhand.native.schnapsen import (
    CHOICES,
    FACTS,
    POLICY_UNIT,
    POLICY_WIDTH,
    Deal,
    Policy,
    Rules,
    Solver,
    Worlds,
    kinder_rules,
    new_deal,
    resample_deal,
    shipped_policy,
)

RULES = Rules()
SIZE = (FACTS + 1) * POLICY_WIDTH + (POLICY_WIDTH + 1) * CHOICES


def played(seed: int, moves: int) -> pyspiel.State:
    """Return a state with the talon open, after moves that the policy mostly prefers."""
    game, rng = pyspiel.load_game("python_schnapsen"), random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(rng.choice(legal))
                continue
            deal = state.current.deal
            if not deal.open:
                break
            if len(state.current.actions) >= moves and len(legal) > 1:
                return state
            weights = np.asarray(shipped_policy().chances(RULES, deal)) + 0.05
            state.apply_action(rng.choices(legal, weights.tolist())[0])


def network(numbers: np.ndarray, facts: list[int]) -> np.ndarray:
    """Return the preference for each choice, by the definition."""
    numbers = numbers.astype(np.float64) * POLICY_UNIT
    first, second = np.split(numbers, [(FACTS + 1) * POLICY_WIDTH])
    weights, bias = first[:-POLICY_WIDTH].reshape(FACTS, POLICY_WIDTH), first[-POLICY_WIDTH:]
    sums = bias + weights[facts].sum(axis=0)
    hidden = np.where(sums > 0, sums, np.expm1(np.minimum(sums, 0)))
    last = second[:-CHOICES].reshape(POLICY_WIDTH, CHOICES)
    return np.asarray(hidden @ last + second[-CHOICES:])


def place(trump: int, suit: int) -> int:
    """Return the place of a suit: trumps last."""
    others = [other for other in range(4) if other != trump]
    return 3 if suit == trump else others.index(suit)


def facts_of(deal: Deal) -> list[int]:
    """Return the features of the player to move, group by group."""
    me, other = deal.to_move, 1 - deal.to_move
    hidden = deal.hand(me) | deal.known(other) | deal.played(0) | deal.played(1)
    unseen = [c for c in RULES.cards if not (hidden | deal.excluded(other)) >> c & 1]
    groups: list[tuple[int, list[int]]] = []

    def cards(those: list[int]) -> None:
        groups.append((20, [5 * place(deal.trump, c // 8) + c % 8 for c in those]))

    def masked(mask: int) -> list[int]:
        return [c for c in RULES.cards if mask >> c & 1]

    cards(masked(deal.hand(me)))
    cards(masked(deal.known(other)))
    cards([card for card in unseen if card != deal.up])
    cards([deal.led] if deal.led >= 0 else [])
    groups.append((5, [deal.up % 8] if deal.up >= 0 else []))
    groups.append((10, [len(deal.talon)]))
    groups.append((3, [0 if deal.closer < 0 else 1 if deal.closer == me else 2]))
    groups.append((4, [deal.turn]))
    groups.append((4, [place(deal.trump, deal.marriage)] if deal.marriage >= 0 else []))
    groups += [(17, [min(16, deal.points(who) // 4)]) for who in (me, other)]
    groups += [(3, [(deal.pending(who) > 0) + (deal.pending(who) >= 40)]) for who in (me, other)]
    groups += [(1, [0] if deal.tricks(who) else []) for who in (me, other)]
    first = np.cumsum([0, *(size for size, _ in groups)])
    assert first[-1] == FACTS
    return [
        int(start) + fact
        for start, (_, facts) in zip(first, groups, strict=False)
        for fact in facts
    ]


def choice(deal: Deal, action: int) -> int:
    """Return the network's name of an action."""
    if action < 32:
        return 5 * place(deal.trump, action // 8) + action % 8
    return action - 12 if action < 34 else 22 + place(deal.trump, action - 34)


def test_chances_are_those_of_the_network_as_defined() -> None:
    rng = np.random.default_rng(1)
    numbers = rng.integers(-1500, 1500, SIZE).astype(np.int16)
    policy = Policy(numbers)
    for seed in range(60):
        deal = played(seed, seed % 9).current.deal
        speaks = network(numbers, facts_of(deal))
        legal = speaks[[choice(deal, action) for action in deal.legal_actions(RULES)]]
        expected = np.exp(legal - legal.max())
        chances = np.asarray(policy.chances(RULES, deal))
        assert chances == pytest.approx(expected / expected.sum(), abs=1e-5)


def test_what_is_shipped_is_read_as_stored() -> None:
    numbers = np.frombuffer(fitted.read("schnapsen_policy.bin"), "<i2")
    assert len(numbers) == SIZE
    deal = played(3, 4).current.deal
    same = Policy(numbers.astype(np.int16)).chances(RULES, deal)
    assert np.array_equal(same, shipped_policy().chances(RULES, deal))


def test_a_policy_of_another_size_or_pack_is_refused() -> None:
    with pytest.raises(ValueError, match=f"7 numbers, expected {SIZE}"):
        Policy(np.zeros(7, np.int16))
    with pytest.raises(ValueError, match="expected the policy's pack, Schnapsen's"):
        shipped_policy().chances(kinder_rules(), new_deal(kinder_rules()))
    with pytest.raises(ValueError, match="nobody is to move"):
        shipped_policy().chances(RULES, new_deal(RULES))


def likelihood(
    dealt: list[int], actions: list[int], leader: int, player: int, floor: float
) -> float:
    """Return the probability of the opponent's past moves, all cards known."""
    deal, likely = new_deal(RULES, leader), 1.0
    for card in dealt:
        deal.deal_card(RULES, card)
    for action in actions:
        legal = deal.legal_actions(RULES)
        if deal.to_move != player:
            chances = np.asarray(shipped_policy().chances(RULES, deal), np.float64)
            share = chances[legal.index(action)]
            likely *= 1 if len(legal) == 1 else floor / len(legal) + (1 - floor) * share
        deal.apply(RULES, action)
    return likely


@pytest.mark.parametrize(("seed", "moves"), [(1, 3), (2, 5), (5, 6), (8, 8)])
def test_hands_are_as_likely_as_over_deals_that_look_the_same(seed: int, moves: int) -> None:
    """Probabilities of hands equal those over deals with the same view.

    The deals are weighted by the chance of the opponent's moves; other code draws them uniformly.
    For each card, the probability that the opponent holds it is equal up to sampling error.
    """
    state = played(seed, moves)
    player, floor = state.current_player(), 0.1
    view = state.view(player)
    account = account_of(view)
    dealt, actions = dealt_cards(RULES, player, account), [action for _, action in account.moves]
    leader = account.moves[0][0]
    known = Worlds(RULES, view.deal, player)
    chances = np.asarray(
        shipped_policy().hand_chances(RULES, dealt, actions, leader, player, 40, floor, 3)
    )
    assert chances.sum() == pytest.approx(1)
    ours: Counter[int] = Counter()
    for hand, chance in enumerate(chances):
        held = known.world(hand * known.orders).hand(1 - player)
        ours.update({card: chance for card in RULES.cards if held >> card & 1})
    weights, draws = [], []
    for number in range(3000):
        other = resample_deal(RULES, dealt, actions, leader, player, number)
        weights.append(likelihood(other, actions, leader, player, floor))
        draws.append(held_after(other, actions, leader, 1 - player))
    weighed = np.array(weights) / np.sum(weights)
    effective = 1 / np.square(weighed).sum()
    for card in RULES.cards:
        share = sum(w for w, held in zip(weighed, draws, strict=True) if held >> card & 1)
        assert ours[card] == pytest.approx(share, abs=2.2 / effective**0.5)


def held_after(dealt: list[int], actions: list[int], leader: int, player: int) -> int:
    """Return the player's hand at the end, as a mask."""
    deal = new_deal(RULES, leader)
    for card in dealt:
        deal.deal_card(RULES, card)
    for action in actions:
        deal.apply(RULES, action)
    return deal.hand(player)


def test_what_the_player_has_not_seen_changes_no_chance() -> None:
    state = played(4, 6)
    player = state.current_player()
    account = account_of(state.view(player))
    actions = [action for _, action in account.moves]
    args = (actions, account.moves[0][0], player, 3, 0.05, 7)
    blank = shipped_policy().hand_chances(RULES, dealt_cards(RULES, player, account), *args)
    real = shipped_policy().hand_chances(RULES, list(state.current.cards), *args)
    assert np.array_equal(blank, real)


def test_playouts_follow_the_policy_to_the_end_of_what_is_hidden() -> None:
    """A sharp policy plays the same move with any random numbers."""
    rng = np.random.default_rng(2)
    policy = Policy(rng.integers(-32000, 32000, SIZE).astype(np.int16))
    solver = Solver(RULES)

    def played_out(deal: Deal, player: int) -> tuple[int, bool]:
        sure = True
        while not deal.terminal and deal.open:
            chances = np.asarray(policy.chances(RULES, deal))
            sure &= bool(chances.max() > 1 - 1e-6)
            deal.apply(RULES, deal.legal_actions(RULES)[int(chances.argmax())])
        if deal.terminal:
            value = deal.game_points if deal.winner == 0 else -deal.game_points
        else:
            value = solver.value(deal)
        return (value if player == 0 else -value), sure

    compared = 0
    for seed in range(40):
        state = played(seed, seed % 8)
        player, view = state.current_player(), state.view(state.current_player()).deal
        known = Worlds(RULES, view, player)
        rows = np.asarray(known.distinct(0, 20, seed))
        values = np.asarray(policy.playouts(RULES, view, player, rows, seed))
        for row, found in zip(rows, values, strict=True):
            for action, value in zip(view.legal_actions(RULES), found, strict=True):
                deal = known.world(int(row))
                deal.apply(RULES, action)
                expected, sure = played_out(deal, player)
                assert not sure or value == expected
                compared += sure
    assert compared > 1000


def test_playouts_of_a_world_follow_from_its_number() -> None:
    state = played(6, 4)
    player, view = state.current_player(), state.view(state.current_player()).deal
    rows = np.asarray(Worlds(RULES, view, player).distinct(0, 30, 1))
    every = np.asarray(shipped_policy().playouts(RULES, view, player, rows, 5))
    part = np.asarray(shipped_policy().playouts(RULES, view, player, rows[10:], 5, 10))
    assert np.array_equal(every[10:], part)
    with pytest.raises(ValueError, match="is not to move"):
        shipped_policy().playouts(RULES, view, 1 - player, rows, 5)


# --- Bad input ---

PACK = Rules().cards


def hand_chances(
    dealt: list[int] = PACK, actions: tuple[int, ...] = (), leader: int = 0, player: int = 1
) -> object:
    return shipped_policy().hand_chances(RULES, dealt, list(actions), leader, player, 2, 0.05, 1)


BAD_STORIES: list[tuple[dict[str, Any], str]] = [
    ({"leader": 2}, "leader 2: expected 0 or 1"),
    ({"player": -1}, "player -1: expected 0 or 1"),
    ({"dealt": PACK[:-1]}, "dealt: 19 cards, expected the 20 of the pack"),
    ({"dealt": [*PACK, *PACK, *PACK]}, "dealt: 60 cards, expected the 20 of the pack"),
    ({"dealt": [*PACK[:-1], 40]}, "dealt: card 40, expected each card of the pack once"),
    ({"dealt": [*PACK[:-1], -1]}, "dealt: card -1, expected each card of the pack once"),
    ({"dealt": [*PACK[:-1], 5]}, "dealt: card 5, expected each card of the pack once"),
    ({"dealt": [*PACK[:-1], PACK[0]]}, "dealt: card 0, expected each card of the pack once"),
    ({"actions": (64,)}, "action 64 is not legal here, expected one of 0, 1, 2, 3, 4, "),
    ({"actions": (-64,)}, "action -64 is not legal here, expected one of 0, 1, 2, 3, 4, "),
    ({"actions": (0, 0)}, "action 0 is not legal here, expected one of 8, 9, 10, 11, 12"),
]


@pytest.mark.parametrize(("changed", "message"), BAD_STORIES)
def test_a_story_that_cannot_be_is_refused(changed: dict[str, Any], message: str) -> None:
    assert hand_chances() is not None
    with pytest.raises(ValueError, match=message):
        hand_chances(**changed)
    story: dict[str, Any] = {"dealt": PACK, "actions": (), "leader": 0, "player": 1} | changed
    with pytest.raises(ValueError, match=message):
        resample_deal(RULES, **story, seed=1)


def test_players_and_worlds_that_are_not_there_are_refused() -> None:
    state = played(6, 4)
    player, view = state.current_player(), state.view(state.current_player()).deal
    size = len(Worlds(RULES, view, player))
    solver = Solver(RULES, threads=2)
    asked: list[Callable[[np.ndarray], object]] = [
        lambda rows: shipped_policy().playouts(RULES, view, player, rows, 5),
        lambda rows: solver.action_values(view, player, rows),
        lambda rows: solver.triples(view, player, rows, 1),
        lambda rows: solver.vector_values(view, player, rows, 1, False),
        lambda rows: solver.tree_visits(view, player, rows, 8, 1.0, True, 1),
    ]
    for ask in asked:
        assert ask(np.array([0, size - 1], np.uint64)) is not None
        for bad in (size, 2**64 - 1):
            with pytest.raises(ValueError, match=f"world {bad}: expected a number below {size}"):
                ask(np.array([0, bad], np.uint64))
    with pytest.raises(ValueError, match="player 2 is not to move"):
        shipped_policy().playouts(RULES, view, 2, np.zeros(1, np.uint64), 5)
    with pytest.raises(ValueError, match="player 2: expected 0 or 1"):
        Worlds(RULES, view, 2)
    with pytest.raises(ValueError, match="leader 2: expected 0 or 1"):
        new_deal(RULES, 2)
