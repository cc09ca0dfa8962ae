"""The betting of limit hold'em as one tree, the same for all cards."""

import functools
import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.evaluators.error_allowing import Triple, min_node, rank
from vorhand.native.errors import InputError

MOVES = 3  # fold, call, raise
FOLD = 0
OUTCOMES = (1, 0, -1)  # results of the showdown, for the first player

_HANDS = (51, 50, 0, 5)  # two aces, which win on `_BOARD`, against a deuce and a trey
_BOARD = (20, 21, 30, 35, 40)
_ROUNDS = {0: 0, 3: 1, 4: 2, 5: 3}  # rounds by number of cards on the board


class BettingError(InputError):
    """A game other than limit hold'em for two with a whole deck."""


@dataclass(frozen=True)
class Betting:
    """A betting tree; nodes are numbered parents first, the root is 0."""

    players: npt.NDArray[np.int8]  # [nodes]; the player to move, -1 if the hand is over
    rounds: npt.NDArray[np.int8]  # [nodes], 0 .. 3
    children: npt.NDArray[np.int32]  # [nodes, 3] by fold, call, raise; -1 if it is not legal
    # [nodes]: the first player's gain at terminal nodes; at a showdown, the gain from winning it
    stakes: npt.NDArray[np.float64]
    shown: npt.NDArray[np.bool_]  # bool [nodes]; whether the hand ends there with a showdown
    numbers: dict[tuple[int, ...], int]  # number of each node, by the moves that lead there

    def __hash__(self) -> int:
        return id(self)

    def payoff(self, node: int, outcome: int) -> float:
        """Return the first player's gain at a terminal node, given the outcome of a showdown."""
        return float(self.stakes[node] * (outcome if self.shown[node] else 1))

    @functools.cache  # noqa: B019  (each game has only one tree)
    def triples(self, player: int) -> npt.NDArray[np.float64]:
        """Compute the triples (m, p, a) of error-allowing minimax with ``player`` as MAX.

        The array is [3, nodes, 3]; its first index is the outcome of the showdown for the player
        (-1, 0 or 1), plus 1.
        """
        sign = 1 - 2 * player
        found = np.empty((3, len(self.players), 3))
        for outcome in OUTCOMES:
            known: list[Triple] = [Triple(0, 0, 0)] * len(self.players)
            for node in range(len(self.players) - 1, -1, -1):
                if self.players[node] < 0:
                    known[node] = Triple(sign * self.payoff(node, sign * outcome), 0.0, 0.0)
                    continue
                below = [known[child] for child in self.children[node].tolist() if child >= 0]
                mine = self.players[node] == player
                known[node] = max(below, key=rank) if mine else min_node(below)
            found[outcome + 1] = known
        return found


def betting(game: pyspiel.Game) -> Betting:
    """Return the betting tree of limit hold'em for two.

    Raises:
        BettingError: another game, see `check_is_holdem`.
        TooLargeError: more states than a search may visit.
    """
    return _betting(str(game))


@functools.cache
def _betting(text: str) -> Betting:
    game = pyspiel.load_game(text)
    check_is_holdem(game)
    return _walked(game.new_initial_state())


_WANTED = {
    "betting": "limit",
    "numPlayers": 2,
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "boardCards": "",
    "handReaches": "",
    "bettingAbstraction": "fcpa",
}


def check_is_holdem(game: pyspiel.Game) -> None:
    """Raise BettingError unless this is limit hold'em for two with a whole deck."""
    usual = game.get_type().parameter_specification
    found = {**usual, **game.get_parameters()}
    wrong = [f"{name}={found[name]}" for name, value in _WANTED.items() if found[name] != value]
    boards = list(itertools.accumulate(map(int, str(found["numBoardCards"]).split())))
    if boards[-1:] != [5] or not set(boards) <= set(_ROUNDS):
        wrong.append(f"numBoardCards={found['numBoardCards']}")
    if wrong:
        raise BettingError(
            f"game {game}: {', '.join(wrong)}: expected limit betting, two players, a deck of 13 "
            "ranks and 4 suits, two hole cards, five cards on the board, the first three of them "
            "together, any hands, and betting that is not abstracted"
        )


def _walked(state: pyspiel.State) -> Betting:
    """Walk the tree below a state in which the first player wins all showdowns."""
    budget = Budget(state)
    nodes: list[tuple[int, int, float, bool]] = []
    children: list[list[int]] = []
    numbers: dict[tuple[int, ...], int] = {}

    def walk(state: pyspiel.State, moves: tuple[int, ...], shown: int) -> int:
        budget.spend()
        while state.is_chance_node():
            state = state.child(_BOARD[shown])
            shown += 1
        number = numbers[moves] = len(nodes)
        children.append([-1] * MOVES)
        if state.is_terminal():
            showdown = moves[-1] != FOLD
            nodes.append((-1, _ROUNDS[shown], state.player_return(0), showdown))
            return number
        nodes.append((state.current_player(), _ROUNDS[shown], 0.0, False))
        for move in state.legal_actions():
            children[number][move] = walk(state.child(move), (*moves, move), shown)
        return number

    for card in _HANDS:
        state.apply_action(card)
    walk(state, (), 0)
    players, rounds, stakes, shown = map(np.array, zip(*nodes, strict=True))
    return Betting(
        players.astype(np.int8),
        rounds.astype(np.int8),
        np.array(children, np.int32),
        stakes.astype(np.float64),
        shown.astype(np.bool_),
        numbers,
    )
