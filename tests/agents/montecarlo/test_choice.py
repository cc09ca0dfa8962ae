"""The record of a decision: as a table, as data, as probabilities."""

import json
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from vorhand.agents.montecarlo.choice import Choice, titled
from vorhand.tests.agents.montecarlo.toys import ToyView

VIEW = ToyView()


def shown(table: Table) -> list[list[str]]:
    """Return the rows of a table as text, the headings first."""
    columns = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def by_worlds(**fields: Any) -> Choice:
    told = {
        "scores": (1.0, 2.5, -3.0),
        "errors": (0.1, 0.25, 0.0),
        "chances": (0.0, 1.0, 0.0),
        "diagnostics": {"known": (0.5, 0.25, 1.0)},
        "worlds": 20,
        "possible": 4000,
        "effective_worlds": 12.5,
    }
    return Choice.of(VIEW, 5, "worlds", **(told | fields))


def test_as_data() -> None:
    data = json.loads(json.dumps(by_worlds(notes={"nodes": 7}).to_dict()))
    assert data == {
        "move": "move 5",
        "best": ["move 5"],
        "reason": "worlds",
        "worlds": 20,
        "possible": 4000,
        "effective_worlds": 12.5,
        "gauge": {"kind": "score", "label": "score", "scale": [-3.0, 2.5]},
        "moves": [
            {"move": "move 3", "gauge": 1.0, "score": 1.0, "error": 0.1, "known": 0.5},
            {"move": "move 5", "gauge": 2.5, "score": 2.5, "error": 0.25, "known": 0.25},
            {"move": "move 8", "gauge": -3.0, "score": -3.0, "error": 0.0, "known": 1.0},
        ],
        "nodes": 7,
    }


def test_what_was_not_computed_is_not_told() -> None:
    data = Choice.of(VIEW, 8, "rule").to_dict()
    assert data["moves"] == [{"move": f"move {action}"} for action in (3, 5, 8)]
    assert (data["move"], data["best"], data["possible"]) == ("move 8", ["move 8"], None)
    assert data["gauge"] is None
    assert by_worlds(errors=()).columns().keys() == {"score", "known"}


@pytest.mark.parametrize(
    ("possible", "told", "shown_as"),
    [
        (2**63 - 1, 2**63 - 1, "of 9,223,372,036,854,775,807 worlds"),
        (2**63, 2.0**63, "of 9.22e+18 worlds"),
        (10**40, 1e40, "of 1.00e+40 worlds"),
    ],
)
def test_counts_beyond_63_bits_are_told_in_floating_point(
    possible: int, told: float, shown_as: str
) -> None:
    choice = by_worlds(possible=possible)
    assert choice.possible == possible
    data = json.loads(json.dumps(choice.to_dict()))
    assert (data["possible"], type(data["possible"])) == (told, type(told))
    assert shown_as in str(choice.table().title)


def test_table_of_the_moves_the_best_first() -> None:
    table = by_worlds().table()
    assert table.title == "move 5 (worlds, 20 of 4,000 worlds)"
    assert shown(table) == [
        ["move", "score", "known"],
        ["move 5", "2.50 ± 0.25", "0.250"],
        ["move 3", "1.00 ± 0.10", "0.500"],
        ["move 8", "-3.00 ± 0.00", "1.000"],
    ]
    plain = shown(by_worlds(errors=(), diagnostics={}).table())
    assert plain[1] == ["move 5", "2.500"]


def test_table_of_a_tree_goes_by_visits() -> None:
    tree = Choice.of(
        VIEW,
        8,
        "tree",
        scores=(0.9, 0.1, 0.5),
        diagnostics={"visits": (1, 2000, 7000)},
        worlds=9001,
        possible=12345,
    )
    assert tree.table().title == "move 8 (tree, 9,001 iterations, 12,345 worlds)"
    rows = shown(tree.table())
    assert rows[0] == ["move", "score", "visits"]
    assert [row[0] for row in rows[1:]] == ["move 8", "move 5", "move 3"]
    assert [row[2] for row in rows[1:]] == ["7,000", "2,000", "1"]


@pytest.mark.parametrize(
    ("worlds", "possible", "title"),
    [
        (20, 20, "move 5 (worlds, all 20 worlds)"),
        (20, None, "move 5 (worlds, 20 worlds)"),
        (2000, 9000, "move 5 (worlds, 2,000 of 9,000 worlds)"),
        (0, None, "move 5 (worlds)"),
    ],
)
def test_titles_say_how_many_worlds(worlds: int, possible: int | None, title: str) -> None:
    assert by_worlds(worlds=worlds, possible=possible).table().title == title


def test_a_choice_without_numbers_is_one_row() -> None:
    choice = Choice.of(VIEW, 5, "forced")
    assert choice.policy == {3: 0.0, 5: 1.0, 8: 0.0}
    assert shown(choice.table()) == [["move"], ["move 5"]]
    console = Console(record=True, width=80)
    console.print(choice.table())
    assert "move 5 (forced)" in console.export_text()  # in one line


def test_moves_that_share_the_probability_are_marked() -> None:
    choice = by_worlds(scores=(1.0, 1.0, -3.0), chances=(0.25, 0.75, 0.0), errors=())
    assert choice.policy == {3: 0.25, 5: 0.75, 8: 0.0}
    assert choice.best == (3, 5)
    assert choice.name == "move 5"
    assert [row[0] for row in shown(choice.table())[1:]] == ["move 5 *", "move 3 *", "move 8"]


def test_details_of_a_game_take_the_place_of_the_table() -> None:
    class Contracts:
        def to_dict(self) -> dict[str, Any]:
            return {"contracts": ["grand"]}

        def table(self, choice: Choice) -> Table:
            return titled(f"contracts for {choice.name}", "contract")

    choice = by_worlds(details=Contracts())
    assert choice.to_dict()["contracts"] == ["grand"]
    assert choice.table().title == "contracts for move 5"


def test_what_was_looked_at_makes_no_choice_another() -> None:
    assert by_worlds(evidence=None) == by_worlds(evidence=object())
    assert "evidence" not in repr(by_worlds(evidence=object()))
