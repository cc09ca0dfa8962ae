"""Furtak's thesis (2013), figure 9.5: IIMC with rule playouts, alone and in defence.

RX samples worlds and plays each out with rule players in all seats, so it models its opponents as
rule players. The rule player of the thesis is XSkat, ours is `rule`. Every soloist plays the same
deals against two rule players and against two Kermits (PIMC). Every player also plays them as both
defenders against Kermit. Kermit's bidding makes the contracts. The thesis draws points per game by
worlds, without figures. The findings are the conclusions of the thesis from its curves.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, Floats, mean
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, below
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.pictures import curve, figure, save

_WORLDS = (10, 20, 40, 80, 160, 320)
_RULE, _KERMIT = "rule", "Kermit"
_AHEAD_FROM = 80  # worlds from which RX is ahead of the rule player in the thesis

Game = tuple[str, str]  # the names of the soloist and of both defenders


def _recursive(most: int) -> dict[str, int]:
    """Return the recursive players' numbers of worlds by name, up to the given maximum."""
    few = [worlds for worlds in _WORLDS if worlds <= most]
    return {f"RX{worlds}": worlds for worlds in few or _WORLDS[:1]}


def _games(recursive: Mapping[str, int]) -> list[Game]:
    soloists = [_RULE, _KERMIT, *recursive]
    alone = [(soloist, defence) for defence in (_RULE, _KERMIT) for soloist in soloists]
    return alone + [(_KERMIT, defence) for defence in recursive]


def _work(job: Job) -> Result:
    """Return the soloist's points in every game."""
    seed, number, worlds, most = job
    recursive = _recursive(most)
    specs = {name: f"iimc(belief=uniform,playout=rule,worlds={n})" for name, n in recursive.items()}
    specs |= {_RULE: "rule", _KERMIT: f"pimc(belief=uniform,doubt=0,worlds={worlds})"}
    deal = table("any", seed, number, "kermit")
    return [deal.play(specs[one], specs[two])[0] for one, two in _games(recursive)]


def _report(settings: Settings, results: list[Result]) -> Report:
    recursive = _recursive(settings.count("most"))
    games = _games(recursive)
    points = dict(zip(games, np.array(results, float).T, strict=True))
    kermit = f"Kermit {settings.count('worlds')}"

    def name(player: str) -> str:
        return kermit if player == _KERMIT else player

    rows = [
        Row(f"{name(one)} alone against two {name(two)}: points a game", mean(column), digits=1)
        for (one, two), column in points.items()
    ]
    for defence in (_RULE, _KERMIT):
        for player in recursive:
            text = f"{player} alone less {{}}, against two {name(defence)}"
            for other in (_RULE, _KERMIT):
                less = mean(points[player, defence] - points[other, defence])
                rows.append(Row(text.format(name(other)), less, digits=1))
    for player in recursive:
        saved = mean(points[_KERMIT, _RULE] - points[_KERMIT, player])
        rows.append(Row(f"two {player} save over two rule, {kermit} alone", saved, digits=1))
    drawings = {"furtak-figure9.5.png": partial(_picture, recursive, points)}
    title = f"{len(results)} deals with Kermit's contracts: soloist's points a game (Seeger-Fabian)"
    return Report(title, rows, _findings(recursive, points), drawings)


def _findings(recursive: Mapping[str, int], points: Mapping[Game, Floats]) -> list[Finding]:
    most = list(recursive)[-1]

    def less(one: str, other: str, defence: str) -> Estimate:
        return mean(points[one, defence] - points[other, defence])

    rule, kermit = less(most, _KERMIT, _RULE), less(most, _KERMIT, _KERMIT)
    findings = [
        all_hold(
            f"{most} alone beats Kermit where rule players defend, and not where Kermit does",
            [above(rule), below(kermit)],
            f"{rule:+.1f} and {kermit:+.1f} points a game",
        )
    ]
    many = [player for player, worlds in recursive.items() if worlds >= _AHEAD_FROM]
    if many:
        ahead = [less(player, _RULE, _KERMIT) for player in many]
        findings.append(
            all_hold(
                f"RX is ahead of the rule player alone against two Kermit from {_AHEAD_FROM} "
                "worlds on",
                map(above, ahead),
                ", ".join(f"{p} {gain:+.1f}" for p, gain in zip(many, ahead, strict=True)),
            )
        )
    saved = {p: mean(points[_KERMIT, _RULE] - points[_KERMIT, p]) for p in recursive}
    findings.append(
        all_hold(
            "in defence against Kermit every RX is better than the rule player",
            map(above, saved.values()),
            ", ".join(f"{player} {gain:+.1f}" for player, gain in saved.items()),
        )
    )
    return findings


def _picture(recursive: Mapping[str, int], points: Mapping[Game, Floats], path: Path) -> Path:
    drawing, axes = figure(1, 3)
    curves = {
        "alone against two rule": [(player, _RULE) for player in recursive],
        "alone against two Kermit": [(player, _KERMIT) for player in recursive],
        "in defence against Kermit": [(_KERMIT, player) for player in recursive],
    }
    levels = {
        "alone against two rule": [(_RULE, _RULE), (_KERMIT, _RULE)],
        "alone against two Kermit": [(_RULE, _KERMIT), (_KERMIT, _KERMIT)],
        "in defence against Kermit": [(_KERMIT, _RULE), (_KERMIT, _KERMIT)],
    }
    for panel, (title, games) in zip(axes[0], curves.items(), strict=True):
        means = [mean(points[game]) for game in games]
        curve(panel, list(recursive.values()), means, fmt="o-", label="RX")
        for game, style in zip(levels[title], (":", "--"), strict=True):
            label = game[0] if "alone" in title else game[1]
            panel.axhline(float(points[game].mean()), linestyle=style, label=label)
        panel.set_xscale("log")
        panel.set(xlabel="worlds", ylabel="soloist's points a game")
        panel.set_title(title, fontsize=8)
        panel.legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.5 (its curves are not given in figures)",
    {"deals": (24, 18_962), "worlds": (40, 160), "most": (80, 320)},
    each("deals", "worlds", "most"),
    _work,
    _report,
    unit="deals",
    extras=("plots",),
    why="Too few deals, with our rule player in place of XSkat.",
)
