"""Furtak's thesis (2013), figures 7.4 to 7.7: forward pruning alone and in defence.

For every two thresholds, a soloist with the first plays the same deals against defenders with the
second, in suit games and grand; Kermit bids. The estimator is the solver's first guess, which saves
the most time here. In the thesis all players have the same number of worlds. Here an additional
player has a threshold of 0.5 and more worlds, so that it takes about as long as the player with
exact values. Nodes and errors of the values are measured in the worlds of the first lead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.agents.skat.evaluators.estimated import Which, pruned, pruning
from vorhand.evaluation.arena.estimates import Estimate, Floats, mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, below
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.pictures import curve, figure, save, styled
from vorhand.games.skat.view import observe

_KINDS = ("suit", "grand")
_THRESHOLDS = (0.1, 0.3, 0.5, 0.7, 0.9)
_EXACT, _MORE = "exact values", "0.5, more worlds"
_FEW = "0.1"
_ESTIMATORS: Which = "guess"


def _players(worlds: int, times: int) -> dict[str, str]:
    """Return specs by name, the player with exact values first."""

    def spec(evaluator: str, number: int) -> str:
        return f"mc(belief=uniform,evaluator={evaluator},worlds={number})"

    def estimated(threshold: float) -> str:
        return f"estimated(confidence={threshold},estimators={_ESTIMATORS})"

    return {
        _EXACT: spec("open_hand", worlds),
        **{str(p): spec(estimated(p), worlds) for p in _THRESHOLDS},
        _MORE: spec(estimated(0.5), times * worlds),
    }


def _jobs(settings: Settings) -> list[Job]:
    numbers = [settings.count(name) for name in ("worlds", "times")]
    deals = range(settings.count("deals"))
    return [[kind, settings.seed, deal, *numbers] for kind in _KINDS for deal in deals]


def _work(job: Job) -> Result:
    """Return points by soloist and defenders, and nodes and squared errors at the first lead."""
    kind, seed, number, worlds, times = job
    deal, specs = table(kind, seed, number, "kermit"), _players(worlds, times).values()
    points = [[deal.play(one, two)[0] for two in specs] for one in specs]
    lead = deal.first_lead().deal
    view = observe(lead, lead.player)
    rows = np.asarray(view.worlds().distinct(0, worlds, seed))
    exact, nodes = pruned(view, rows, None)
    legal = exact >= 0
    costs = [[float(nodes.sum()), 0.0]]
    for threshold in _THRESHOLDS:
        values, spent = pruned(view, rows, pruning(threshold, _ESTIMATORS))
        error = (values.astype(float) - exact)[legal]
        costs.append([float(spent.sum()), float((error**2).mean())])
    return [points, costs]


def _report(settings: Settings, results: list[Result]) -> Report:
    players = list(_players(settings.count("worlds"), settings.count("times")))
    deals = settings.count("deals")
    rows, findings = [], []
    curves: dict[str, _Curves] = {}
    for k, kind in enumerate(_KINDS):
        played = results[k * deals : (k + 1) * deals]
        points = np.array([one for one, _ in played], float)
        costs = np.array([one for _, one in played], float)
        rows.append(
            Row(f"{kind}: exact values in all seats, points", mean(points[:, 0, 0]), None, 1)
        )
        nodes = [
            on_log_scale(ratio(costs[:, i, 0], costs[:, 0, 0]))
            for i in range(1, len(_THRESHOLDS) + 1)
        ]
        for i, (threshold, left) in enumerate(zip(_THRESHOLDS, nodes, strict=True), 1):
            rows.append(Row(f"{kind}, {threshold}: nodes left at the first lead", left, digits=2))
            rows.append(
                Row(f"{kind}, {threshold}: mean squared error", mean(costs[:, i, 1]), digits=1)
            )
        alone = {name: _alone(points, i) for i, name in enumerate(players)}
        defence = {name: _defence(points, i) for i, name in enumerate(players)}
        curves[kind] = _Curves(nodes, {"alone": alone, "in defence": defence})
        for name in players[1:]:
            rows.append(Row(f"{kind}, {name} alone, less exact", mean(alone[name]), digits=1))
            rows.append(
                Row(f"{kind}, {name} in defence, less exact", mean(defence[name]), digits=1)
            )
        findings += _findings(kind, alone, defence)
    title = (
        f"{deals} deals a kind, {settings.count('worlds')} worlds; soloist's points a game, those "
        "of defenders with the other sign; means over the thresholds of the others"
    )
    worlds = settings.count("worlds")
    drawings = {"furtak-figure7.4.png": partial(_picture, curves, deals, worlds)}
    return Report(title, rows, findings, drawings)


@dataclass(frozen=True)
class _Curves:
    """The curves of one kind of game.

    Attributes:
        nodes: share of the nodes of exact values that is left at the first lead, by threshold.
        gains: points per game over exact values by deal, for each role and player.
    """

    nodes: Sequence[Estimate]
    gains: Mapping[str, Mapping[str, Floats]]


def _picture(curves: Mapping[str, _Curves], deals: int, worlds: int, path: Path) -> Path:
    """Draw gains over exact values by threshold, and at the right those of the added player."""
    places = np.arange(len(_THRESHOLDS) + 1.0)
    with styled():
        drawing, axes = figure(1, len(curves), width=5.0, sharey=True)
        for panel, (kind, drawn) in zip(axes[0], curves.items(), strict=True):
            for shift, (role, gains) in zip((-0.08, 0.08), drawn.gains.items(), strict=True):
                ahead = [mean(gains[name]) for name in (*map(str, _THRESHOLDS), _MORE)]
                at, style = places + shift, {"capsize": 3}
                (line, *_) = curve(panel, at[:-1], ahead[:-1], fmt="o-", label=role, **style)
                curve(panel, at[-1:], ahead[-1:], fmt="D", color=line.get_color(), **style)
            panel.axhline(0, color="black", linewidth=0.8)
            left = [f"{p}\n{n.value:.0%}" for p, n in zip(_THRESHOLDS, drawn.nodes, strict=True)]
            panel.set_xticks(places, [*left, "0.5, more\nworlds"])
            panel.grid(axis="x", visible=False)
            panel.set_xlabel("threshold of confidence, and nodes left of those of exact values")
            panel.set_title(kind)
        axes[0, 0].set_ylabel("points a game over exact values")
        axes[0, 0].legend()
        drawing.suptitle(
            f"Forward pruning, {worlds} worlds, {deals:,} deals a kind: means over the others' "
            "thresholds, 95% intervals",
            x=0.01,
            ha="left",
        )
    return save(drawing, path)


def _alone(points: Floats, player: int) -> Floats:
    """Return a soloist's gain over exact values in each deal, as a mean over all defenders."""
    gain: Floats = (points[:, player] - points[:, 0]).mean(axis=1)
    return gain


def _defence(points: Floats, player: int) -> Floats:
    """Return defenders' gain over exact values in each deal, as a mean over all soloists."""
    gain: Floats = (points[:, :, 0] - points[:, :, player]).mean(axis=1)
    return gain


def _findings(
    kind: str, alone: Mapping[str, Floats], defence: Mapping[str, Floats]
) -> list[Finding]:
    worse = {p: mean(alone[_FEW] - alone[str(p)]) for p in _THRESHOLDS[1:]}
    apart = mean(alone[_FEW] - defence[_FEW])
    more = {"alone": mean(alone[_MORE]), "in defence": mean(defence[_MORE])}
    return [
        all_hold(
            f"{kind}: alone a threshold of 0.1 is worse than all others",
            map(below, worse.values()),
            ", ".join(f"{p} {less:+.1f}" for p, less in worse.items()),
        ),
        Finding(
            f"{kind}: 0.1 costs the soloist more than the defenders",
            above(apart * -1),
            f"{apart:+.1f} points a game",
        ),
        *(
            Finding(
                f"{kind}: with more worlds at 0.5 {role} better than exact values",
                above(gain),
                f"{gain:+.1f} points a game",
                ours=True,
            )
            for role, gain in more.items()
        ),
    ]


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figures 7.4 to 7.7 (drawn, without figures)",
    {"deals": (8, 9481), "worlds": (10, 160), "times": 2},
    _jobs,
    _work,
    _report,
    unit="deals",
    extras=("plots",),
    why="Too few deals.",
)
