"""The rule player and PIMC beside xskat, on the same deals with the same contracts.

xskat bids, declares and plays each deal in all three seats. Then our agents play the cards in all
three seats, with the contract and skat that xskat chose. A soloist's result depends on the
defenders, who are a different program in each comparison. Therefore errors judged with open hands
are also given (`vorhand.evaluation.post_mortem.skat.pipma`), for each side separately. With open
hands a game is won or lost from the start and each error reverses it. A soloist's result is thus
the value of the deal, minus the cost of the soloist's errors, plus the cost of the defenders'
errors.
"""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.arena import estimates, play_game
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Drawings, Finding, Report, Row, below
from vorhand.evaluation.post_mortem.skat.pipma import CHANCES, ERRORS, TRICKS, goal_of, judge_deal
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.xskat import program as xskat
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.worth import ALL_TRICKS, NO_TRICK
from vorhand.native.skat import Deal, Scoring, scores

THEIRS = "xskat"
_JOB_DEALS = 5
_WON, _SCORE, _POINTS, _IS_NULL, _STAKE = range(5)
_ERRORS = {"soloist": (6, 5), "defenders": (8, 7)}  # columns of errors and of chances to err
_MADE = {61: (61, 5), 90: (90, 5), ALL_TRICKS: (120, TRICKS), NO_TRICK: (0, 0)}
# A game: its line in a log, and its counts in the columns above.
Played: TypeAlias = tuple[str, list[float]]


def agents(worlds: int) -> dict[str, str]:
    """Return our agents, keyed by their names in the tables."""
    return {"rule": "rule", "pimc": f"pimc(worlds={worlds},belief=declared)"}


def _work(job: Job) -> list[dict[str, Played]]:
    """Return each deal's games, keyed by player; none for a deal that was passed in."""
    seed, first, count, worlds = job
    deals = []
    for number, game in enumerate(xskat.play_deals(seed, first, count), start=first):
        played = {}
        if game.start is not None:
            text = f"python_skat(start={game.start})"
            played[THEIRS] = _judged(game.played(f"deal {number + 1}"), text, number)
            for name, spec in agents(worlds).items():
                played[name] = _judged(_replayed(text, spec, seed, number), text, number)
        deals.append(played)
    return deals


def _replayed(text: str, spec: str, seed: int, number: int) -> PlayedDeal:
    """Return a deal with its cards played by an agent in all seats."""
    state = load_game(text).new_initial_state()
    play_game(state, bots_for(text, spec, seed, number), random.Random(0))
    return PlayedDeal("", (spec, spec, spec), state.deal, state.deal.result().won)


def bots_for(text: str, spec: str, seed: int, number: int) -> list[pyspiel.Bot]:
    """Return an agent for each seat of a game; seed, deal and seat determine the agent's seed."""
    game = load_game(text)
    seeds = np.random.SeedSequence((seed, number)).generate_state(3).tolist()
    return [make_bot(spec, game, seat, seeds[seat] >> 1) for seat in range(3)]


def _judged(played: PlayedDeal, game: str, number: int) -> Played:
    deal = played.deal
    result = deal.result()
    returns = scores(Scoring.SEEGER_FABIAN, result)
    counts = judge_deal(played).counts.sum(axis=1, dtype=np.int64)[:, [CHANCES, ERRORS]]
    alone = counts[deal.soloist]
    errors = [*alone.tolist(), *(counts.sum(axis=0) - alone).tolist()]
    numbers = [
        result.won,
        returns[result.soloist],
        result.points,
        deal.contract == NULL,
        _stake(deal),
        *errors,
    ]
    return line_of(game, number, played.players, deal), list(map(float, numbers))


def line_of(game: str, number: int, seats: Sequence[str], deal: Deal) -> str:
    """Return a finished deal as in the log of a match."""
    returns = scores(Scoring.SEEGER_FABIAN, deal.result())
    actions = tuple(map(int, deal.history))
    return PlainRecord(game, number, tuple(seats), actions, tuple(returns)).line()


def _stake(deal: Deal) -> int:
    """Return the cost of an error: the soloist's score if just won minus that if just lost."""
    goal = goal_of(deal)
    if goal is None:  # overbid: the game is already lost
        return 0
    return 3 * deal.result_with(*_MADE[goal]).value + 2 * 50


def _report(settings: Settings, results: list[list[dict[str, Played]]]) -> Report:
    deals = [deal for part in results for deal in part if deal]
    players = [THEIRS, *agents(settings.count("worlds"))]
    figures = {name: np.array([deal[name][1] for deal in deals]).T for name in players}
    rows = [row for name in players for row in _rows(name, figures[name])]
    findings = []
    for name in players[1:]:
        ours, theirs = figures[name], figures[THEIRS]
        rows += _differences(name, ours, theirs)
        for side, (errors, chances) in _ERRORS.items():
            mine, others = ((own[errors], own[chances]) for own in (ours, theirs))
            fewer = estimates.ratio_difference(mine, others) * 100
            findings.append(
                Finding(
                    f"{name} errs less often than xskat as {side}",
                    below(fewer),
                    f"{fewer:+.1f} errors in 100 chances",
                )
            )
        less = estimates.mean(_given_away_by_both(ours) - _given_away_by_both(theirs))
        findings.append(
            Finding(
                f"{name} gives away less score than xskat, both sides together",
                below(less),
                f"{less:+.1f} a deal",
            )
        )
    passed = sum(map(len, results)) - len(deals)
    title = (
        f"{len(deals)} deals played by xskat, {passed} more passed in; the same contracts played "
        f"by our agents in all seats (pimc with {settings.count('worlds')} worlds)"
    )
    return Report(title, rows, findings, log_writers(deals, players))


def log_writers(deals: Sequence[Mapping[str, Played]], names: Sequence[str]) -> Drawings:
    """Return for each player a function that writes the deals played by this player to a file."""
    return {f"{name}.deals": partial(_write_log, deals, name) for name in names}


def _write_log(deals: Sequence[Mapping[str, Played]], name: str, path: Path) -> None:
    path.write_text("".join(f"{deal[name][0]}\n" for deal in deals), encoding="utf-8")


def _rows(name: str, own: Floats) -> list[Row]:
    won = estimates.share(own[_WON], np.ones(own.shape[1]))
    rows = [Row(f"{name}: games the soloist wins, %", won * 100, digits=1, cases=own.shape[1])]
    for what, values in _by_deal(own).items():
        rows.append(Row(f"{name}: {what}", estimates.mean(values), digits=1, cases=values.size))
    for side, (errors, chances) in _ERRORS.items():
        rate = estimates.share(own[errors], own[chances]) * 100
        what = f"{name}: errors in 100 chances, {side}"
        rows.append(Row(what, rate, digits=1, cases=own[chances].sum()))
    return rows


def _differences(name: str, ours: Floats, theirs: Floats) -> list[Row]:
    """Return rows of the differences deal by deal."""
    won = estimates.mean(ours[_WON] - theirs[_WON])
    deals, others = ours.shape[1], _by_deal(theirs)
    rows = [Row(f"{name} - xskat: games the soloist wins, %", won * 100, digits=1, cases=deals)]
    for what, values in _by_deal(ours).items():
        less = estimates.mean(values - others[what])
        rows.append(Row(f"{name} - xskat: {what}", less, digits=1, cases=values.size))
    return rows


def _by_deal(own: Floats) -> dict[str, Floats]:
    """Return the quantities averaged over deals; card points only if the contract is not null."""
    away = {f"score given away a deal, {side}": lost for side, lost in _given_away(own).items()}
    return {
        "soloist's score": own[_SCORE],
        "soloist's card points": own[_POINTS, own[_IS_NULL] == 0],
        **away,
    }


def _given_away(own: Floats) -> dict[str, Floats]:
    """Return the cost of each side's errors in each deal."""
    return {side: own[_STAKE] * own[errors] for side, (errors, _) in _ERRORS.items()}


def _given_away_by_both(own: Floats) -> Floats:
    both: Floats = np.sum(list(_given_away(own).values()), axis=0)
    return both


EXPERIMENT = Experiment(
    "xskat 4.0 (Debian's package), the rule-based program of Gunter Gerhardt",
    {"deals": (400, 1000), "worlds": (20, 160)},
    parts("deals", _JOB_DEALS, "worlds"),
    _work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
