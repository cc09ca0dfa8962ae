"""``python_bcd_tree``: synthetic trees with chosen bias, correlation and disambiguation.

Long, Sturtevant, Buro and Furtak, "Understanding the Success of Perfect Information Monte
Carlo Sampling in Game Tree Search" (AAAI 2010); used again in Furtak's thesis (2013),
chapter 9. Two players, zero-sum. Chance draws a world for each player, who sees only their own;
then the players make alternating binary moves seen by both, and before each move the mover may
learn more of the other player's world.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from vorhand.games.laboratory import skeleton
from vorhand.games.laboratory.registration import BCD_DEFAULTS, BCD_TREE, NUM_PLAYERS
from vorhand.games.observers import ObservedGame, Observer, Shapes
from vorhand.games.turns import TurnState, check_action, even_chances, fields_of
from vorhand.native.errors import InputError

if TYPE_CHECKING:
    from vorhand.games.laboratory.trees import Tree

# A player's actions are the two moves. Those of chance are the pairs of worlds, numbered
# (world of player 0) * worlds + (world of player 1).
_NUM_MOVES = 2


def _game_info(depth: int, worlds: int) -> pyspiel.GameInfo:
    return skeleton.game_info(
        actions=_NUM_MOVES, chance_outcomes=worlds * worlds, most=1.0, length=depth
    )


class BcdTreeObserver(Observer):
    """An observer of a player's knowledge: own world, the opponent's possible worlds, all moves.

    Tensor pieces: ``player`` [2]; private ``world`` [worlds] and ``possible_worlds`` [worlds];
    public ``moves`` [depth, 2], one-hot, zero for moves not yet made.
    """

    def shapes(self, game: "BcdTreeGame") -> Shapes:
        """Return the shapes of the pieces."""
        shape = game.tree.shape
        worlds, moves = (shape.worlds,), (shape.depth, _NUM_MOVES)
        own: Shapes = {"world": worlds, "possible_worlds": worlds} if self.own else {}
        public: Shapes = {"moves": moves} if self.public else {}
        return {"player": (NUM_PLAYERS,), **own, **public}

    def write(self, state: "BcdTreeState", player: int) -> None:
        """Write the pieces."""
        self.dict["player"][player] = 1
        if self.own and state.pair is not None:
            self.dict["world"][state.world(player)] = 1
            self.dict["possible_worlds"][list(state.possible_worlds(player))] = 1
        if self.public:
            self.dict["moves"][range(len(state.moves)), list(state.moves)] = 1

    def string_from(self, state: "BcdTreeState", player: int) -> str:
        """Return the player's observation as a line."""
        parts = [f"player {player}"]
        if self.own and state.pair is not None:
            possible = state.possible_worlds(player)
            parts.append(f"world {state.world(player)} against {possible[0]}-{possible[-1]}")
        if self.public:
            parts.append("moves " + ("".join(map(str, state.moves)) or "-"))
        return ", ".join(parts)


class BcdTreeGame(ObservedGame):
    """The game of one random tree; the attribute ``tree`` has the arrays that describe it.

    Raises:
        LaboratoryParameterError: a probability outside 0..1, a size out of range, or a
            tree that does not fit in memory.
    """

    observer = BcdTreeObserver

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        # Imported here because Numba takes longer to import than all the games together.
        from vorhand.games.laboratory.trees import TreeShape, draw_tree

        values = BCD_DEFAULTS | (params or {})
        seed = values.pop("seed")
        shape = TreeShape(**values)
        self.tree: Tree = draw_tree(shape, seed)
        super().__init__(BCD_TREE, _game_info(shape.depth, shape.worlds), params or {})

    def new_initial_state(self, state: Any = None) -> "BcdTreeState":
        """Return the state before the deal, or the one that a struct (or its dict) describes."""
        return BcdTreeState(self, state)


class BcdTreeState(TurnState):
    """The drawn world pair and the moves so far."""

    def __init__(self, game: BcdTreeGame, struct: Any = None) -> None:
        super().__init__(game)
        self._tree = game.tree
        self._pair: int | None = None
        self._node = 0
        self._moves: list[int] = []
        if struct is not None:
            self._restore(fields_of(struct))

    def _restore(self, struct: dict[str, Any]) -> None:
        worlds, moves = struct["worlds"], struct["moves"]
        if worlds:
            count = self._tree.shape.worlds
            if len(worlds) != NUM_PLAYERS or not all(0 <= w < count for w in worlds):
                raise InputError(f"worlds {worlds}: expected two numbers from 0 to {count - 1}")
            self.apply_action(worlds[0] * count + worlds[1])
        elif moves:
            raise InputError(f"moves {moves} before the worlds are dealt")
        for move in moves:
            if self.is_terminal() or move not in range(_NUM_MOVES):
                raise InputError(
                    f"moves {moves}: expected at most {self._tree.shape.depth} of 0 or 1"
                )
            self.apply_action(move)

    @property
    def node(self) -> int:
        """Number of the current node in the arrays of ``get_game().tree``."""
        return self._node

    @property
    def pair(self) -> int | None:
        """The world pair dealt, as an index into the arrays; None before the deal."""
        return self._pair

    @property
    def moves(self) -> tuple[int, ...]:
        """The players' moves so far."""
        return tuple(self._moves)

    def world(self, player: int) -> int:
        """Return the player's own world; -1 before the deal."""
        return -1 if self._pair is None else divmod(self._pair, self._tree.shape.worlds)[player]

    def possible_worlds(self, player: int) -> range:
        """Return the opponent's worlds that this player could not exclude at their latest turn."""
        count = self._tree.shape.worlds
        last_turn = min(len(self._moves), self._tree.shape.depth - 1)
        last_turn -= (last_turn - player) % 2
        if self._pair is None or last_turn < 0:
            return range(count)
        node = 0
        for move in self._moves[:last_turn]:
            node = 2 * node + 1 + move
        own = self.world(player)
        begin, step = (own * count, 1) if player == 0 else (own, count)
        names = self._tree.sets[node, begin : begin + count * step : step]
        same = np.flatnonzero(names == self._tree.sets[node, self._pair])
        return range(int(same[0]), int(same[-1]) + 1)

    def current_player(self) -> int:
        """Return the player to act: chance first, then the players in turn."""
        if self._pair is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return len(self._moves) % 2

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(_NUM_MOVES))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all world pairs, equally likely."""
        return even_chances(range(self._tree.shape.pairs))

    def _apply_action(self, action: int) -> None:
        """Apply an action; raise ActionError if it is not legal, and leave the state unchanged."""
        moves = 0 if self.is_terminal() else _NUM_MOVES
        check_action(action, range(self._tree.shape.pairs if self._pair is None else moves))
        if self._pair is None:
            self._pair = int(action)
        else:
            self._moves.append(int(action))
            self._node = 2 * self._node + 1 + int(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            first, second = divmod(action, self._tree.shape.worlds)
            return f"worlds {first} and {second}"
        return f"move {action}"

    def is_terminal(self) -> bool:
        """Return true after `depth` moves."""
        return len(self._moves) == self._tree.shape.depth

    def returns(self) -> list[float]:
        """Return the leaf's payoffs, or zeros before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        paid = float(self._tree.payoffs[self._node - self._tree.shape.inner_nodes, self._pair])
        return [paid, -paid]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "BcdTreeState":
        """Draw a state that the player cannot tell from this one; each is equally likely."""
        resampled = BcdTreeState(self.get_game())
        if self._pair is None:
            return resampled
        other = skeleton.drawn(self.possible_worlds(player), sampler)
        own, count = self.world(player), self._tree.shape.worlds
        resampled.apply_action(own * count + other if player == 0 else other * count + own)
        for move in self._moves:
            resampled.apply_action(move)
        return resampled

    def __str__(self) -> str:
        if self._pair is None:
            return "before the deal"
        moves = "".join(map(str, self._moves)) or "-"
        return f"worlds {self.world(0)} and {self.world(1)}, moves {moves}"

    def _to_struct(self) -> dict[str, Any]:
        return {
            "worlds": [] if self._pair is None else [self.world(0), self.world(1)],
            "moves": list(self._moves),
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        if player == pyspiel.PlayerId.CHANCE:
            return {"worlds": list(divmod(action, self._tree.shape.worlds))}
        return {"move": action}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if "worlds" in struct:
            first, second = struct["worlds"]
            return [first * self._tree.shape.worlds + second]
        return [struct["move"]]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return {
            "player": player,
            "world": [] if self._pair is None else [self.world(player)],
            "possible_worlds": list(self.possible_worlds(player)),
            "moves": list(self._moves),
        }
