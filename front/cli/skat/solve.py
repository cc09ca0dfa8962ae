"""``vorhand solve``."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson
from vorhand.cli.outputs import print_json

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.games.skat.solve import OpenPosition, Solution


def solve(
    position: Annotated[
        str | None,
        typer.Argument(
            help="Three hands and a setting, such as: CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G "
            "soloist=0. Also leader=1, trick=SK,HA and taken=45, the soloist's card points before, "
            "where they are not 0 and empty. Contract D H S C, G grand, N null."
        ),
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Take the position from a record.")] = None,
    deal: Annotated[int, typer.Option(min=1, help="Number of the record in the file.")] = 1,
    after: Annotated[int, typer.Option(min=0, help="The position after this many cards.")] = 0,
    node_budget: Annotated[int, typer.Option(min=0, help="Most nodes; 0 means no limit.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Solve an open-hand Skat position: what each card is worth, and best play to the end.

    Examples:
        vorhand solve "CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G soloist=0"
        vorhand solve --record games.sgf --deal 2 --after 20
    """
    from vorhand.games.skat.solve import OpenPosition, solve_position

    if (position is None) == (record is None):
        raise OptionError("expected a position or --record, one of the two")
    if position is not None and (deal, after) != (1, 0):
        raise OptionError("--deal and --after: expected them with --record only")
    if record is not None:
        from vorhand.games.skat.records import read_record

        asked = OpenPosition.from_record(read_record(record, deal), after)
    else:
        asked = OpenPosition.parse(position or "")
    solution = solve_position(asked, node_budget=node_budget)
    if as_json:
        from vorhand.cli.skat.data import of_solution

        print_json(of_solution(asked, solution))
        return
    console = Console()
    console.print(str(asked), highlight=False, markup=False, soft_wrap=True)
    console.print(_move_table(asked, solution))
    _print_summary(asked, solution, console)


def _move_table(position: OpenPosition, solution: Solution) -> Table:
    from rich.table import Table

    from vorhand.games.skat.cards import SEAT_NAMES, card_name
    from vorhand.games.skat.contracts import NULL

    null = position.contract == NULL
    table = Table(title=f"{SEAT_NAMES[position.to_move]} to play; {position.in_words()}")
    table.add_column("card")
    table.add_column("null" if null else "soloist's points to come", justify="right")
    table.add_column("forced in trick" if null else "in all, with the skat", justify="right")
    known = position.taken + _skat_points(position)
    soloist = position.to_move == position.soloist
    for card, value in sorted(
        solution.moves.items(), key=lambda item: (-item[1] if soloist else item[1], item[0])
    ):
        if null:
            time = solution.time_to_live[card]
            columns = ("made" if value else "lost", str(time) if time else "never")
        else:
            columns = (str(value), str(value + known))
        style = "bold" if card in solution.best else None
        table.add_row(card_name(card), *columns, style=style)
    return table


def _skat_points(position: OpenPosition) -> int:
    from vorhand.native import skat

    return skat.card_points(position.skat)


def _print_summary(position: OpenPosition, solution: Solution, console: Console) -> None:
    from vorhand.games.skat.cards import card_name
    from vorhand.games.skat.contracts import NULL
    from vorhand.games.skat.paranoid import sure_of

    if position.contract == NULL:
        console.print("The game is", "made." if solution.value else "lost.")
    else:
        points = solution.value + position.taken + _skat_points(position)
        skat = "skat included" if position.skat else "skat not counted"
        if not position.taken_known:
            skat += "; tricks before this position are not known"
        console.print(f"The soloist gets {solution.value} points, {points} in all ({skat}).")
        if solution.takes_all:
            console.print("The soloist takes every trick.")
        if solution.takes_none:
            console.print("The soloist takes no trick.")
    if sure := sure_of(position):
        exceptions = {
            "won": "",
            "schneider": ", and is sure of schneider",
            "schwarz": ", and is sure of schwarz",
        }
        console.print(f"This hand cannot lose, however the others' cards lie{exceptions[sure]}.")
    # The line as tricks: the first one begins with the cards on the table.
    line = [*position.trick, *solution.line]
    tricks = [" ".join(card_name(c) for c in line[i : i + 3]) for i in range(0, len(line), 3)]
    console.print(_in_whole_tricks("Best play:", tricks, console.width), highlight=False)
    console.print(f"{solution.nodes} nodes in {1000 * solution.seconds:.2f} ms", highlight=False)


def _in_whole_tricks(heading: str, tricks: list[str], width: int) -> str:
    """Return the tricks separated by bars, wrapped between tricks only."""
    unbroken = [trick.replace(" ", "\N{NO-BREAK SPACE}") for trick in tricks]
    text = "\N{NO-BREAK SPACE}| ".join(unbroken)
    indent = " " * (len(heading) + 1)
    lines = textwrap.fill(f"{heading} {text}", width, subsequent_indent=indent)
    return lines.replace("\N{NO-BREAK SPACE}", " ")
