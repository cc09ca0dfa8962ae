"""What led to a decision, as data and as tables for people."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.table import Table

from vorhand.agents.schnapsen.player import Choice
from vorhand.native.schnapsen import Deal


def as_data(choice: Choice) -> dict[str, Any]:
    """The decision as plain data (JSON): moves, scores, worlds with hand, talon and values."""
    names = move_names(choice)
    data: dict[str, Any] = {
        "moves": names,
        "best": [names[i] for i in choice.best],
        "scores": choice.scores.tolist(),
        "parts": {name: part.tolist() for name, part in choice.parts.items()},
        "worlds_there_are": choice.worlds_there_are,
        "worlds": [],
    }
    if choice.found is None:
        return data
    fields = choice.found.values.dtype.names
    for row, weight in enumerate(choice.found.weights):
        hand, talon = _hidden(choice, choice.world(row))
        values = choice.found.values[row]
        data["worlds"].append(
            {
                "number": int(choice.found.worlds[row]),
                "weight": float(weight),
                "hand": hand,
                "talon": talon,
                "values": [
                    {name: value[name].item() for name in fields} if fields else value.item()
                    for value in values
                ],
            }
        )
    return data


def as_tables(choice: Choice, most_worlds: int = 20) -> list[Table]:
    """A table of the moves (mean values, score, the best marked) and one of the worlds."""
    names = move_names(choice)
    tables = [moves_table(choice)]
    if choice.found is None:
        return tables
    shown = min(most_worlds, len(choice.found.worlds))
    table = Table(
        title=f"{shown} of {len(choice.found.worlds)} worlds looked at, "
        f"of {choice.worlds_there_are:,} there are"
    )
    for heading in ("opponent's hand", "talon", *names):
        table.add_column(heading)
    for row in range(shown):
        values = [_cell(value) for value in choice.found.values[row]]
        table.add_row(*map(" ".join, _hidden(choice, choice.world(row))), *values)
    tables.append(table)
    return tables


def move_names(choice: Choice) -> list[str]:
    """The legal moves by name."""
    rules, view = choice.situation.rules, choice.situation.view
    return [view.action_name(rules, move) for move in choice.moves]


def moves_table(choice: Choice) -> Table:
    """The moves with mean values and score, the best first and marked."""
    names = move_names(choice)
    table = Table(title="moves")
    means = _means(choice)
    # With parts, the score is but the rank they give.
    ends = choice.parts or {"score": choice.scores}
    for heading in ("", "move", *means, *ends):
        table.add_column(heading)
    order = np.argsort(-choice.scores, kind="stable")
    for column in order:
        mark = "*" if column in choice.best else ""
        mean = [f"{values[column]:.3f}" for values in means.values()]
        end = [f"{part[column]:.3f}" for part in ends.values()]
        table.add_row(mark, names[column], *mean, *end)
    return table


def _means(choice: Choice) -> dict[str, Any]:
    if choice.found is None:
        return {}
    values, weights = choice.found.values, choice.found.weights
    if values.dtype.names is None:
        return {"mean value": weights @ values}
    return {f"mean {name}": weights @ values[name] for name in values.dtype.names}


def _cell(value: Any) -> str:
    if value.dtype.names:
        return f"{value['m']:+d} {value['p']:.2f} {value['a']}"
    return f"{value:+.2f}" if value.dtype.kind == "f" else f"{value:+d}"


def _hidden(choice: Choice, world: Deal) -> tuple[list[str], list[str]]:
    rules, opponent = choice.situation.rules, 1 - choice.situation.player
    hand = [rules.card_name(c) for c in rules.cards if world.hand(opponent) >> c & 1]
    talon = [] if world.closer >= 0 else [rules.card_name(card) for card in world.talon]
    return hand, talon
