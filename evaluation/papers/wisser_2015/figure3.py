"""Wisser (IJCAI 2015), figure 3: matches of Kinderschnapsen against PIMC.

The points that a player wins and loses after closing the talon itself (section 5 of the paper) come
from the same matches.

A player with ``match_values={values}`` learns the probabilities of winning a match from the
frequencies of a tournament while it is played, as in the paper. It begins with `start_values`, and
after each round continues with the table of all matches so far. A tournament is one job, so that
the learned values do not depend on the order in which processes play.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from vorhand.agents.schnapsen.match_values import measured_values, start_values
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats, share
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold
from vorhand.evaluation.pictures import AHEAD, BEHIND, OPEN, figure, save, styled
from vorhand.evaluation.training.schnapsen_matches import PlayedMatch, play_matches
from vorhand.games.loading import load_game

_CONFIDENCE = 0.98
_NEAR = 10  # distance from even in per cent; results beyond it do not stretch the axis
_WON = "matches won, %"
_CLOSED = "game points a match after own closing"
_DEPTH_1 = "depth 1"  # marks players whose depth is our choice, not the paper's
_JOB_MATCHES = 50  # even, so that two matches with the same cards stay together
_TOURNAMENT = 2000  # matches of a learning player, in rounds of _JOB_MATCHES
VALUES = "{values}"
"""The placeholder in a spec for the match-winning probabilities that its player has learned."""
Players: TypeAlias = Mapping[str, tuple[str, float | None]]
"""Agents by their names in the figure: the spec and the paper's share of matches won, in per cent.

In a spec w is the number of worlds; see also `VALUES`.
"""
Part: TypeAlias = dict[str, list[int]]
"""Counts of a job, by name."""
Closing: TypeAlias = Callable[[Mapping[str, Sequence[Part]]], tuple[list[Row], list[Finding]]]
"""Function from the parts of each player to figures and statements about points after closing."""


def _no_closing(parts: Mapping[str, Sequence[Part]]) -> tuple[list[Row], list[Finding]]:
    """Return nothing: the paper gives points after closing only at Kinderschnapsen."""
    return [], []


def match_shares(
    source: str,
    title: str,
    game: str,
    players: Players,
    numbers: Mapping[str, tuple[float, float]],
    why: str,
    closing: Closing = _no_closing,
) -> Experiment:
    """Create an experiment in which each player plays matches of a game against PIMC."""
    return Experiment(
        source,
        numbers,
        lambda settings: _jobs(players, game, settings),
        _work,
        lambda settings, results: _report(players, title, closing, settings, results),
        unit="parts of the matches",
        extras=("plots",),
        why=why,
    )


def _jobs(players: Players, game: str, settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    return [
        [
            game,
            players[name][0].replace("{w}", str(worlds)),
            f"pimc(worlds={worlds})",
            first,
            count,
            settings.seed,
        ]
        for name, first, count in _parts(players, settings)
    ]


def _parts(players: Players, settings: Settings) -> list[tuple[str, int, int]]:
    """Return player, first match and number of matches of each job."""
    matches, parts = settings.count("matches"), []
    for first in range(0, matches, _JOB_MATCHES):
        for name, (spec, _) in players.items():
            together = _TOURNAMENT if VALUES in spec else _JOB_MATCHES
            if first % together == 0:
                parts.append((name, first, min(together, matches - first)))
    return parts


def _by_player(
    players: Players, settings: Settings, results: Sequence[Part]
) -> dict[str, list[Part]]:
    own: dict[str, list[Part]] = {name: [] for name in players}
    for (name, *_), result in zip(_parts(players, settings), results, strict=False):
        own[name].append(result)
    return own


def _work(job: Job) -> Part:
    """Count wins per pair of matches with the same cards, and points won and lost after closing."""
    game, agent, opponent, first, count, seed = job
    wins, closing = [0] * ((count + 1) // 2), np.zeros(4, np.int64)
    for number, played in enumerate(_matches(game, (agent, opponent), first, count, seed)):
        wins[number // 2] += played.winner == 0
        closing += [*played.closed_won, *played.closed_lost]
    return {"matches": [count], "wins": wins, "closing": [int(points) for points in closing]}


def _matches(
    game: str, agents: tuple[str, str], first: int, count: int, seed: int
) -> Iterator[PlayedMatch]:
    """Play the matches of a job; a learning player has learned from the rounds before."""
    if VALUES not in agents[0]:
        yield from play_matches(game, agents, first, count, seed)
        return
    begun = values = start_values(load_game(game).match_points)
    past: list[tuple[list[tuple[int, int]], int]] = []
    for start in range(first, first + count, _JOB_MATCHES):
        taught = (agents[0].replace(VALUES, str(values)), agents[1])
        rest = min(_JOB_MATCHES, first + count - start)
        for played in play_matches(game, taught, start, rest, seed):
            past.append((played.scores, played.winner))
            yield played
        values = measured_values(past, begun)


@dataclass(frozen=True)
class _Total:
    """An agent's results: per cent of matches won, and points per match after its own closing."""

    matches: int
    share: Estimate
    won: float
    lost: float


def _totals(results: Mapping[str, Sequence[Part]]) -> dict[str, _Total]:
    totals = {}
    for name, own in results.items():
        matches = sum(part["matches"][0] for part in own)
        wins = np.array([won for part in own for won in part["wins"]], np.float64)
        pairs = np.full(wins.size, 2.0)
        closing = np.sum([part["closing"] for part in own], axis=0) / matches
        won = share(wins, pairs, _CONFIDENCE) * 100
        totals[name] = _Total(matches, won, float(closing[0]), float(closing[2]))
    return totals


def _report(
    players: Players, title: str, closing: Closing, settings: Settings, results: Sequence[Part]
) -> Report:
    own = _by_player(players, settings, results)
    totals = _totals(own)
    rows = [
        Row(name, total.share, players[name][1], 1, f"{total.matches:,} matches")
        for name, total in totals.items()
    ]
    findings = [
        Finding(
            f"{name} significantly beats PIMC",
            above(total.share, 50),
            f"{total.share.value:.1f}%, {_CONFIDENCE:.0%} interval {total.share.low:.1f} to "
            f"{total.share.high:.1f}",
            ours=_DEPTH_1 in name,
        )
        for name, total in totals.items()
        if name.startswith(("PVP", "PPP"))
    ]
    more_rows, more_findings = closing(own)
    rows, findings = rows + more_rows, findings + more_findings
    drawings = {f"{settings.experiment}.png": partial(_draw, totals, players, title)}
    note = "% of matches won against PIMC, Wilson's intervals"
    return Report(f"{title}: {note}", rows, findings, drawings, _CONFIDENCE)


def _closing_points(parts: Sequence[Part], column: int) -> Floats:
    """Return each job's points after a player's own closing, in thousands per 100,000 matches."""
    return np.array([100.0 * part["closing"][column] / part["matches"][0] for part in parts])


def closing_rows(own: Mapping[str, Sequence[Part]]) -> tuple[list[Row], list[Finding]]:
    """Compare points won and lost after closing with the paper's (section 5).

    The jobs of players that do not learn hold the same deals, so that differences are taken job by
    job. Players that the paper does not have, and the one that learns, are not compared.
    """
    won, lost = ({name: _closing_points(parts, of) for name, parts in own.items()} for of in (0, 2))
    rows = [
        Row(
            f"{name}, after closing: {word}",
            estimates.mean(points[name], _CONFIDENCE),
            _PAPER_LOST.get(name) if word == "lost" else None,
            0,
            "thousands of points in 100,000 matches",
        )
        for name in own
        for word, points in (("won", won), ("lost", lost))
    ]
    rivals = [name for name in own if not name.endswith(_OURS)]
    gain = [won["PPP"] - won[name] for name in rivals if name != "PPP"]
    loss = [lost[name] - lost[_PVP] for name in rivals if name != _PVP]
    pvp_won = estimates.mean(won[_PVP], _CONFIDENCE)
    return rows, [
        all_hold(
            "PPP wins the most points after closing",
            [above(estimates.mean(points, _CONFIDENCE)) for points in gain],
            f"thousands in 100,000 matches: {_listed(won, rivals)}",
        ),
        all_hold(
            "PVP loses the fewest points after closing",
            [above(estimates.mean(points, _CONFIDENCE)) for points in loss],
            f"thousands in 100,000 matches: {_listed(lost, rivals)}",
        ),
        Finding(
            "PVP wins more than 200,000 points after closing in 100,000 matches",
            above(pvp_won, 200),
            f"{pvp_won:.0f} thousand",
        ),
    ]


def _listed(points: Mapping[str, Floats], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {points[name].mean():.0f}" for name in names)


def _draw(totals: Mapping[str, _Total], players: Players, title: str, picture: Path) -> None:
    """Draw each agent's match wins (left), and its points won and lost after closing (right)."""
    matches = max(total.matches for total in totals.values())
    with styled():
        drawing, axes = figure(1, 2, width=5.0, height=0.42 * len(totals) + 1.4, sharey=True)
        wins, closing = axes[0]
        drawing.suptitle(
            f"{title} against PIMC, {matches:,} matches an agent, {_CONFIDENCE:.0%} intervals; "
            "diamonds: the paper",
            x=0.01,
            ha="left",
        )
        _draw_wins(wins, totals, players)
        for row, total in enumerate(totals.values()):
            closing.barh(row, total.won, color=AHEAD, label=None if row else "won")
            closing.barh(row, -total.lost, color=BEHIND, label=None if row else "lost")
        wins.set_yticks(range(len(totals)), list(totals))
        wins.invert_yaxis()
        for panel, even, label in ((wins, 50, _WON), (closing, 0, _CLOSED)):
            panel.axvline(even, color="black", linewidth=0.8)
            panel.grid(axis="y", visible=False)
            panel.set_xlabel(label)
        closing.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0)
    save(drawing, picture)


def _draw_wins(axes: Any, totals: Mapping[str, _Total], players: Players) -> None:
    """Draw shares with intervals; shares far from 50% are written at the border."""
    shares = [total.share for total in totals.values()]
    near = [share for share in shares if abs(share.value - 50) <= _NEAR]
    low = min([50.0, *(share.low for share in near)]) - 1.5
    high = max([50.0, *(share.high for share in near)]) + 1.5
    for row, (name, won) in enumerate(zip(totals, shares, strict=True)):
        paper = players[name][1]
        beyond = []
        if low <= won.value <= high:
            colour = AHEAD if won.low > 50 else BEHIND if won.high < 50 else OPEN
            spread = [[won.value - won.low], [won.high - won.value]]
            axes.errorbar(won.value, row, xerr=spread, fmt="o", color=colour, capsize=4)
        else:
            beyond.append((won.value, f"{won.value:.1f}"))
        if paper is not None and low <= paper <= high:
            axes.plot(paper, row, "D", color="black", fillstyle="none")
        elif paper is not None:
            beyond.append((paper, f"paper {paper:g}"))
        for left in (True, False):
            words = ", ".join(text for value, text in beyond if (value < 50) == left)
            if words:
                place, side = (low, "left") if left else (high, "right")
                text = f" < {words}" if left else f"{words} > "
                axes.text(place, row - 0.15, text, va="bottom", ha=side)  # above the markers
    axes.set_xlim(low, high)


# The paper's settings: errors count at 5 MIN nodes; 1,000 iterations per decision, UCT constant
# sqrt 2. Its MCTS is the best of three kinds. Its P(match state) is learned in the tournament.
_PVP = "PVP k'=0"
_OURS = ("learned", _DEPTH_1, "tree", "tree a world")
_PAPER_LOST = {_PVP: 32, "PPP": 56}  # thousands of points after closing in 100,000 matches
_TREE = "simulations=1000,exploration=1.4142135623730951"

EXPERIMENT = match_shares(
    source="Wisser, IJCAI 2015, figure 3 (rules of Kinderschnapsen partly our choice)",
    title="Kinderschnapsen",
    game="python_kinderschnapsen(match=true)",
    players={
        _PVP: ("pvp(worlds={w},depth=5)", 53.6),
        "PVP k'=0, P learned": ("pvp(worlds={w},depth=5,match_values={values})", 53.6),
        "PVP k'=0, depth 1": ("pvp(worlds={w})", None),
        "PVP k'=0.5": ("pvp(worlds={w},knowledge=0.5)", None),
        "PPP": ("ppp(worlds={w},depth=5)", None),
        "PRM": ("prm(worlds={w})", None),
        "VM": ("vm(worlds={w})", None),
        "MCTS, a tree a world": (f"mcts(worlds={{w}},{_TREE})", None),
        "MCTS, one tree": (f"mcts(worlds={{w}},one_tree=true,{_TREE})", None),
        "MCTS, a world an iteration": (f"ismcts({_TREE})", 36.9),
        "random": ("random", 12.0),
    },
    numbers={"matches": (400, 100_000), "worlds": (8, 30)},
    why="Rules of Kinderschnapsen are partly our choice.",
    closing=closing_rows,
)
