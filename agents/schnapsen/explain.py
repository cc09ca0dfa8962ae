"""The reasons for a decision, with the sampled worlds, as data and as tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from vorhand.agents.montecarlo.choice import Choice, Evidence, titled
from vorhand.native.schnapsen import Deal, Worlds

if TYPE_CHECKING:
    from rich.table import Table


def as_data(choice: Choice) -> dict[str, Any]:
    """Return the decision as plain data (JSON), with its worlds: hand, talon and values."""
    data = choice.to_dict()
    if choice.evidence is None:
        return data | {"looked_at": []}
    evidence = choice.evidence
    worlds = []
    for row, weight in enumerate(evidence.worlds.weights):
        hand, talon = _hidden(evidence, row)
        worlds.append(
            {
                "number": int(evidence.worlds.rows[row]),
                "weight": float(weight),
                "hand": hand,
                "talon": talon,
                "values": [_without_nan(values) for values in _values(evidence, row)],
            }
        )
    return data | {"looked_at": worlds}


def as_tables(choice: Choice, most_worlds: int = 20) -> list[Table]:
    """Return a table of the moves, and a table of the worlds if there are worlds to show."""
    tables = [choice.table()]
    if choice.evidence is None or not most_worlds:
        return tables
    evidence = choice.evidence
    looked_at, shown = len(evidence.worlds), min(most_worlds, len(evidence.worlds))
    title = f"{looked_at} worlds looked at, of {choice.possible:,} there are"
    if shown < looked_at:
        title += f"; {shown} shown"
    table = titled(title, "opponent's hand,\ntalon")
    if "p" in evidence.values.diagnostics:
        table.caption = "of each move m, below it p and a"
    for name in choice.names:
        table.add_column(name, justify="right", no_wrap=True)
    for row in range(shown):
        hidden = "\n".join(map(" ".join, _hidden(evidence, row)))
        table.add_row(hidden, *map(_cell, _values(evidence, row)))
    tables.append(table)
    return tables


def _values(evidence: Evidence, row: int) -> list[dict[str, float]]:
    """Return all values of each move in a world; nan where the move was not evaluated."""
    values = evidence.values
    columns = {"worth": values.worth[row]}
    columns |= {name: np.asarray(column)[row] for name, column in values.diagnostics.items()}
    return [
        {name: float(column[k]) for name, column in columns.items()}
        for k in range(values.worth.shape[1])
    ]


def _without_nan(values: dict[str, float]) -> dict[str, float | None]:
    """Replace nan by None, since JSON has no nan."""
    return {name: None if math.isnan(value) else value for name, value in values.items()}


def _cell(values: dict[str, float]) -> str:
    if math.isnan(values.get("m", values["worth"])):
        return "-"
    if "p" in values:
        return f"{values['m']:+.0f}\n{values['p']:.2f} {values['a']:.0f}"
    worth = values["worth"]
    return f"{worth:+.0f}" if worth == round(worth) else f"{worth:+.2f}"


def _hidden(evidence: Evidence, row: int) -> tuple[list[str], list[str]]:
    view = evidence.view
    known = Worlds(view.rules, view.deal, view.player)
    world: Deal = known.world(int(evidence.worlds.rows[row]))
    rules, opponent = view.rules, 1 - view.player
    hand = [rules.card_name(c) for c in rules.cards if world.hand(opponent) >> c & 1]
    talon = [] if world.closer >= 0 else [rules.card_name(card) for card in world.talon]
    return hand, talon
