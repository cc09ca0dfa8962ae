"""Schnapsen on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vorhand.service.games.observations import cached_game
from vorhand.web.boards import Question, state_after


class SchnapsenBoard:
    """Positions and played matches."""

    questions: Mapping[str, Question] = {}

    def outcome(self, game: str, actions: Sequence[int]) -> Mapping[str, Any]:
        """The end of the match in words."""
        return {"text": str(state_after(cached_game(game), actions))}


PART = SchnapsenBoard()
