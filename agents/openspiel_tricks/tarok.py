"""OpenSpiel's Tarok in the frame: worlds that agree with talon and called king, valued by sides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSFinalPolicyType

from vorhand.agents.generic.basic import DeterminisedMCTSBot, SeededISMCTSBot
from vorhand.agents.generic.views import ResamplingError
from vorhand.agents.montecarlo.frame import Belief, Evaluator, Values, Worlds
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.openspiel_tricks import part
from vorhand.agents.openspiel_tricks.searches import SearchBot
from vorhand.agents.openspiel_tricks.tarok_calls import GAMES, TarokCaller
from vorhand.agents.registry import Range, Unset, announce_own_views, belief, evaluator, register
from vorhand.agents.tricks.open_hands import (
    NoWorldError,
    TrickWorlds,
    error_allowing,
    open_hand,
)
from vorhand.agents.tricks.parts import Depth, Threads, once_few, without_errors
from vorhand.games.openspiel_tricks.tarok import TarokContract
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.tarok_world import TarokWorld, told, world

_EXACT = {3: 6, 4: 5}  # by seats: the most cards in hand at which open hands take milliseconds
_EXACT_ERRORS = {3: 5, 4: 4}


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """Draw worlds that agree with the hard facts, all equally likely."""
    return _worlds


def _worlds(view: TarokView, n: int, seed: int) -> TrickWorlds:
    rows = view.worlds(n, seed)
    if not len(rows):
        raise NoWorldError(f"no way to lay the cards agrees with what seat {view.player} saw")
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), view.possible_worlds, seed)


@evaluator("open_hand", games=GAMES)
def _open_hand(
    *,
    exact: Annotated[int | None, Range(0, 16), Unset("6 for three players, 5 for four")] = None,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves exactly with all cards open; above exact cards in hand, by playouts.

    At klop all others are against the player (paranoid search).
    """
    few = open_hand(part.outcomes, threads)
    return _by_partner(once_few(_EXACT if exact is None else exact, few, part.playouts(threads)))


@evaluator("played_out", games=GAMES)
def _played_out(*, threads: Threads = 1) -> Evaluator:
    """Value moves by playouts of compiled rules of thumb, which see no hidden cards."""
    return _by_partner(part.playouts(threads))


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(
    *,
    depth: Depth = 1,
    exact: Annotated[int | None, Range(0, 16), Unset("5 for three players, 4 for four")] = None,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by error-allowing minimax; above exact cards in hand, by playouts."""
    few = error_allowing(part.outcomes, depth, threads)
    most = _EXACT_ERRORS if exact is None else exact
    return _by_partner(once_few(most, few, without_errors(part.playouts(threads))))


def _by_partner(evaluate: Evaluator) -> Evaluator:
    """Value worlds with the same partner of the declarer together, since their sides are equal."""

    def evaluated(view: TarokView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        partners = view.partners(worlds.rows)
        groups = [np.flatnonzero(partners == partner) for partner in np.unique(partners)]
        parts = [
            evaluate(view.assuming(int(partners[group[0]])), worlds.pick(group, 0), moves)
            for group in groups
        ]
        return Values.joined(parts).take(np.argsort(np.concatenate(groups)))

    return evaluated


class _InformationSets(SeededISMCTSBot):
    """OpenSpiel's search from a state of the game through worlds."""

    def get_state_key(self, state: pyspiel.State) -> tuple[int, str]:
        """Return the player to act and what they know of the cards."""
        player = state.current_player()
        if isinstance(state, TarokWorld):
            return player, state.information_state_string(player)
        play = TarokView.of(state, player).play
        assert play is not None
        return player, told(play, player)


@register("mcts", games=GAMES)
def _mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 10,
    simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    exploration: Annotated[float, Range(0)] = 40.0,
) -> pyspiel.Bot:
    """Search by determinised MCTS (OpenSpiel's, random playouts) over worlds; call as caller."""
    search = DeterminisedMCTSBot(game, player, seed, worlds, simulations, exploration)
    return _called(search, player, seed)


@register("ismcts", games=GAMES)
def _ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    exploration: Annotated[float, Range(0)] = 40.0,
) -> pyspiel.Bot:
    """Search by IS-MCTS (OpenSpiel's, random playouts) over worlds; call as caller."""
    usual = ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    search = _InformationSets(
        game,
        seed,
        uct_c=exploration,
        max_simulations=simulations,
        max_world_samples=-1,
        final_policy_type=usual,
    )
    return _called(search, player, seed)


def _called(search: pyspiel.Bot, player: int, seed: int) -> pyspiel.Bot:
    return SearchBot(player, search, PART, TarokCaller(player, seed, TarokView.of))


def _resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    view = TarokView.of(state, player)
    if view.play is None:
        raise ResamplingError(
            "game tarok: before the card play OpenSpiel cannot set up a state with given hands; "
            "expected an agent that calls by itself, as pimc, mcts and ismcts do"
        )
    hands = view.worlds(1, rng.getrandbits(60))
    known = view.assuming(int(view.partners(hands)[0]))
    assert known.play is not None
    assert isinstance(known.contract, TarokContract)
    return world(known.contract, known.play, hands[0].tolist())


PART = replace(part.PART, view=TarokView.of, resample=_resample)

announce_own_views(GAMES)
register_presets(PART, GAMES)
