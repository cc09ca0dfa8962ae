"""OpenSpiel's trick-taking games: views, worlds, resampling, agents."""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from scipy import stats

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.registry import AgentError, make
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks import TableView
from vorhand.games.openspiel_tricks.view import HIDDEN

GAMES = (
    "spades",
    "oh_hell(num_tricks_fixed=7)",
    "euchre",
    "hearts",
    "skat",
    "bridge(use_double_dummy_result=false)",
    "hearts(pass_cards=false)",
)
SMALL = "oh_hell(num_tricks_fixed=2,num_suits=2,num_cards_per_suit=4)"


def states(game: str, seed: int, share: float) -> list[pyspiel.State]:
    """Some states of a random deal in which players are to act."""
    rng = random.Random(seed)
    state, found = load_game(game).new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            continue
        if rng.random() < share:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_resampled_states_look_the_same_and_cards_are_legal_as_there(game: str) -> None:
    rng = random.Random(1)
    looked = 0
    for state in itertools.chain(*(states(game, seed, 0.3) for seed in range(8))):
        player = state.current_player()
        view = TableView.of(state, player)
        other = view.resample(rng)
        assert TableView.of(other, player) == view
        assert other.legal_actions() == state.legal_actions()
        if view.play is None:
            continue
        if game not in ("spades", "skat"):  # these have no such string
            assert other.information_state_string(player) == state.information_state_string(player)
        if view.play.history or "hearts" not in game:  # its first card is given
            legal = sum(1 << card for card in state.legal_actions())
            assert view.play.legal_cards() == legal
            looked += 1
    assert looked > 20


def brute_force(view: TableView) -> set[tuple[int, ...]]:
    """The hands of all deals with which the same moves would have been legal."""
    hidden = [i for i, (_, action) in enumerate(view.moves) if action == HIDDEN]
    dealt = {view.moves[i][1] for i in view.slots} - {HIDDEN}
    found = set()
    for cards in itertools.permutations(sorted(set(range(8)) - dealt), len(hidden)):
        given = dict(zip(hidden, cards, strict=True))
        state = load_game(view.table).new_initial_state()
        for i, (_, action) in enumerate(view.moves):
            action_here = given.get(i, action)
            if action_here not in state.legal_actions():
                break
            state.apply_action(action_here)
        else:
            hands = [0, 0, 0]
            for i, place in view.slots.items():
                if place >= 0:
                    hands[place] |= 1 << given.get(i, view.moves[i][1])
            found.add(tuple(hand & ~view.played(s) for s, hand in enumerate(hands)))
    return found


def test_worlds_are_all_there_are_and_equally_likely() -> None:
    rng = random.Random(4)
    compared = 0
    for seed in range(40):
        for state in states(SMALL, seed, 0.3):
            view = TableView.of(state, state.current_player())
            if view.play is None:
                continue
            expected = brute_force(view)
            rows = view.worlds(10_000, seed).tolist()
            assert {tuple(row) for row in rows} == expected
            assert len(rows) == len(expected) == view.layouts().size
            compared += 1
    assert compared > 20
    state = next(s for s in states(SMALL, 3, 1) if TableView.of(s, s.current_player()).play)
    view = TableView.of(state, state.current_player())
    drawn = Counter(
        str(view.resample(rng).information_state_string((view.player + 1) % 3)) for _ in range(600)
    )
    hands = Counter(row[(view.player + 1) % 3] for row in view.worlds(10_000, 1).tolist())
    assert len(drawn) == len(hands)
    assert stats.chisquare(sorted(drawn.values())).pvalue > 1e-4


@pytest.mark.parametrize("spec", ["pimc(worlds=4)", "iimc(worlds=8)", "ppp(worlds=2)", "mcts"])
@pytest.mark.parametrize("game", GAMES[:6])
def test_agents_play_whole_deals(game: str, spec: str) -> None:
    rng = random.Random(2)
    loaded = load_game(game)
    bots = [make_bot(spec, loaded, seat, 5) for seat in range(loaded.num_players())]
    state = loaded.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice([action for action, _ in state.chance_outcomes()])
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    assert any(state.returns())


ENDINGS = int(os.environ.get("VORHAND_ENDINGS", "60"))
"""How many endings of each game are compared with minimax."""


@pytest.mark.parametrize("game", ["hearts", "oh_hell(num_tricks_fixed=7)", "euchre", "spades"])
def test_open_hands_are_minimax_over_the_states(game: str) -> None:
    """In the last tricks; where everyone plays for themselves all others are against the player."""
    open_hand = make("evaluator", "open_hand", load_game(game), 1)
    for seed in range(ENDINGS):
        state = ending(game, seed)
        view = TableView.of(state, state.current_player())
        found = open_hand(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
        partners = game in ("euchre", "spades")
        ours = {view.player, (view.player + 2) % 4} if partners else {view.player}
        expected = [played_to_end(state.child(a), view.player, ours) for a in view.legal_actions]
        assert found == expected, seed


def ending(game: str, seed: int) -> pyspiel.State:
    """A state of a random deal in which the last two or three tricks are not begun or under way."""
    rng = random.Random(seed)
    while True:
        most = rng.choice((4, 5, 6, 7, 8, 8, 8, 12))
        for state in reversed(states(game, rng.randrange(1 << 40), 1)):
            view = TableView.of(state, state.current_player())
            left = 0
            if view.play is not None:
                left = sum(view.play.cards_left(seat) for seat in range(len(view.seats)))
            if left >= most or view.play is None:
                break
        nil = game == "spades" and 0 in view.contract.calls if view.contract else False
        if view.play is not None and left == most and not nil:
            return state


def as_it_lies(state: pyspiel.State) -> Worlds[np.ndarray]:
    """The one world that is true."""
    view = TableView.of(state, state.current_player())
    left = [TableView.of(state, seat).first_hand & ~view.played(seat) for seat in view.seats]
    return Worlds(np.array([left], np.uint64), np.ones(1), 1, 1)


def played_to_end(state: pyspiel.State, seat: int, ours: set[int]) -> float:
    """What a seat gets if some play for it and all others against it, all with open cards."""
    if state.is_terminal():
        return payoffs(state)[seat]
    values = [played_to_end(state.child(action), seat, ours) for action in state.legal_actions()]
    return max(values) if state.current_player() in ours else min(values)


def payoffs(state: pyspiel.State) -> list[float]:
    """What the deal is worth to each.

    At Hearts these are the own points, so that another takes all is not seen; at Spades the tricks
    of the side against its bid, without what is counted over several deals.
    """
    returns = list(state.returns())
    if state.get_game().get_type().short_name == "spades":
        return spades_scores(state)
    return [26.0] * 4 if sorted(returns) == [0, 0, 0, 26] else returns


def spades_scores(state: pyspiel.State) -> list[float]:
    """By plain rules: ten a trick bid if the side has made it, and one for each other trick."""
    moves = [move for move in state.full_history() if move.player >= 0]
    scores = []
    for side in (0, 1):
        bid = sum(move.action - 52 for move in moves[:4] if move.player % 2 == side)
        tricks = sum(spades_winner(moves[i : i + 4]) % 2 == side for i in range(4, 56, 4))
        scores.append(float(10 * bid + tricks - bid if tricks >= bid else -10 * bid))
    return scores * 2


def spades_winner(trick: list[pyspiel.PlayerAction]) -> int:
    """The highest spade, or else the highest card of the suit led, takes it."""
    led = trick[0].action // 13

    def strength(move: pyspiel.PlayerAction) -> tuple[bool, bool, int]:
        suit, rank = divmod(move.action, 13)
        return suit == 3, suit == led, rank

    return int(max(trick, key=strength).player)


@pytest.mark.parametrize("game", ["hearts", "oh_hell(num_tricks_fixed=3)"])
def test_others_may_play_for_themselves(game: str) -> None:
    """In the last two tricks the values are those of max^n over the states."""
    selfish = make("evaluator", "open_hand(others=selfish)", load_game(game), 1)
    compared = 0
    for seed in range(12):
        for state in states(game, seed, 1):
            view = TableView.of(state, state.current_player())
            if (
                view.play is None
                or sum(view.play.cards_left(s) for s in range(view.rules.seats)) > 7
            ):
                continue
            found = selfish(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
            expected = [best_for_all(state.child(a))[view.player] for a in view.legal_actions]
            assert found == expected
            compared += len(expected) > 1
    assert compared > 10
    with pytest.raises(AgentError, match="others=selfish: euchre.* has partners"):
        make_bot("pimc(others=selfish)", load_game("euchre"), 0, 1)


def best_for_all(state: pyspiel.State) -> list[float]:
    """Max^n over the states; of cards worth the same the weakest of the first suit."""
    if state.is_terminal():
        return payoffs(state)
    player = state.current_player()
    suits = TableView.of(state, player).rules.num_suits
    order = sorted(state.legal_actions(), key=lambda card: (card % suits, card // suits))
    return max((best_for_all(state.child(a)) for a in order), key=lambda value: value[player])


@pytest.mark.parametrize("game", GAMES[:6])
def test_ismcts_plays_games_that_cannot_resample(game: str) -> None:
    for state in states(game, 6, 0.08):
        bot = make_bot("ismcts(simulations=10)", load_game(game), state.current_player(), 1)
        assert bot.step(state) in state.legal_actions()
