"""The frame's description of a game, the ``AGENTS`` of its pack."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from vorhand.agents.discovery import Modules
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.montecarlo.search import Decide
from vorhand.agents.spec import Spec


@dataclass(frozen=True)
class GamePart:
    """A game's adapter to the frame, with the defaults of its agents.

    Attributes:
        games: short names of the games with these views, for which the presets are registered;
            empty: all games without views of their own.
        modules: the modules that register its agents and parts, see `modules_of`.
        view: function that returns a player's knowledge of a state in which they are to act.
        belief: function from the number of worlds, or None, to the default belief.
        ties: function from the arguments of the agent to its default tie rule.
        worlds: the number of worlds by agent, with the key ``""`` for all other agents; None: all
            worlds.
        most_worlds: the maximum number of worlds that a spec may set, and of worlds that a decision
            with a time limit examines.
        doubt: the doubt by agent, 0 for all other agents; see `vorhand.agents.montecarlo.search`.
        by_worlds: function that returns whether worlds decide in a view's phase; in other phases
            the bidder does.
        decides: function from a view and the agent's own decision to the decision to use; it
            replaces decisions to which the agent's evaluator does not apply.
        bidder: the default agent for the other phases, if there are any.
        bidders: the names of agents that may serve as the bidder.
        seated: function that wraps a bot that plays whole games, if a player must do more than play
            moves.
        answered: function that returns the choice of an answer to another player's offer, which no
            search decides; it returns None if there is no offer.
        alike: function that returns groups of legal moves that have the same consequences or
            differ only in the names of suits; they get the same grades and figures in hints.
        reason: function that returns one sentence on a choice, given the groups ``alike``; None:
            there is none.
        remembers: True if decisions recur, so that each bot caches its decisions.
        fitted: the files of native/weights that the presets may use, beside those of their parts.
        open_view: function that returns the view for a belief that sees hidden cards; None: there
            is no such belief.
        best: the default opponent of human players.
        adviser: the agent that gives hints.
        resample: function that draws another state of the same information set; None: the game's
            own method.
        check: function that raises a ValueError naming the game parameters with which the agents
            cannot play; called when an agent is made.
        rehearse: function that makes a player's first decision in a random deal, so that a game
            that is too large raises its error; called when the first agent of its kind is made.
    """

    view: Callable[[pyspiel.State, int], Any]
    belief: Callable[[int | None], Spec]
    games: tuple[str, ...] = ()
    modules: Modules = field(default_factory=dict)
    ties: Callable[[Mapping[str, Any]], Spec] = lambda arguments: Spec("shared")
    worlds: Mapping[str, int | None] = field(default_factory=lambda: {"": None})
    most_worlds: int = 1_000_000
    doubt: Mapping[str, float] = field(default_factory=dict)
    by_worlds: Callable[[Any], bool] = lambda view: True
    decides: Callable[[Any, Decide], Decide] = lambda view, decide: decide
    bidder: Spec | None = None
    bidders: tuple[str, ...] = ()
    seated: Callable[[pyspiel.Bot, pyspiel.Game, int], pyspiel.Bot] = lambda bot, game, player: bot
    answered: Callable[[Any], Choice | None] = lambda view: None
    alike: Callable[[Any], Sequence[Sequence[int]]] = lambda view: ()
    reason: Callable[[Any, Choice, Sequence[Sequence[int]]], Reason | None] = (
        lambda view, choice, alike: None
    )
    remembers: bool = False
    fitted: tuple[str, ...] = ()
    open_view: Callable[[pyspiel.State, int], Any] | None = None
    best: Spec = Spec("pimc")
    adviser: Spec = Spec("pimc")
    resample: Callable[[pyspiel.State, int, random.Random], pyspiel.State] | None = None
    check: Callable[[pyspiel.Game], object] = lambda game: None
    rehearse: Callable[[pyspiel.Game, int, Callable[[Any], object]], None] = (
        lambda game, player, decide: None
    )

    def worlds_of(self, agent: str) -> int | None:
        """Return the number of worlds that an agent of this name samples."""
        return self.worlds.get(agent, self.worlds[""])
