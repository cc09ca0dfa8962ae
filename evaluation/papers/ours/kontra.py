"""The gain by Kontra and Re for different thresholds of announcing them.

One agent bids, declares and plays deals in all seats, without Kontra. At each turn at which a
defender may announce Kontra, the estimates of the defender and of the soloist are recorded. A
threshold then decides which announcements would have been made; they multiply the value of the
game. The cards can be played without Kontra because the agents' play does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.skat.kontra import KONTRA_BELOW, RE_ABOVE, soloist_wins
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import seeds_of
from vorhand.games.loading import load_game
from vorhand.native.skat import KONTRA

_JOB_DEALS = 20
_KONTRA, _RE = 2, 4  # factors of the value
_BELOW = (0.05, 0.1, 0.15, KONTRA_BELOW, 0.25, 0.3, 0.4)
_ABOVE = (0.5, 0.6, 0.7, 0.8, RE_ABOVE)
# The estimates of a defender who may announce Kontra and of the soloist who then answers.
Chances: TypeAlias = tuple[float, float]
# Success, the signed value of the game, and `Chances` of each defender in order of their turns.
Played: TypeAlias = tuple[int, int, list[Chances]]


def _work(job: Job) -> list[Played]:
    """Return the deals that were not passed in."""
    seed, first, count, spec = job
    found = (_play(spec, seed, number) for number in range(first, first + count))
    return [played for played in found if played is not None]


def _play(spec: str, seed: int, number: int) -> Played | None:
    """Return the deal; None if it is passed in."""
    plain, club = (load_game(f"python_skat{rules}") for rules in ("", "(kontra=true)"))
    bots = [make_bot(spec, plain, seat, own) for seat, own in enumerate(seeds_of(seed, number))]
    state, beside = plain.new_initial_state(), club.new_initial_state()
    chances: list[Chances] = []
    cards = np.random.default_rng((seed, number)).permutation(32).tolist()
    while not state.is_terminal():
        if state.is_chance_node():
            action = cards.pop()
        else:
            chances += _at_turn(beside)
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
        beside.apply_action(action)
    if state.deal.soloist < 0:
        return None
    result = state.deal.result()
    return int(result.won), result.value, chances


def _at_turn(state: pyspiel.State) -> list[Chances]:
    """Return the two estimates if the player to act may announce Kontra."""
    view = view_of(state, state.current_player())
    if KONTRA not in view.offers:
        return []
    answer = state.clone()
    answer.apply_action(KONTRA)
    return [(soloist_wins(view), soloist_wins(view_of(answer, answer.current_player())))]


def _factor(chances: Iterable[Sequence[float]], below: float, over: float) -> int:
    """Return the factor of the value: 1, 2 after Kontra, 4 after Re."""
    for defender, soloist in chances:
        if defender < below:
            return _RE if soloist > over else _KONTRA
    return 1


class _Games:
    """The games, and the changes of their values by announcements with given thresholds."""

    def __init__(self, games: Sequence[Played]) -> None:
        self._chances = [game[2] for game in games]
        self._lost = np.array([1.0 - game[0] for game in games])
        self._value = np.array([game[1] for game in games], float)

    def kontra(self, below: float) -> tuple[list[Row], Estimate]:
        """Return the report's rows for a threshold of Kontra, and the defenders' gain per game."""
        factor = self._factors(below, RE_ABOVE)
        said = (factor > 1).astype(float)
        gain = estimates.mean(-self._value * (factor - 1))
        name = f"Kontra below {below:.0%}"
        lost = estimates.share(said * self._lost, said) * 100
        return [
            Row(f"{name}: announced, %", _percent(said), digits=1),
            Row(f"{name}: the soloist loses, %", lost, digits=1),
            Row(f"{name}: points a game", gain, digits=2),
        ], gain

    def re(self, over: float) -> tuple[list[Row], Estimate]:
        """Return the report's rows for a threshold of Re, and the soloist's gain per game."""
        said = (self._factors(KONTRA_BELOW, over) == _RE).astype(float)
        gain = estimates.mean(self._value * said * (_RE - _KONTRA))
        name = f"Re above {over:.0%}"
        return [
            Row(f"{name}: announced, %", _percent(said), digits=2),
            Row(f"{name}: points a game", gain, digits=2),
        ], gain

    def _factors(self, below: float, over: float) -> Floats:
        return np.array([_factor(chances, below, over) for chances in self._chances], float)


def _percent(said: Floats) -> Estimate:
    return estimates.share(said, np.ones(len(said))) * 100


def _report(settings: Settings, results: list[list[Played]]) -> Report:
    played = [game for part in results for game in part]
    games = _Games(played)
    kontra = {below: games.kontra(below) for below in _BELOW}
    re = {over: games.re(over) for over in _ABOVE}
    rows = [row for found, _ in (*kontra.values(), *re.values()) for row in found]
    answers = f"a soloist who answers Re above {RE_ABOVE:.0%}"
    findings = [
        Finding(text, above(gain), f"{gain:+.2f} points a game", ours=True)
        for text, gain in (
            (f"Kontra below {KONTRA_BELOW:.0%} gains against {answers}", kontra[KONTRA_BELOW][1]),
            (f"Re above {RE_ABOVE:.0%} gains after this Kontra", re[RE_ABOVE][1]),
        )
    ]
    agent = settings.spec("agent")
    title = f"{len(played):,} games of {agent}; points of game value for those who announce"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "docs/notes/skat-kontra.md",
    {"deals": (60, 10_000), "agent": "policy"},
    parts("deals", _JOB_DEALS, "agent"),
    _work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
