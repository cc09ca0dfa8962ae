"""The tables of ``lab stores`` and ``bridge-stores``: gains from seeing cards, open-hand losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vorhand.cli.outputs import figures_table, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from vorhand.evaluation.arena.estimates import Estimate
    from vorhand.evaluation.papers.knowledge import GameTally


def show(
    tally: GameTally,
    arguments: dict[str, Any],
    heading: str,
    unit: str,
    digits: int,
    console: Console,
    *,
    as_json: bool,
) -> None:
    """Print the tables, or JSON with the arguments of the command; these include ``agent``."""
    from vorhand.evaluation.papers.knowledge import remark

    if as_json:
        print_json({**arguments, **_data(tally)})
        return
    agent = arguments["agent"]
    lost = f"open-hand {unit} lost"
    console.print(_by_kind(tally, f"{agent}: {heading}, 95% intervals", digits))
    if line := remark(agent, tally):
        console.print(line, markup=False)
    console.print(_by_trick(tally, f"{lost}, by trick", digits))
    console.print(_differences(tally, f"{lost}, paired differences", digits))


def _data(tally: GameTally) -> dict[str, Any]:
    kinds = {
        kind: {
            tally.GAMES: len(part.kinds),
            "gains": {name: of.to_dict() for name, of in part.gains().items()},
            "lost": {name: of.to_dict() for name, of in part.losses().items()},
        }
        for kind, part in tally.by_kind().items()
    }
    tricks = {name: [of.to_dict() for of in lost] for name, lost in tally.by_trick().items()}
    differences = {name: of.to_dict() for name, of in tally.differences().items()}
    return {
        "changed": tally.changed,
        "kinds": kinds,
        "lost_by_trick": tricks,
        "differences": differences,
    }


def _by_kind(tally: GameTally, title: str, digits: int) -> Table:
    from vorhand.evaluation.arena.report import add_row

    parts = tally.by_kind()
    table = figures_table(title, "", *(part.title_of(kind) for kind, part in parts.items()))
    figures = [(len(part.kinds), part.figures()) for part in parts.values()]
    for name in figures[0][1]:
        add_row(table, [name], [(count, [cell(of[name], digits)]) for count, of in figures])
    return table


def _by_trick(tally: GameTally, title: str, digits: int) -> Table:
    from vorhand.evaluation.arena.report import add_row

    lost = tally.by_trick()
    table = figures_table(title, "trick", *lost)
    for trick, of in enumerate(zip(*lost.values(), strict=True), 1):
        cells = [cell(estimate, digits) for estimate in of]
        add_row(table, [str(trick)], [(len(tally.kinds), cells)])
    return table


def _differences(tally: GameTally, title: str, digits: int) -> Table:
    from vorhand.evaluation.arena.report import add_row

    table = figures_table(title, "", "95% intervals that hold all at once")
    for name, of in tally.differences().items():
        add_row(table, [name], [(len(tally.kinds), [cell(of.simultaneous, digits)])])
    return table


def cell(of: Estimate, digits: int) -> str:
    """Return an estimate and its interval as text."""
    from vorhand.evaluation.papers.knowledge import shown

    return f"{shown(of):z.{digits}f}"
