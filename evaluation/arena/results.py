"""The results of a match as arrays over deals."""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.arena.game_loop import MatchError
from vorhand.evaluation.arena.match import Match, PlayedGame
from vorhand.games.extras import require
from vorhand.games.notebooks import from_terminal, to_text

if TYPE_CHECKING:
    from vorhand.evaluation.pictures import Picture


class Results:
    """The games of a match, deal by deal.

    Attributes:
      facts: what the game's profile records about each game, by deal and seating.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.facts: list[list[Any]] = []
        self._returns = array("d")
        # Many games have the same facts, so equal facts are stored once.
        self._known_facts: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.facts)

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Add the games of the next deal, in the order of the seatings.

        Raises:
            MatchError: they are of another deal or of other seatings.
        """
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

    def __repr__(self) -> str:
        """Return the tables with 95% intervals, as `print` shows them."""
        return to_text(self._shown())

    def _repr_html_(self) -> str:
        """Return the tables and, if Matplotlib is installed, the picture, for notebooks."""
        return from_terminal(self._shown()) + (self._repr_svg_() or "")

    def _shown(self) -> list[Any]:
        from vorhand.evaluation.arena.report import summary, tables

        if not len(self):
            return [f"{self.match.game}: no deals yet"]
        return [summary(self), *tables(self)]

    def _repr_svg_(self) -> str | None:
        """Return the picture alone; None without Matplotlib or with fewer than two deals."""
        from importlib.util import find_spec

        from vorhand.evaluation.arena.pictures import svg_of_match

        drawn = len(self) > 1 and find_spec("matplotlib") is not None
        return svg_of_match(self) if drawn else None

    def plot(self, path: str | os.PathLike[str] | None = None, confidence: float = 0.95) -> Picture:
        """Draw the differences and their course, as ``--plot`` does; notebooks show the picture.

        Args:
          path: file to write as well, as PNG, SVG or PDF.
          confidence: confidence level of the intervals.

        Raises:
          MissingExtraError: Matplotlib is not installed.
          InputError: fewer than two deals.
        """
        from vorhand.evaluation.arena.pictures import drawing_of
        from vorhand.evaluation.pictures import Picture, save

        require("matplotlib")
        drawing = drawing_of(self, confidence)
        if path is not None:
            save(drawing, Path(path))
        return Picture(drawing)

    def frame(
        self,
        of: Literal["games", "figures"] = "games",
        library: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return tidy data: a row for each seat of each game, or for each figure with its interval.

        Raises:
          FrameError: ``of`` or the library is unknown, or the library is not installed.
        """
        from vorhand.evaluation.frames import frame

        return frame(self, of, library)

    def differences(self) -> dict[tuple[int, int], Floats]:
        """Return, for each pair of agents, the first's mean score minus the second's in each deal.

        In pair games it is the first's score as soloist minus the second's.
        """
        pairs = self.match.pairs
        if self.match.in_pairs:
            alone = self.returns()[..., 0]
            return {pair: alone[:, 2 * k] - alone[:, 2 * k + 1] for k, pair in enumerate(pairs)}
        means = [self.scores(agent).mean(axis=1) for agent in range(len(self.match.names))]
        return {(a, b): means[a] - means[b] for a, b in pairs}

    def head_to_head(self) -> dict[tuple[int, int], Floats]:
        """Return the same as `differences`, but only from games in which both agents play."""
        if self.match.in_pairs:
            return self.differences()
        return {pair: self.lead(*pair) for pair in self.match.meetings()}

    def lead(self, first: int, second: int) -> Floats:
        """Return the lead of the first agent over the second in each deal, see `head_to_head`."""
        if self.match.in_pairs:
            return self.differences()[first, second]
        games, one, other = np.array(self.match.meetings()[first, second]).T
        returns = self.returns()
        by_deal: Floats = (returns[:, games, one] - returns[:, games, other]).mean(axis=1)
        return by_deal

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
