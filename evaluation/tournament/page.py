"""The page of a tournament: ratings and pairwise results per game, in numbers and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path

from vorhand.evaluation.arena.estimates import Estimate, compare
from vorhand.evaluation.arena.pictures import draw_map
from vorhand.evaluation.arena.report import FEW, deals_in_words
from vorhand.evaluation.pictures import as_svg, figure, forest, styled
from vorhand.evaluation.tournament.play import Played
from vorhand.evaluation.tournament.ratings import Rating, ratings

Paces = Mapping[tuple[str, str], Estimate]
"""Seconds per decision, keyed by game and agent."""

_OF_DEALS = (1, 2)  # columns whose figures are estimated from the deals
_TWO = 2  # number of agents that have a single difference, so that no map is drawn
_STYLE = """body { font: 16px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em .8em; text-align: right }
th:first-child, td:first-child { text-align: left } tr { border-bottom: 1px solid #ddd }
svg { max-width: 100%; height: auto } .few { color: #888 }"""


def write(tournament: Sequence[Played], path: Path, title: str, paces: Paces | None = None) -> Path:
    """Write the page, one file with embedded pictures; these need Matplotlib."""
    sections = [_section(played, paces or {}) for played in tournament]
    page = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n"
        "<p>Ratings after Bradley and Terry on Elo's scale, the mean of a game's agents at 0; "
        "all intervals are of 95%, those of the pairs of a game hold at once. Each two agents play "
        "the same deals, in all rotations.</p>\n" + "\n".join(sections) + "\n</body></html>\n"
    )
    path.write_text(page, encoding="utf-8")
    return path


def _section(played: Played, paces: Paces) -> str:
    contest, found = played.contest, ratings(played)
    head, *rows = table_of(played, found, paces)
    pairs = [
        [f"{one} - {other}", f"{estimate:+.3f}"]
        for (one, other), estimate in _pairs(played).items()
    ]
    return (
        f"<h2>{escape(contest.game)}</h2>\n<p>{deals_in_words(contest.deals)} for each two agents, "
        f"seed {contest.seed}</p>\n{_table(head, rows, contest.deals)}\n"
        f"{_pictures(played, found)}\n"
        f"{_table(['on the same cards', 'score a deal'], pairs, contest.deals)}"
    )


def _pairs(played: Played) -> dict[tuple[str, str], Estimate]:
    """Return the first agent's lead over the second for each pair; all intervals hold at once."""
    found = compare(list(played.differences.values()))
    return {pair: e.simultaneous for pair, e in zip(played.differences, found, strict=True)}


def table_of(played: Played, found: Sequence[Rating], paces: Paces) -> list[list[str]]:
    """Return headings and rows of the ratings, with thinking times if they were measured."""
    rows = [["agent", "rating", "score above others, a deal"]]
    rows += [[r.agent, f"{r.rating:.0f}", f"{r.score:+.3f}"] for r in found]
    if paces:
        times = (f"{paces[played.contest.game, r.agent] * 1000:.1f}" for r in found)
        for row, time in zip(rows, ["ms a decision", *times], strict=True):
            row.append(time)
    return rows


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], deals: int) -> str:
    """Return a table; figures of few deals are grey, with a star, but not thinking times."""
    few = deals < FEW
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    for row in rows:
        cells = (
            f'<td class="few">{escape(cell)} *</td>'
            if few and place in _OF_DEALS
            else f"<td>{escape(cell)}</td>"
            for place, cell in enumerate(row)
        )
        lines.append("".join(cells))
    caption = f"<caption>* fewer than {FEW} cases</caption>" if few else ""
    return f"<table>{caption}" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _pictures(played: Played, found: Sequence[Rating]) -> str:
    """Return ratings with intervals and a map of all pairs as SVG; nothing without Matplotlib."""
    if find_spec("matplotlib") is None:
        return ""
    names = [rating.agent for rating in found]
    with styled():
        ranked, axes = figure(1, 1, width=7.0, height=0.8 + 0.35 * len(found))
        forest(axes[0, 0], {rating.agent: rating.rating for rating in found}, even=0)
        axes[0, 0].set_xlabel("rating")
        if len(names) <= _TWO:
            return as_svg(ranked)
        pairs = {
            (names.index(one), names.index(other)): estimate
            for (one, other), estimate in _pairs(played).items()
        }
        side = 0.7 * len(names)
        everybody, axes = figure(1, 1, width=3.5 + side, height=1.5 + side)
        draw_map(axes[0, 0], names, pairs, "score a deal")
        axes[0, 0].tick_params(axis="x", rotation=90)
    return f"{as_svg(ranked)}\n{as_svg(everybody)}"
