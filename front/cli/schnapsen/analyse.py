"""``vorhand analyse``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.outputs import AsJson, print_json

_POSITION = (
    "Such as 'up=SJ hand0=SA,HT,DA,CK,CJ played=CT,CA points=21:0 shown1=ST', or sixteen "
    "fields: see docs/schnapsen.md. Hidden cards are not looked at."
)


def analyse(
    position: Annotated[str, typer.Argument(help=_POSITION)],
    agent: Annotated[
        str, typer.Option(help="The agent that judges the moves.")
    ] = "pimc(worlds=100)",
    game: Annotated[
        str, typer.Option(help="The game, with its rules as parameters.")
    ] = "python_schnapsen",
    score: Annotated[str, typer.Option(help="Game points of players 0 and 1.")] = "0:0",
    open_hand: Annotated[
        bool, typer.Option("--open", help="Show exact values with all cards known.")
    ] = False,
    worlds: Annotated[int, typer.Option(min=0, help="Worlds to show.")] = 10,
    as_json: AsJson = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the worlds.")] = 0,
) -> None:
    """The best move in a Schnapsen position, with the worlds and values behind it.

    Examples:
        vorhand analyse "up=SJ hand0=SA,HT,DA,CK,CJ"
        vorhand analyse "up=SJ hand0=SA,HT,DA,CK,CJ" --agent "pvp(worlds=20)"
    """
    from vorhand.agents.montecarlo.explanations import adviser
    from vorhand.agents.schnapsen.explain import as_data, as_tables
    from vorhand.cli.screens.schnapsen import legend
    from vorhand.games.loading import load_game
    from vorhand.games.schnapsen.positions import hides_cards, read_position
    from vorhand.games.schnapsen.view import SchnapsenView

    loaded = load_game(game)
    if not loaded.get_type().short_name.endswith("schnapsen"):
        raise ValueError(f"game {game!r}: expected python_schnapsen or python_kinderschnapsen")
    deal = read_position(loaded.rules, position)
    console = Console()
    if open_hand:
        if hides_cards(position):
            raise ValueError(f"position {position!r}: --open expects all cards given, none as ?")
        _print_exact(console, loaded.rules, deal, as_json)
        return
    player = deal.to_move
    standing = _score(score, loaded.match_points)
    view = SchnapsenView.of_deal(loaded.rules, deal, player, standing, loaded.match_points)
    choice = adviser(agent, loaded, player, seed)(view)
    if as_json:
        print_json(as_data(choice))
        return
    moves, *others = as_tables(choice, worlds)
    moves.caption = legend(choice)
    for table in (moves, *others):
        console.print(table)


def _score(text: str, match_points: int) -> tuple[int, int]:
    try:
        first, second = map(int, text.split(":"))
    except ValueError:
        raise ValueError(f"score {text!r}: expected two numbers like 3:5") from None
    if min(first, second) < 0 or max(first, second) >= match_points:
        raise ValueError(f"score {text!r}: expected 0 to {match_points - 1} game points each")
    return first, second


def _print_exact(console: Console, rules: object, deal: object, as_json: bool) -> None:
    from rich.table import Table

    from vorhand.native.schnapsen import Deal, Rules, Solver

    assert isinstance(rules, Rules)
    assert isinstance(deal, Deal)
    solver = Solver(rules)
    sign = 1 if deal.to_move == 0 else -1
    values: dict[str, int] = {}
    for action in deal.legal_actions(rules):
        after = deal.copy()
        after.apply(rules, action)
        value = solver.value(after)
        values[deal.action_name(rules, action)] = sign * value
    if as_json:
        print_json(values)
        return
    table = Table("move", "game points", title=f"player {deal.to_move} to move, all cards known")
    for name, value in sorted(values.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:+d}")
    console.print(table)
