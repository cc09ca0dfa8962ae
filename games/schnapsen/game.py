"""The OpenSpiel games ``python_schnapsen`` and ``python_kinderschnapsen``.

A state is a thin wrapper around the compiled :class:`vorhand.native.schnapsen.Deal`, which
implements the rules. This module gives it OpenSpiel's interface and combines deals into matches.
`docs/schnapsen.md` lists parameters, actions and tensors.

>>> import pyspiel, vorhand
>>> game = pyspiel.load_game("python_schnapsen(match=true)")
>>> game.min_utility(), game.max_utility()
(-1.0, 1.0)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pyspiel

from vorhand.games import notebooks
from vorhand.games.observers import ObservedGame, ObservedState
from vorhand.games.schnapsen.observer import SchnapsenObserver
from vorhand.games.schnapsen.registration import (
    KINDERSCHNAPSEN,
    MATCH_DEFAULTS,
    NUM_PLAYERS,
    SCHNAPSEN,
)
from vorhand.games.schnapsen.rules import RULE_NAMES, RulesError, make_rules
from vorhand.games.schnapsen.structs import (
    action_from_struct,
    action_struct,
    history_of,
    observation_struct,
    state_struct,
)
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.games.turns import check_action, even_chances
from vorhand.native.observations import Contents
from vorhand.native.schnapsen import Deal, PlayedDeal, observation, resample_deal

NUM_ACTIONS = 38
_NUM_CARDS = 32  # upper bound of card numbers
_MOST_DEAL_POINTS = 3
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SchnapsenGame(ObservedGame):
    """Schnapsen under given rules, one deal or a whole match.

    Args:
        params: ``preset``: a key of `vorhand.games.schnapsen.rules.PRESETS`, and any rule that
            differs from it (switches as 0 or 1); ``match``: whether deals are played until a player
            has ``match_points`` game points; ``score_0``, ``score_1``: game points at the start;
            ``capped``: a single deal pays no more than the winner still needs; ``leader``: the
            player who leads the first trick of the first deal.

    Raises:
        RulesError: an unknown parameter, or an invalid value.
    """

    observer = SchnapsenObserver
    game_type = SCHNAPSEN

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        unknown = sorted(set(given) - set(MATCH_DEFAULTS) - set(RULE_NAMES))
        if unknown:
            raise RulesError(f"{self.game_type.short_name}: unknown parameter {', '.join(unknown)}")
        values = {**MATCH_DEFAULTS, **given}
        self.rules = make_rules(
            self.game_type is KINDERSCHNAPSEN,
            values["preset"],
            {name: value for name, value in given.items() if name in RULE_NAMES},
        )
        self.match: bool = values["match"]
        self.match_points: int = values["match_points"]
        self.start_score: tuple[int, int] = (values["score_0"], values["score_1"])
        self.capped: bool = values["capped"]
        self.leader: int = values["leader"]
        self._check()
        super().__init__(self.game_type, self._info(), given)

    def _check(self) -> None:
        if not 1 <= self.match_points <= 99:
            raise RulesError(f"match_points={self.match_points}: expected 1 to 99")
        for player, score in enumerate(self.start_score):
            if not 0 <= score < self.match_points:
                raise RulesError(f"score_{player}={score}: expected 0 to {self.match_points - 1}")
        if self.leader not in (0, 1):
            raise RulesError(f"leader={self.leader}: expected 0 or 1")

    def _info(self) -> pyspiel.GameInfo:
        most = 1 if self.match else _MOST_DEAL_POINTS
        return pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=_NUM_CARDS,
            num_players=NUM_PLAYERS,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.max_deals * self.deal_length,
        )

    @property
    def max_deals(self) -> int:
        """The maximum number of deals in a game."""
        return 2 * self.match_points - 1 - sum(self.start_score) if self.match else 1

    @property
    def deal_length(self) -> int:
        """The maximum number of actions in a deal: cards, marriages, one exchange, one closing."""
        return len(self.rules.cards) + self.rules.suits + 2

    @property
    def kinder(self) -> bool:
        """True for Kinderschnapsen."""
        return self.game_type is KINDERSCHNAPSEN

    def new_initial_state(self, state: Any = None) -> SchnapsenState:
        """Return the state before the deal, or the one described by a struct or its dict.

        Raises:
            RulesError: the struct is not one of this game, or contains an illegal action.
        """
        initial = SchnapsenState(self)
        if state is not None:
            initial.replay(history_of(state))
        return initial

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of cards that chance deals in a game."""
        return self.max_deals * len(self.rules.cards)


class KinderschnapsenGame(SchnapsenGame):
    """The small test game of Wisser's paper; see `SchnapsenGame`."""

    game_type = KINDERSCHNAPSEN


class SchnapsenState(notebooks.Shown, ObservedState):
    """A game in progress. Made by :meth:`SchnapsenGame.new_initial_state`."""

    # OpenSpiel copies and pickles only `__dict__`, so each new state sets these attributes.
    __slots__ = ("_match_points", "_rules")

    title = "Schnapsen, all cards"
    seats = NUM_PLAYERS

    def __init__(self, game: SchnapsenGame) -> None:
        super().__init__(game)
        self._remember_rules(game)
        self._current = PlayedDeal(game.rules, game.leader)
        self._score: tuple[int, int] = game.start_score
        self._past: tuple[PlayedDeal, ...] = ()

    def __setstate__(self, stored: Any) -> None:
        """Restore a pickled state without calling the constructor."""
        super().__setstate__(stored)
        self._remember_rules(self.get_game())

    def _remember_rules(self, game: SchnapsenGame) -> None:
        self._rules, self._match_points = game.rules, game.match_points

    @property
    def deal(self) -> Deal:
        """The compiled deal, with all hidden cards. Agents use :meth:`view`."""
        return self._current.deal

    @property
    def score(self) -> tuple[int, int]:
        """Game points of both players."""
        return self._score

    @property
    def current(self) -> PlayedDeal:
        """The deal in progress (or the last one, when the game is over)."""
        return self._current

    @property
    def past(self) -> tuple[PlayedDeal, ...]:
        """Earlier deals of the match."""
        return self._past

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance or for the end."""
        return self._current.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._current.player == _TERMINAL

    def _legal_actions(self, player: int | None) -> list[int]:
        return self._current.legal_actions(self._rules)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, all equally likely."""
        if self._current.player != _CHANCE:
            raise pyspiel.SpielError("chance_outcomes: no card is to be dealt")
        return even_chances(self.legal_actions())

    def _apply_action(self, action: int) -> None:
        """Apply an action.

        Raises:
            ActionError: it is not legal; the state is unchanged.
        """
        current = self._current
        known = 0 <= action < NUM_ACTIONS  # the core's integers have fewer bits
        if not known or not current.advance(self._rules, action):
            check_action(action, self.legal_actions())
        if current.player == _TERMINAL:
            self._finish_deal()

    def _finish_deal(self) -> None:
        game = self.get_game()
        score = list(self._score)
        score[self.deal.winner] += self.deal.game_points
        self._score = (score[0], score[1])
        if game.match and max(score) < game.match_points:
            self._past += (self._current,)
            self._current = PlayedDeal(game.rules, (game.leader + len(self._past)) % 2)

    def returns(self) -> list[float]:
        """Return game points of the deal, or the match result; zeros until the end."""
        if not self.deal.terminal:
            return [0.0] * NUM_PLAYERS
        game = self.get_game()
        points = 1 if game.match else self.deal.game_points
        if game.capped and not game.match:
            points = min(points, game.match_points - game.start_score[self.deal.winner])
        return [float(points if p == self.deal.winner else -points) for p in range(NUM_PLAYERS)]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.deal.action_name(self._rules, action))

    def __str__(self) -> str:
        """Describe the game with all cards."""
        return SchnapsenView.all_seeing(self).describe()

    # The players' knowledge.

    def view(self, player: int) -> SchnapsenView:
        """Return what `player` may know."""
        return SchnapsenView.of(self, player)

    def numbers(self, player: int, contents: Contents) -> list[float]:
        """Return an observation as a list."""
        points = self._match_points
        return observation(self._rules, self._current, self._score, points, player, contents)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SchnapsenState:
        """Draw a state that the player cannot tell from this one; each is equally likely."""
        if self.deal.dealing and self.current.cards:
            raise pyspiel.SpielError("resample_from_infostate: cards are still being dealt")
        rng = random.Random(int(sampler() * 2**53))
        rules = self.get_game().rules
        history: list[int] = []
        leader = self.get_game().leader
        deals = (*self._past, self.current) if self.current.cards else self._past
        for number, played in enumerate(deals):
            seed = rng.getrandbits(64)
            cards = resample_deal(
                rules, played.cards, played.actions, (leader + number) % 2, player, seed
            )
            history += [*cards, *played.actions]
        resampled: SchnapsenState = self.get_game().new_initial_state()
        resampled.replay(history)
        return resampled

    # Structs (OpenSpiel 2.0): plain dicts for clients that speak JSON.

    def _to_struct(self) -> dict[str, Any]:
        return state_struct(self)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return observation_struct(self.view(player))

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return action_struct(self.get_game().rules, action)

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [action_from_struct(self.get_game().rules, struct)]

    def replay(self, history: Iterable[int]) -> None:
        """Apply several actions, or none if one is illegal.

        Raises:
            RulesError: an action is not legal; names the first such action.
        """
        actions = list(history)
        trial = self.clone()
        for number, action in enumerate(actions):
            if trial.is_terminal() or action not in trial.legal_actions():
                raise RulesError(f"action {action!r} at {number} of the history is not legal")
            trial._apply_action(action)
        for action in actions:
            self.apply_action(action)
