"""``vorhand analyse``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson
from vorhand.cli.outputs import print_json

if TYPE_CHECKING:
    from vorhand.agents.montecarlo.choice import Choice
    from vorhand.games.schnapsen.game import SchnapsenGame

_WORLDS = 10
_POSITION = (
    "Such as 'up=SJ hand0=SA,HT,DA,CK,CJ played=CT,CA points=21:0 shown1=ST', or sixteen "
    "fields: see docs/schnapsen.md. Hidden cards are not used."
)


def analyse(
    position: Annotated[str, typer.Argument(help=_POSITION)],
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that judges the moves; default: the one that gives hints."),
    ] = None,
    game: Annotated[
        str, typer.Option(help="The game, with its rules as parameters.")
    ] = "python_schnapsen",
    score: Annotated[
        str | None, typer.Option(help="In a match: game points of players 0 and 1, such as 5:3.")
    ] = None,
    open_hand: Annotated[
        bool, typer.Option("--open", help="Show exact values with all cards known.")
    ] = False,
    worlds: Annotated[
        int | None,
        typer.Option(min=0, help=f"Worlds to show; default: {_WORLDS}, where the agent has any."),
    ] = None,
    as_json: AsJson = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the agent; default: 0.")] = None,
) -> None:
    """Show the best move in a Schnapsen position, with the values behind it.

    For pimc, ppp and pvp the sampled worlds are shown too; a tree search keeps none.

    Examples:
        vorhand analyse "up=SJ hand0=SA,HT,DA,CK,CJ"
        vorhand analyse "up=SJ hand0=SA,HT,DA,CK,CJ" --agent "pvp(worlds=20)"
    """
    from vorhand.agents.montecarlo.advisers import adviser, usual_adviser
    from vorhand.games.loading import load_game
    from vorhand.games.schnapsen.positions import hidden_fields, read_position
    from vorhand.games.schnapsen.view import SchnapsenView

    loaded = load_game(game)
    name = loaded.get_type().short_name
    if not name.endswith("schnapsen"):
        raise OptionError(f"game {game!r}: expected python_schnapsen or python_kinderschnapsen")
    deal, hidden = read_position(loaded.rules, position), hidden_fields(position)
    if open_hand:
        given = {"--agent": agent, "--score": score, "--worlds": worlds, "--seed": seed}
        _check_open(hidden, [option for option, value in given.items() if value is not None])
        _print_exact(Console(), loaded.rules, deal, as_json)
        return
    player = deal.to_move
    if f"hand{player}" in hidden:
        raise OptionError(f"hand{player}: expected, since player {player} is to move")
    if as_json and worlds is not None:
        raise OptionError(f"--worlds {worlds}: expected none with --json, which has all worlds")
    standing = loaded.start_score if score is None else _score(score, loaded)
    view = SchnapsenView.of_deal(loaded.rules, deal, player, standing, loaded.match_points)
    explain = adviser(agent or str(usual_adviser(name)), loaded, player, seed or 0)
    with Console(stderr=True).status("thinking"):
        choice = explain(view)
    _print_choice(choice, worlds, as_json)


def _print_choice(choice: Choice, worlds: int | None, as_json: bool) -> None:
    from vorhand.agents.schnapsen.explain import as_data, as_tables
    from vorhand.cli.terminal.schnapsen import legend

    if as_json:
        print_json(as_data(choice))
        return
    console = Console()
    moves, *others = as_tables(choice, _WORLDS if worlds is None else worlds)
    moves.caption = legend(choice)
    for table in (moves, *others):
        console.print(table)
    if worlds and choice.evidence is None:
        console.print(f"--worlds {worlds}: none to show, the decision ({choice.reason}) kept none")


def _check_open(hidden: list[str], options: list[str]) -> None:
    """Raise ValueError unless all cards are given, without options of the agent."""
    if options:
        raise OptionError(f"--open: asks no agent; expected it without {', '.join(options)}")
    if hidden:
        raise OptionError(f"--open expects all cards: {', '.join(hidden)} not given")


def _score(text: str, game: SchnapsenGame) -> tuple[int, int]:
    if not game.match:
        raise OptionError(f"--score {text}: expected with a match, python_schnapsen(match=true)")
    match_points = game.match_points
    try:
        first, second = map(int, text.split(":"))
    except ValueError:
        raise OptionError(f"score {text!r}: expected two numbers like 3:5") from None
    if min(first, second) < 0 or max(first, second) >= match_points:
        raise OptionError(f"score {text!r}: expected 0 to {match_points - 1} game points each")
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
