"""A match as a picture: differences between agents, and their course from deal to deal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.arena.report import compared, letter, number, times
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.pictures import APART, as_svg, figure, forest, save, styled
from vorhand.native.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FOREST_PAIRS = 6  # maximum number of pairs in a forest plot; with more, a map is drawn
_LINES = 3  # maximum number of running differences; more cannot be told apart
_POINTS = 400  # maximum number of points per line
_FIRST = 10  # deals before a running mean is meaningful


def draw_match(results: Results, path: Path, confidence: float = 0.95) -> Path:
    """Draw the differences head to head, with intervals, and their course over the deals.

    Differences are a forest plot, or a map if there are many agents. The file's suffix sets the
    format.

    Raises:
        ValueError: fewer than two deals.
    """
    return save(drawing_of(results, confidence), path)


def svg_of_match(results: Results) -> str:
    """Return the picture as SVG, to be embedded in a page of HTML."""
    return as_svg(drawing_of(results, 0.95))


def drawing_of(results: Results, confidence: float) -> Figure:
    """Return the picture as a figure of Matplotlib.

    Raises:
        ValueError: fewer than two deals.
    """
    if len(results) < 2:
        raise InputError(f"{len(results)} deals: expected 2 or more for a picture")
    match = results.match
    agents = ", ".join(f"{letter(k)} {name}" for k, name in enumerate(match.names))
    title = (
        f"{match.game}: {len(results):,} deals, each played {times(len(match.seatings))}, "
        f"seed {match.seed}"
    )
    with styled():
        drawing, axes = figure(1, 2, width=5.6, height=4.0)
        left, course = axes[0]
        if len(match.pairs) <= _FOREST_PAIRS:
            _forest(left, results, confidence)
        else:
            _map(left, results, confidence)
        _course(course, results, confidence)
        drawing.suptitle("\n".join([title, *textwrap.wrap(agents, 130)]), x=0.01, ha="left")
    return drawing


def _forest(axes: Any, results: Results, confidence: float) -> None:
    """Draw a line for each pair of agents: the difference and its interval, coloured if clear."""
    pairs = _estimates(results, confidence)
    forest(axes, {f"{letter(a)} - {letter(b)}": e for (a, b), e in pairs.items()}, even=0)
    for place, estimate in enumerate(pairs.values()):
        axes.annotate(
            _number(estimate.value),
            (estimate.value, place),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
        )
    axes.set_xlabel(_unit(results))
    kind = estimates.kind_of_interval(confidence, estimates.is_any_stopping_time())
    axes.set_title(f"Differences on the same cards; {kind} of all at once")


def _map(axes: Any, results: Results, confidence: float) -> None:
    labels = [letter(agent) for agent in range(len(results.match.names))]
    draw_map(axes, labels, _estimates(results, confidence), _unit(results), confidence)


def _estimates(results: Results, confidence: float) -> dict[tuple[int, int], Estimate]:
    """Return the first agent's lead over the second for each pair; all intervals hold at once."""
    if results.match.in_pairs:  # the same intervals as in the tables
        with estimates.together(results.match.comparisons):
            leads = results.head_to_head().items()
            return {pair: estimates.mean(lead, confidence) for pair, lead in leads}
    pairs = compared(results.head_to_head(), confidence)
    return {pair: found.simultaneous for pair, found in pairs.items()}


def draw_map(
    axes: Any,
    labels: Sequence[str],
    pairs: Mapping[tuple[int, int], Estimate],
    unit: str,
    confidence: float = 0.95,
) -> None:
    """Draw a matrix of the differences between row and column; clear ones in bold.

    Args:
        axes: axes of Matplotlib.
        labels: labels of the agents.
        pairs: for each pair of agents, by their numbers, the lead of the first over the second.
        unit: unit of the differences.
        confidence: confidence level of the intervals.
    """
    values = np.zeros((len(labels), len(labels)))
    for (a, b), estimate in pairs.items():
        values[a, b], values[b, a] = estimate.value, 0.0 - estimate.value  # never "-0"
        clear = "bold" if estimate.is_clear else "normal"
        for row, column in ((a, b), (b, a)):
            text = _number(values[row, column])
            axes.text(column, row, text, ha="center", va="center", weight=clear, size=8)
    most = float(np.abs(values).max()) or 1.0
    shown = axes.imshow(values, cmap=APART, vmin=-1.6 * most, vmax=1.6 * most)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_yticks(range(len(labels)), labels)
    axes.grid(visible=False)
    axes.figure.colorbar(shown, ax=axes, label=unit, shrink=0.8)
    axes.set_title(f"Row ahead of column; bold: clear at {100 * confidence:.4g}%, all at once")


def _course(axes: Any, results: Results, confidence: float) -> None:
    """Draw the running mean differences of the first pairs, with their intervals as bands."""
    deals = len(results)
    first = min(_FIRST, deals)
    at = np.unique(np.linspace(first, deals, min(_POINTS, deals - first + 1)).astype(int))
    for (a, b), by_deal in list(results.head_to_head().items())[:_LINES]:
        so_far = [estimates.mean(by_deal[:count], confidence) for count in at]
        middle, low, high = (np.array([getattr(e, x) for e in so_far]) for x in _ENDS)
        (line,) = axes.plot(at, middle, label=f"{letter(a)} - {letter(b)}")
        axes.fill_between(at, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("deals")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel(_unit(results))
    # Below the axes the legend covers no line.
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=_LINES)
    left_out = ", first pairs" if len(results.match.pairs) > _LINES else ""
    axes.set_title(f"Mean difference so far, with its interval{left_out}")


_ENDS = ("value", "low", "high")


def _number(value: float) -> str:
    """Format a number with the minus sign that the axes use."""
    return number(value).replace("-", "\N{MINUS SIGN}")


def _unit(results: Results) -> str:
    return "score alone, a deal" if results.match.in_pairs else "score a deal"
