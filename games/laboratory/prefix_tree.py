"""``python_prefix_tree``: prefix-value game trees, for experiments with search.

Furtak and Buro, "Minimum Proof Graphs and Fastest-Cut-First Search Heuristics" (IJCAI 2009);
Furtak's thesis (2013), section 3.7. Perfect information, two players, zero-sum. The minimax value
of every node is known while the tree is generated, see ``native/src/laboratory/prefix_tree.hpp``. A
state gives it as ``minimax`` and a noisy evaluation of it as ``evaluation``. The root is worth 0.
"""

from collections.abc import Callable
from typing import Any

import pyspiel

from vorhand.games.laboratory import skeleton
from vorhand.games.laboratory.parameters import LaboratoryParameterError, whole_number
from vorhand.games.laboratory.registration import NUM_PLAYERS, PREFIX_DEFAULTS, PREFIX_TREE
from vorhand.games.observers import ObservedGame, Observer, Shapes
from vorhand.games.turns import TurnState, check_action, fields_of
from vorhand.native import laboratory
from vorhand.native.errors import InputError

# An action is the number of the move at its node.
_MAX_DEPTH, _MAX_BRANCHING, _MAX_RANGE = 32, 64, 1000


class PrefixTreeObserver(Observer):
    """An observer of all moves. Tensor pieces: ``moves`` [depth, max_branching], one-hot."""

    def shapes(self, game: "PrefixTreeGame") -> Shapes:
        """Return the shapes of the pieces."""
        return {"moves": (game.depth, game.max_branching)} if self.public else {}

    def write(self, state: "PrefixTreeState", player: int) -> None:
        """Write the pieces."""
        del player
        if self.public:
            self.dict["moves"][range(len(state.moves)), state.moves] = 1

    def string_from(self, state: "PrefixTreeState", player: int) -> str:
        """Return the moves and the evaluation as a line."""
        del player
        return str(state) if self.public else ""


class PrefixTreeGame(ObservedGame):
    """One tree, generated on demand and not stored.

    Raises:
        LaboratoryParameterError: a parameter out of range.
    """

    observer = PrefixTreeObserver

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = PREFIX_DEFAULTS | (params or {})
        if values["seed"] < 0:
            raise LaboratoryParameterError(f"seed={values['seed']}: expected a whole number from 0")
        self.depth = whole_number(values, "depth", 1, _MAX_DEPTH)
        fewest = whole_number(values, "min_branching", 1, _MAX_BRANCHING)
        self.max_branching = whole_number(values, "max_branching", fewest, _MAX_BRANCHING)
        lowest = whole_number(values, "min_edge", -_MAX_RANGE, 0)
        whole_number(values, "noise", 0, _MAX_RANGE)
        self.parameters: dict[str, int] = values
        info = skeleton.game_info(
            actions=self.max_branching,
            chance_outcomes=0,
            most=float(-lowest * self.depth),
            length=self.depth,
        )
        super().__init__(PREFIX_TREE, info, params or {})

    def new_initial_state(self, state: Any = None) -> "PrefixTreeState":
        """Return the root, or the state that a struct (or its dict) describes."""
        return PrefixTreeState(self, state)


class PrefixTreeState(TurnState):
    """The moves from the root.

    Attributes:
        minimax: the value of the node to player 0 with best play.
        evaluation: ``minimax`` with noise, which searches may use; exact at the leaves.
    """

    def __init__(self, game: PrefixTreeGame, struct: Any = None) -> None:
        super().__init__(game)
        self._parameters = game.parameters
        self._depth = game.depth
        self.moves: list[int]
        self._go_to([])
        if struct is not None:
            for move in fields_of(struct)["moves"]:
                if move not in self.legal_actions():
                    raise InputError(f"move {move} after {self.moves}: no such move")
                self.apply_action(move)

    def _go_to(self, moves: list[int]) -> None:
        """Set the node that moves lead to, or raise ValueError and leave the state unchanged."""
        self._branching, self.minimax, self.evaluation = laboratory.prefix_node(
            **self._parameters, moves=moves
        )
        self.moves = moves

    def current_player(self) -> int:
        """Return the player to act: player 0 begins, then in turn."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return len(self.moves) % NUM_PLAYERS

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self._branching))

    def _apply_action(self, action: int) -> None:
        """Apply an action; raise ActionError if it is not legal, and leave the state unchanged."""
        check_action(action, range(self._branching))
        self._go_to([*self.moves, int(action)])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"move {action}"

    def is_terminal(self) -> bool:
        """Return true after `depth` moves."""
        return len(self.moves) == self._depth

    def returns(self) -> list[float]:
        """Return the leaf's values, or zeros before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [float(self.minimax), -float(self.minimax)]

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> "PrefixTreeState":
        """Return a copy: nothing is hidden."""
        del player, sampler
        return PrefixTreeState(self.get_game(), {"moves": self.moves})

    def __str__(self) -> str:
        return f"moves {' '.join(map(str, self.moves)) or '-'}, evaluation {self.evaluation}"

    def _to_struct(self) -> dict[str, Any]:
        return {"moves": list(self.moves), "evaluation": self.evaluation}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        del player
        return {"move": action}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [struct["move"]]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        del player
        return self._to_struct()
