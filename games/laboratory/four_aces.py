"""``python_xx`` and ``python_xi``: two tiny games that expose flaws of Monte Carlo players.

Wisser, "An Expert-Level Card Playing Agent Based on a Variant of Perfect Information Monte Carlo
Sampling" (IJCAI 2015), section 2. MAX and MIN get one of the four aces each. MAX folds, or calls a
bet on whether the two aces match in colour. The games differ in which player names the bet: MAX
in XX, MIN in XI. From MAX's view, MIN's ace differs in colour in two of three worlds. A bet on
different colours pays MAX (1, 1, -2) in the three worlds, a bet on a match (-1, -1, 2), so that
either is worth 0 to a player who does not see the other ace. Folding pays MAX 1 in XX and -1 in XI.
A player that averages over open hands calls in XX (as if MAX knew how to bet) and folds in XI (as
if MIN knew), and is wrong both times.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, ClassVar

import pyspiel

from vorhand.games.laboratory import skeleton
from vorhand.games.laboratory.registration import NUM_PLAYERS, XI, XX
from vorhand.games.observers import ObservedGame, Observer, Shapes
from vorhand.games.turns import TurnState, check_action, even_chances, fields_of
from vorhand.native.errors import InputError


class Action(IntEnum):
    """The actions: MAX folds or calls, then the bet is named."""

    FOLD = 0
    CALL = 1
    MATCH = 2
    DIFF = 3


# The actions of chance are the aces.
MAX, MIN = 0, 1
_ACES = ("DA", "HA", "SA", "CA")
_RED = (True, True, False, False)
# MAX's payoff of a bet on a match, by equality of colours; a bet on a difference pays the opposite
_MATCH_PAYS = {True: 2.0, False: -1.0}


_GAME_INFO = skeleton.game_info(actions=len(Action), chance_outcomes=len(_ACES), most=2.0, length=2)


class FourAcesObserver(Observer):
    """An observer of a player's knowledge: their own ace and all actions.

    Tensor pieces: ``player`` [2]; private ``ace`` [4]; public ``actions`` [4], the set of actions
    taken.
    """

    def shapes(self, game: "FourAcesGame") -> Shapes:
        """Return the shapes of the pieces."""
        del game
        own: Shapes = {"ace": (len(_ACES),)} if self.own else {}
        public: Shapes = {"actions": (len(Action),)} if self.public else {}
        return {"player": (NUM_PLAYERS,), **own, **public}

    def write(self, state: "FourAcesState", player: int) -> None:
        """Write the pieces."""
        self.dict["player"][player] = 1
        if self.own:
            self.dict["ace"][state.aces[player : player + 1]] = 1
        if self.public:
            self.dict["actions"][[int(action) for action in state.actions]] = 1

    def string_from(self, state: "FourAcesState", player: int) -> str:
        """Return the player's observation as a line."""
        parts = [f"player {player}"]
        if self.own:
            parts.extend(_ACES[ace] for ace in state.aces[player : player + 1])
        if self.public:
            parts.extend(action.name.lower() for action in state.actions)
        return " ".join(parts)


class FourAcesGame(ObservedGame):
    """The common base of both games."""

    observer = FourAcesObserver
    game_type: ClassVar[pyspiel.GameType]
    bettor: ClassVar[int]
    fold_pays: ClassVar[float]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(self.game_type, _GAME_INFO, params or {})

    def new_initial_state(self, state: Any = None) -> "FourAcesState":
        """Return the state before the deal, or the one that a struct (or its dict) describes."""
        return FourAcesState(self, state)


class XXGame(FourAcesGame):
    """The game in which MAX names the bet; folding pays MAX 1."""

    game_type = XX
    bettor = MAX
    fold_pays = 1.0


class XIGame(FourAcesGame):
    """The game in which MIN names the bet; folding pays MAX -1."""

    game_type = XI
    bettor = MIN
    fold_pays = -1.0


class FourAcesState(TurnState):
    """The aces dealt (MAX's first) and the actions taken."""

    def __init__(self, game: FourAcesGame, struct: Any = None) -> None:
        super().__init__(game)
        self._bettor = game.bettor
        self._fold_pays = game.fold_pays
        self.aces: list[int] = []
        self.actions: list[Action] = []
        if struct is not None:
            self._restore(fields_of(struct))

    def _restore(self, struct: dict[str, Any]) -> None:
        aces, actions = struct["aces"], struct["actions"]
        for name in aces:
            self._replay(name, name in _ACES and _ACES.index(name), "two different aces")
        for name in actions:
            action = Action[name.upper()] if name.upper() in Action.__members__ else None
            self._replay(name, action, "fold, or call and then match or diff")

    def _replay(self, name: str, action: Any, expected: str) -> None:
        if action is None or action is False or action not in self.legal_actions():
            raise InputError(f"{name!r} cannot follow {str(self)!r}: expected {expected}")
        self.apply_action(int(action))

    def current_player(self) -> int:
        """Return the player to act: chance twice, then MAX, then the one who names the bet."""
        if len(self.aces) < NUM_PLAYERS:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._bettor if self.actions else MAX

    def _legal_actions(self, player: int) -> list[int]:
        choices = (Action.MATCH, Action.DIFF) if self.actions else (Action.FOLD, Action.CALL)
        return list(map(int, choices))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the aces not yet dealt."""
        return even_chances([ace for ace in range(len(_ACES)) if ace not in self.aces])

    def _apply_action(self, action: int) -> None:
        """Apply an action; raise ActionError if it is not legal, and leave the state unchanged."""
        check_action(action, self.legal_actions())
        if len(self.aces) < NUM_PLAYERS:
            self.aces.append(int(action))
        else:
            self.actions.append(Action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return _ACES[action]
        return Action(action).name.lower()

    def is_terminal(self) -> bool:
        """Return true after a fold or a bet."""
        return bool(self.actions) and self.actions[-1] != Action.CALL

    def returns(self) -> list[float]:
        """Return the payoffs of MAX and MIN; zeros before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        if self.actions[-1] == Action.FOLD:
            paid = self._fold_pays
        else:
            paid = _MATCH_PAYS[_RED[self.aces[MAX]] == _RED[self.aces[MIN]]]
            paid = paid if self.actions[-1] == Action.MATCH else -paid
        return [paid, -paid]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "FourAcesState":
        """Draw a state that the player cannot tell from this one; each is equally likely."""
        resampled = FourAcesState(self.get_game())
        dealt = list(self.aces)
        for seat in range(len(dealt)):
            if seat != player:
                others = dealt[:seat] + dealt[seat + 1 :]
                dealt[seat] = skeleton.drawn(
                    [ace for ace in range(len(_ACES)) if ace not in others], sampler
                )
        for ace in dealt:
            resampled.apply_action(ace)
        for action in self.actions:
            resampled.apply_action(int(action))
        return resampled

    def __str__(self) -> str:
        aces = " ".join(_ACES[ace] for ace in self.aces) or "before the deal"
        return " ".join([aces, *(action.name.lower() for action in self.actions)])

    def _to_struct(self) -> dict[str, Any]:
        return {
            "aces": [_ACES[ace] for ace in self.aces],
            "actions": [action.name.lower() for action in self.actions],
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        key = "ace" if player == pyspiel.PlayerId.CHANCE else "action"
        return {key: self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if "ace" in struct:
            return [_ACES.index(struct["ace"])]
        return [int(Action[struct["action"].upper()])]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return {
            "player": player,
            "ace": [_ACES[ace] for ace in self.aces[player : player + 1]],
            "actions": [action.name.lower() for action in self.actions],
        }
