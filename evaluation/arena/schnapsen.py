"""The profile of Schnapsen, and the table P(match state) that agents learn during play.

Agents with ``match_values=learn`` keep the table during a round of `ROUND_DEALS` deals of the
arena. After each round it is measured again from all games so far that were matches. The table does
not depend on the distribution of deals among processes, and a log can be resumed in mid-round.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pyspiel

from vorhand.agents import Spec
from vorhand.agents.schnapsen.match_values import LEARN, match_values, measured_values
from vorhand.evaluation.arena.estimates import CountedEstimate
from vorhand.evaluation.arena.match import Match
from vorhand.evaluation.arena.open_hands import mean_loss
from vorhand.evaluation.arena.profiles import Profile
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord

if TYPE_CHECKING:
    from vorhand.evaluation.arena.results import Results

ROUND_DEALS = 50

MatchOutcome: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
"""Game points of both seats before each deal of a match, and the seat that won the match."""


def match_outcome(state: pyspiel.State) -> MatchOutcome:
    """Return the score of a finished match before each deal, and the winner."""
    score, scores = list(state.get_game().start_score), []
    for played in (*state.past, state.current):
        scores.append((score[0], score[1]))
        score[played.deal.winner] += played.deal.game_points
    return tuple(scores), int(played.deal.winner)


class Schnapsen(Profile):
    """The plain profile, plus the facts from which P(match state) is measured."""

    field = (("rule", 8), ("random", 2), ("pimc(worlds=20)", 2), ("vorhand", 1))

    def facts(self, state: pyspiel.State, first_seat: int) -> MatchOutcome | None:
        """Return the outcome of a whole match, see `match_outcome`; None for a single deal."""
        del first_seat  # always 0, because Schnapsen has no given deals
        return match_outcome(state) if state.get_game().match else None

    def columns(self, facts: MatchOutcome | None, seat: int) -> dict[str, Any]:
        """Return the seat's result and the number of deals of a match; empty for a single deal."""
        return {"won": facts[1] == seat, "match_deals": len(facts[0])} if facts else {}

    def round_deals(self, match: Match) -> int:
        """Return `ROUND_DEALS` if an agent learns, else 0."""
        learns = any(_learns(Spec.parse(agent)) for agent in match.agents)
        return ROUND_DEALS if learns else 0

    def agents(self, match: Match, results: Results, deals: int) -> tuple[str, ...]:
        """Return the agents with ``learn`` replaced by the table from the first ``deals`` deals."""
        prior = match_values(LEARN, load_game(match.game).match_points)
        matches = [(list(t[0]), t[1]) for games in results.facts[:deals] for t in games if t]
        table = str(measured_values(matches, prior) if matches else prior)
        return tuple(_taught(Spec.parse(agent), table) for agent in match.agents)

    def open_hand_errors(self, logs: Sequence[Path], agent: str) -> dict[str, CountedEstimate]:
        """Return the game points per deal that the agent's moves lose, judged with open hands.

        The result is empty if a game is a match of several deals.
        """
        from vorhand.evaluation.post_mortem.schnapsen.review import review

        def lost(record: PlainRecord, seat: int) -> int:
            [deal] = review(load_game(record.game), record.actions)
            return deal.cost(seat)

        records = (PlainRecord.parse(log.read_text("utf-8").splitlines()[0]) for log in logs)
        if any(load_game(record.game).match for record in records):
            return {}
        return {"game points a deal": mean_loss(logs, agent, lost)}


def _learns(spec: Spec) -> bool:
    return ("match_values", LEARN) in spec.params


def _taught(spec: Spec, table: str) -> str:
    params: dict[str, Any] = dict(spec.params)
    if _learns(spec):
        params["match_values"] = table
    return str(Spec.make(spec.name, params))


ARENA = Schnapsen()
