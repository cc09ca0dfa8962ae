"""The results of a match as arrays over deals."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.arena.game_loop import MatchError
from vorhand.evaluation.arena.match import Match, PlayedGame
from vorhand.games.notebooks import from_terminal


class Results:
    """The games of a match, deal by deal.

    Attributes:
      facts: the facts of the game's profile, for each deal and each seating.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.facts: list[list[Any]] = []
        self._returns = array("d")
        # Many games share the same facts: equal ones are stored once.
        self._known_facts: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.facts)

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Add the games of the next deal, in the order of the seatings."""
        if [(len(self), seating) for seating in self.match.seatings] != [
            (game.deal, game.seating) for game in games
        ]:
            raise MatchError(f"games of deal {games[0].deal}: expected deal {len(self)}")
        for game in games:
            self._returns.extend(game.returns)
        self.facts.append([self._known_facts.setdefault(g.facts, g.facts) for g in games])

    def returns(self) -> Floats:
        """Return the scores, [deals, seatings, seats]."""
        shape = (len(self), len(self.match.seatings), self.match.players)
        return np.array(self._returns).reshape(shape)

    def _repr_html_(self) -> str:
        """Return the tables at 95%, and the picture if Matplotlib is installed, for notebooks."""
        from vorhand.evaluation.arena.report import summary, tables

        if not len(self):
            return f"<p>{escape(self.match.game)}: no deals yet</p>"
        return from_terminal([summary(self), *tables(self)]) + (self._repr_svg_() or "")

    def _repr_svg_(self) -> str | None:
        """Return the picture alone; None without Matplotlib or with fewer than two deals."""
        from importlib.util import find_spec

        from vorhand.evaluation.arena.pictures import svg_of_match

        drawn = len(self) > 1 and find_spec("matplotlib") is not None
        return svg_of_match(self) if drawn else None

    def differences(self) -> dict[tuple[int, int], Floats]:
        """Return the score of one agent minus that of another, by deal, for every two agents.

        In pair games it is the soloist score of the first minus the soloist score of the second.
        """
        pairs = self.match.pairs
        if self.match.in_pairs:
            alone = self.returns()[..., 0]
            return {pair: alone[:, 2 * k] - alone[:, 2 * k + 1] for k, pair in enumerate(pairs)}
        means = [self.scores(agent).mean(axis=1) for agent in range(len(self.match.names))]
        return {(a, b): means[a] - means[b] for a, b in pairs}

    def scores(self, agent: int) -> Floats:
        """Return the agent's scores, [deals, games it plays in a deal]."""
        places = [
            (game, seating.index(agent))
            for game, seating in enumerate(self.match.seatings)
            if agent in seating
        ]
        games, seats = np.array(places).T
        chosen: Floats = self.returns()[:, games, seats]
        return chosen
