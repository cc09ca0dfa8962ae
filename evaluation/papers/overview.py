"""The overview of the papers: a line for each numbered table, figure and system.

A line that an experiment reproduces has the verdict of the experiment's journal and, unless it has
a sentence here, the experiment's own sentence. The other lines have verdict and sentence here.
`vorhand reproduce --from evaluation/results` prints the overview, and `docs/papers.md` contains it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vorhand.evaluation import papers
from vorhand.evaluation.papers.framework import Settings, report_of
from vorhand.evaluation.papers.reports import Report, Verdict

IMPOSSIBLE, MISSING, NOT_JUDGED = "impossible", "missing", "not judged"
ILLUSTRATION = "illustration"
_DECIDED = {
    Verdict.HOLDS: "agrees",
    Verdict.DOES_NOT_HOLD: "differs",
    Verdict.UNDECIDED: "undecided",
}


@dataclass(frozen=True)
class Line:
    """A table, figure or system of a paper.

    Attributes:
        item: its number, or the section and the name of the system.
        experiment: name of the experiment that reproduces it; empty: none.
        about: pattern that selects the figures and statements of this item by their text; default:
            all.
        verdict: the verdict if there is no experiment.
        why: the reason of that verdict; replaces the experiment's own sentence if both exist.
    """

    item: str
    experiment: str = ""
    about: str = ""
    verdict: str = ""
    why: str = ""


def _missing(item: str, why: str) -> Line:
    return Line(item, verdict=MISSING, why=why)


PAPERS: Mapping[str, Sequence[Line]] = {
    "Long, Sturtevant, Buro and Furtak 2010": (
        Line("figure 1: strategy fusion and non-locality", "long-figure1"),
        Line("figure 2: a synthetic tree", "long-figure2"),
        Line(
            "figure 3: loss of PIMC",
            "long-figures",
            "PIMC's loss|loss of PIMC",
            why="In the paper the loss is smallest at low disambiguation; here it is smallest at "
            "high, even without the points at which all cards are open.",
        ),
        Line(
            "figure 4: loss of random play",
            "long-figures",
            "loss of the random player",
            why="The figure is only drawn; the paper's text makes no statement about it.",
        ),
        Line(
            "figure 5: gain over random play",
            "long-figures",
            "gain",
            why="In the region of Skat, the gain at some bias differs from its mean by more than "
            "0.05; in the paper by at most 0.05.",
        ),
        Line("figure 6: density of games in the planes", "long-figure6"),
        Line("table 1: Kuhn poker", "long-table1"),
        Line("Skat endings", "long-endings"),
        Line("real games in the planes", "long-plane"),
    ),
    "Furtak and Buro 2011": (
        Line("figure 1: savings by payoff similarity", "furtak-buro-figure1"),
        Line("table 1: sizes of look-up tables", "furtak-table8.1"),
        _missing(
            "figure 2: tables of version 1 in the search",
            "The solver's time with these tables, by their size, has not been measured.",
        ),
        Line("section 3.4: tables of version 1", "furtak-tables", "first version"),
        Line("table 2: errors of estimators", "furtak-buro-table2"),
        Line("table 3: forward pruning in the solver", "furtak-buro-table3"),
        Line("table 4: forward pruning in play", "furtak-buro-table4"),
    ),
    "Furtak 2013": (
        Line("section 2.4: bidding by nearest neighbours", "furtak-section2.4"),
        Line("section 2.4: bidding by expectimax", "kermit-bidding"),
        Line("table 3.1: fastest cut first in Skat", "furtak-table3.1"),
        Line("section 3.5: minimum proof graphs", "furtak-section3.5"),
        Line("figure 3.5: fastest cut first in trees", "furtak-figure3"),
        Line(
            "chapter 4: partition search, relevant cards",
            "furtak-table8.3",
            "partition search",
            why="The journal covers null only; trump games are measured without one.",
        ),
        _missing("section 5.3: tables of single suits at bridge", "There is no experiment."),
        Line("figures 5.3, 5.4: bounds of an oracle", "furtak-figure5.3"),
        Line("figure 6.2: paranoid errors", "furtak-figure6.2"),
        Line("section 6.3: lines of bidding values", "furtak-bidding-lines"),
        Line("figure 6.3: paranoid errors filtered out", "furtak-figure6.3"),
        Line("chapter 6: achievable sets", "furtak-achievable"),
        Line(
            "section 6.5: card points as a tie-breaker",
            "furtak-section6.5",
            "^(?!.*null)",
            why="Too few deals to decide all statements together.",
        ),
        Line("section 7.4: errors of estimators", "furtak-buro-table2"),
        _missing(
            "section 7.4: worlds a second",
            "Forward pruning is judged by nodes; times depend on the processor.",
        ),
        Line("figures 7.4 to 7.7: thresholds in play", "furtak-figure7.4"),
        Line("figure 8.1: exactitude of a black box", "furtak-figure8.1"),
        Line("tables 8.1, 8.2: sizes of look-up tables", "furtak-table8.1"),
        Line("figures 8.6 to 8.10: choice of entries", "furtak-tables", "^(?!.*first version)"),
        Line(
            "figure 8.11: where cards may not be skipped",
            verdict=ILLUSTRATION,
            why="A counter-example, nothing to measure: the owner of an unused card is irrelevant "
            "only while each player's number of cards in each suit is fixed. Our diagrams fix "
            "these numbers first (`null_diagrams.hpp`).",
        ),
        Line("table 8.3: null diagrams", "furtak-table8.3"),
        Line(
            "section 8.7: time to live in null", "furtak-section6.5", "null", why="Too few deals."
        ),
        Line("figure 9.1: exploitability of R0 and R1", "furtak-figure9.1"),
        Line("figure 9.2: matrix of levels", "furtak-figure9.2"),
        Line("figure 9.3: number of worlds", "furtak-figure9.3"),
        Line("table 9.1: IIMC and inference", "furtak-table9.1"),
        Line("figure 9.4: recursive PIMC", "furtak-figure9.4"),
        Line("figure 9.5: rule playouts", "furtak-figure9.5"),
        Line("figure 9.6: errors by trick", "furtak-figure9.6"),
        Line(
            "section 9.6: scores against two XSkat",
            "against-xskat",
            "against xskat: soloist's score",
            why="Contracts are xskat's here and Kermit's in the thesis: scores are not compared.",
        ),
    ),
    "Wisser 2015": (
        _missing(
            "figures 1, 2",
            "We do not know what they show; table 1 measures the games of that section.",
        ),
        Line("table 1: the games XX and XI", "wisser-table1"),
        Line("figure 3: Kinderschnapsen", "wisser-figure3", "^(?!.*closing)"),
        Line("figure 4: Schnapsen", "wisser-figure4"),
        Line("section 5: decisions of PVP and PIMC", "wisser-overruled"),
        Line("section 5: properties of Kinderschnapsen", "wisser-properties"),
        Line("section 5: points after closing", "wisser-figure3", "closing"),
        Line("section 5: expert positions", "wisser-expert-positions"),
        Line("section 5: matches with people", verdict=IMPOSSIBLE, why="They need people."),
        Line("section 6: limit hold'em", "wisser-poker"),
    ),
    "Solinas, Rebstock and Buro 2019": (
        Line(
            "figure 1: the network",
            "solinas-tables1.2",
            "network",
            why="The widths of its other layers are not known here.",
        ),
        Line("tables 1, 2: inputs", "solinas-tables1.2", "input"),
        Line("section 3: time for all worlds of a first lead", "solinas-section3"),
        Line("figure 2: TSSR by trick", "solinas-figure2"),
        Line("table 3: points a game", "solinas-table3"),
        Line("table 4: games won", "solinas-table4"),
        Line("section 4: time of a move", "solinas-section4"),
    ),
    "Methods published since": (
        Line("alpha-mu (Cazenave and Ventos 2020): Skat", "joint-games", "alpha_mu"),
        Line("EPIMC (Arjonilla, Saffidine and Cazenave 2024): Skat", "joint-games", "epimc"),
        Line("KBPS (Edelkamp 2021): Skat", "joint-games", "kbps"),
        Line("policy inference (Rebstock, Solinas and Buro 2019)", "policy-inference"),
        Line("SkatZero: whole deals against XSkat", "whole-deals-xskat"),
        Line(
            "policies from people's games (Rebstock, Solinas, Buro and Sturtevant 2019)",
            verdict=IMPOSSIBLE,
            why="The games are not public.",
        ),
        _missing(
            "opponent modelling by PIPMA (Long and Buro 2011)",
            "`vorhand pipma` measures the errors; no agent adapts its bidding to them.",
        ),
    ),
}
"""The lines of each paper, by its name."""


@cache
def reports_in(name: str, path: Path) -> list[tuple[Settings, Report]]:
    """Return the report of each run of a journal, without pictures."""
    return report_of(papers.experiment(name), path)[1]


def verdict_of(report: Report, about: str = "") -> str:
    """Return the verdict on a report; if its parts differ, with the number of each verdict.

    A part is a figure or a statement of the paper in whose text the pattern occurs. The verdict is
    "differs" if any part differs, and "agrees" if all agree. Without any part it is "not judged".
    """
    parts_of = [(row.name, row.verdict) for row in report.rows if row.paper is not None]
    parts_of += [(finding.text, finding.verdict) for finding in report.findings if not finding.ours]
    found = [verdict for text, verdict in parts_of if re.search(about, text)]
    counts = Counter(_short(str(verdict)) for verdict in found)
    named = [(name, counts[name]) for name in ("differs", "undecided", "agrees") if counts[name]]
    if not named:
        return NOT_JUDGED
    first = named[0][0]
    parts = ", ".join(f"{number} {name}" for name, number in named)
    return first if len(named) == 1 else f"{first} ({parts})"


def _short(verdict: str) -> str:
    for name, short in _DECIDED.items():
        if verdict.startswith(name):
            return short
    return verdict.split()[0].rstrip(",")


COLUMNS = ("item", "command", "journal", "size", "verdict", "why")


def records(folder: Path) -> list[dict[str, str]]:
    """Return the lines of all papers as plain data."""
    return [
        {"paper": paper} | dict(zip(COLUMNS, row, strict=True))
        for paper in PAPERS
        for row in rows_of(paper, folder)
    ]


def rows_of(paper: str, folder: Path) -> list[tuple[str, ...]]:
    """Return the lines of a paper, each with the `COLUMNS`.

    Args:
        paper: a key of `PAPERS`.
        folder: folder of the journals, each called NAME.jsonl.xz.
    """
    return [_row(line, folder) for line in PAPERS[paper]]


def _row(line: Line, folder: Path) -> tuple[str, ...]:
    name = line.experiment
    if not name:
        return line.item, "", "", "", line.verdict, line.why
    path, why = folder / f"{name}.jsonl.xz", line.why or papers.experiment(name).why
    command = f"vorhand reproduce {name}"
    if not path.exists():
        return line.item, command, MISSING, "", NOT_JUDGED, why
    settings, report = reports_in(name, path)[0]
    sizes = ", ".join(
        f"{key} {value if isinstance(value, str) else format(value, ',g')}"
        for key, value in settings.numbers.items()
    )
    return line.item, command, path.name, sizes or "exact", verdict_of(report, line.about), why
