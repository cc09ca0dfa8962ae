"""``vorhand analyse`` for Schnapsen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from vorhand.cli.commands import Analysis
from vorhand.cli.errors import OptionError
from vorhand.cli.outputs import print_json

if TYPE_CHECKING:
    from vorhand.agents.montecarlo.choice import Choice
    from vorhand.games.schnapsen.game import SchnapsenGame
    from vorhand.native.schnapsen import Deal, Rules

GAMES: tuple[str, ...] = ("python_schnapsen", "python_kinderschnapsen")
EXAMPLE = "up=SJ hand0=SA,HT,DA,CK,CJ"
_WORLDS = 10


def reads(position: str) -> bool:
    """Return whether a text looks like a position of Schnapsen: 16 fields, or named fields.

    A field `hand` is only in views of Skat.
    """
    from vorhand.games.schnapsen.positions import is_position

    return is_position(position) and "hand=" not in position


def show(asked: Analysis) -> None:
    """Print the moves of a choice, or with --open their exact values.

    The sampled worlds are shown too if the agent keeps them; a tree search keeps none.
    """
    from vorhand.agents.montecarlo.advisers import adviser, usual_adviser
    from vorhand.games.loading import load_game
    from vorhand.games.schnapsen.positions import hidden_fields, read_position
    from vorhand.games.schnapsen.view import SchnapsenView

    loaded = load_game(asked.game or GAMES[0])
    deal, hidden = read_position(loaded.rules, asked.position), hidden_fields(asked.position)
    if asked.open_hand:
        given = {
            "--agent": asked.agent,
            "--score": asked.score,
            "--worlds": asked.worlds,
            "--seed": asked.seed,
        }
        _check_open(hidden, [option for option, value in given.items() if value is not None])
        _print_exact(Console(), loaded.rules, deal, asked.as_json)
        return
    player = deal.to_move
    if f"hand{player}" in hidden:
        raise OptionError(f"hand{player}: expected, since player {player} is to move")
    if asked.as_json and asked.worlds is not None:
        raise OptionError(
            f"--worlds {asked.worlds}: expected none with --json, which has all worlds"
        )
    standing = loaded.start_score if asked.score is None else _score(asked.score, loaded)
    view = SchnapsenView.of_deal(loaded.rules, deal, player, standing, loaded.match_points)
    agent = asked.agent or str(usual_adviser(loaded.get_type().short_name))
    explain = adviser(agent, loaded, player, asked.seed or 0, reasons=True)
    with Console(stderr=True).status("thinking"):
        choice = explain(view)
    _print_choice(choice, asked.worlds, asked.as_json)


def _print_choice(choice: Choice, worlds: int | None, as_json: bool) -> None:
    from vorhand.agents.schnapsen.explain import as_data, as_tables
    from vorhand.cli.terminal import hint_table, reason_text
    from vorhand.cli.terminal.schnapsen import legend

    if as_json:
        print_json(as_data(choice))
        return
    console = Console()
    moves, *others = as_tables(choice, _WORLDS if worlds is None else worlds)
    moves.caption = legend(choice)
    console.print(hint_table(moves))
    if choice.because is not None:
        console.print(reason_text(choice.because), highlight=False)
    for table in others:
        console.print(table)
    if worlds and choice.evidence is None:
        console.print(f"--worlds {worlds}: none to show, the decision ({choice.reason}) kept none")


def _check_open(hidden: list[str], options: list[str]) -> None:
    """Raise OptionError if cards are hidden, or options of the agent are given."""
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


def _print_exact(console: Console, rules: Rules, deal: Deal, as_json: bool) -> None:
    from rich.table import Table

    from vorhand.games.schnapsen.solve import open_values
    from vorhand.native.schnapsen import Solver

    found = open_values(Solver(rules), rules, deal)
    values = {deal.action_name(rules, action): value for action, value in found.items()}
    if as_json:
        print_json(values)
        return
    table = Table("move", "game points", title=f"player {deal.to_move} to move, all cards known")
    for name, value in sorted(values.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:+d}")
    console.print(table)
