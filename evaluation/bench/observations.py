"""Speed of states and their tensors: our games compared with C++ games of OpenSpiel."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyspiel
from open_spiel.python import observation, rl_environment

from vorhand.evaluation.bench.harness import Case, Comparison
from vorhand.games.loading import load_game
from vorhand.games.packs import own_games

LIST, ARRAY, ENVIRONMENT = "state.observation_tensor", "observer", "rl_environment"
"""The cases: a random player gets the observation before every move.

It is a list from the state, an array from the game's observer, or comes from OpenSpiel's
`rl_environment`, which makes lists for all players.
"""
_TARGETS = {LIST: 1.0, ARRAY: None, ENVIRONMENT: 0.6}
_LEAST_CHANCE = 20  # minimum number of chance nodes of a game in which cards are dealt
_GAMES_TO_MEASURE = 20


@dataclass(frozen=True)
class Size:
    """The size of a game: the length of its observation, and the mean moves of a random game."""

    observation: int
    moves: float

    def distance(self, other: Size) -> float:
        """Return the sum of the absolute logarithms of the ratios of both numbers."""
        pairs = ((self.observation, other.observation), (self.moves, other.moves))
        return sum(abs(math.log(own / theirs)) for own, theirs in pairs)

    def __str__(self) -> str:
        """Return both numbers with their units."""
        return f"{self.observation} numbers, {self.moves:.0f} moves"


def size_of(name: str) -> Size:
    """Measure a game; the number of its moves is a mean over some random games."""
    game = load_game(name)
    moves = _played(game, _GAMES_TO_MEASURE, lambda state, player: None) / _GAMES_TO_MEASURE
    return Size(game.observation_tensor_size(), moves)


def nearest(name: str) -> str:
    """Return the C++ game of OpenSpiel that has as many players and the nearest `Size`."""
    size = size_of(name)
    games = _games_in_cpp(load_game(name).num_players())
    return min(games, key=lambda other: size.distance(size_of(other)))


def _games_in_cpp(players: int) -> Iterator[str]:
    kind = pyspiel.GameType
    for found in pyspiel.registered_games():
        if (
            found.default_loadable
            and found.provides_observation_tensor
            and found.information == kind.Information.IMPERFECT_INFORMATION
            and found.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
            and found.dynamics == kind.Dynamics.SEQUENTIAL
            and not found.short_name.startswith("python_")
        ):
            game = pyspiel.load_game(found.short_name)
            deals = game.max_chance_nodes_in_history() >= _LEAST_CHANCE
            if deals and game.num_players() == players:
                yield found.short_name


def compared(games: list[str]) -> list[tuple[str, str]]:
    """Return pairs of a game and its reference, from texts ``game/reference`` or ``game``.

    The reference of a plain ``game`` is the `nearest` one. Without texts, return a pair for each of
    our games in which cards are dealt.
    """
    if not games:
        loaded = {name: load_game(name) for name in sorted(own_games())}
        games = [
            name
            for name, game in loaded.items()
            if game.max_chance_nodes_in_history() >= _LEAST_CHANCE
        ]
    pairs = [text.partition("/") for text in games]
    return [(game, reference or nearest(game)) for game, _, reference in pairs]


def cases(names: tuple[str, str], deals: int) -> tuple[list[Case], list[Comparison]]:
    """Return the cases of a game and its reference, and their comparisons."""
    runs: dict[str, Callable[[pyspiel.Game, int], Callable[[], float]]] = {
        LIST: _with_lists,
        ARRAY: _with_arrays,
        ENVIRONMENT: _in_environment,
    }
    return (
        [
            Case(f"{name}, {kind}", work(load_game(name), deals), "moves")
            for kind, work in runs.items()
            for name in names
        ],
        [
            Comparison(f"{names[0]}, {kind}", f"{names[1]}, {kind}", speed_at_least=_TARGETS[kind])
            for kind in runs
        ],
    )


def _played(
    game: pyspiel.Game, deals: int, observe: Callable[[pyspiel.State, int], object]
) -> float:
    """Play at random, with an observation before every decision; return the number of decisions."""
    rng, moves = random.Random(1), 0
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0:
                observe(state, player)
                moves += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return moves


def _with_lists(game: pyspiel.Game, deals: int) -> Callable[[], float]:
    return lambda: _played(game, deals, lambda state, player: state.observation_tensor(player))


def _with_arrays(game: pyspiel.Game, deals: int) -> Callable[[], float]:
    kind = pyspiel.IIGObservationType(perfect_recall=False)
    observer = observation.make_observation(game, kind)
    return lambda: _played(game, deals, observer.set_from)


def _in_environment(game: pyspiel.Game, deals: int) -> Callable[[], float]:
    environment = rl_environment.Environment(
        game, observation_type=rl_environment.ObservationType.OBSERVATION
    )

    def run() -> float:
        rng, moves = random.Random(1), 0
        environment.seed(1)
        for _ in range(deals):
            step = environment.reset()
            while not step.last():
                seen = step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                step = environment.step([rng.choice(legal)])
                moves += 1
        return moves

    return run
