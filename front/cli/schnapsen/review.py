"""``vorhand review`` of Schnapsen: the deals of a game, move by move."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from vorhand.cli.outputs import print_json
from vorhand.games.compressed import text_lines

if TYPE_CHECKING:
    import pyspiel
    from rich.table import Table

    from vorhand.evaluation.post_mortem.schnapsen.review import (
        PlayedGame,
        ReviewedDeal,
        ReviewedMove,
    )

_FIELDS = 10  # of a record
_TURN = "<-"


def reads(line: str) -> bool:
    """Whether a line looks like a game of Schnapsen."""
    if line.startswith("{"):
        return "schnapsen" in line[:200]
    return len(line.split()) == _FIELDS


def played(state: pyspiel.State) -> bool:
    """Always: a deal is played, not passed in."""
    del state
    return True


def show(file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
    """The deals of a game, each a table of its moves."""
    from rich.progress import Progress

    from vorhand.evaluation.post_mortem.schnapsen.review import read_played
    from vorhand.evaluation.post_mortem.schnapsen.review import review as made
    from vorhand.games.loading import load_game

    played = read_played(_line(file, deal))
    game: Any = load_game(played.game)
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("moves", total=len(played.actions))
        deals = made(
            game, played.actions, agent, seed, lambda done: bar.update(task, completed=done)
        )
    if as_json:
        print_json({"game": played.game, "players": played.players, "deals": _data(deals)})
        return
    console = Console()
    for number, each in enumerate(deals, start=1):
        console.print(_table(each, number, played, agent))


def _line(file: Path, number: int) -> str:
    from vorhand.evaluation.post_mortem.schnapsen.review import ReviewError

    found = next(itertools.islice(text_lines(file), number - 1, None), None)
    if found is None:
        raise ReviewError(f"{file}: expected at least {number} lines that are no comments")
    return found


def _name(played: PlayedGame, seat: int) -> str:
    """As in the record; the same agent twice is told apart by the seat."""
    names = played.players or ("player 0", "player 1")
    return names[seat] if names[0] != names[1] else f"{names[seat]} ({seat})"


def _table(deal: ReviewedDeal, number: int, played: PlayedGame, agent: str | None) -> Table:
    from rich import box
    from rich.table import Table

    from vorhand.cli.screens.base import in_colour

    names = [_name(played, seat) for seat in range(2)]
    if deal.winner is None:
        ended = "not finished"
    else:
        ended = f"won by {names[deal.winner]}, {deal.game_points} game points"
    cost = ", ".join(f"{name} gave away {deal.cost(seat)}" for seat, name in enumerate(names))
    legend = f"{_TURN} gave the deal away; open hands: game points for {names[0]} by best play"
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title=f"deal {number} at {deal.score[0]}:{deal.score[1]}, {ended}",
        title_justify="left",
        caption=f"{cost}\n{legend}" + (f"\nagent: {agent}, expected so" if agent else ""),
        caption_justify="left",
    )
    for heading in ("", "move", "open hands", "better", "agent" if agent else ""):
        table.add_column(heading, no_wrap=True)
    for move in deal.moves:
        better = "" if not move.cost else f"{', '.join(move.best)}, {move.best_value:+d}"
        turned = f" [bold red]{_TURN}[/]" if move.grade == "blunder" else ""
        table.add_row(
            names[move.seat],
            in_colour(move.name),
            f"{move.value:+d}{turned}",
            in_colour(better),
            in_colour(_advice(move)),
        )
    return table


def _advice(move: ReviewedMove) -> str:
    if move.advice is None or move.expected is None:
        return ""
    return f"{move.advice.name}, {move.expected:+.2f}"


def _data(deals: list[ReviewedDeal]) -> list[dict[str, Any]]:
    data = []
    for deal in deals:
        moves = []
        for move in deal.moves:
            plain = dataclasses.asdict(dataclasses.replace(move, advice=None))
            plain["advice"] = None if move.advice is None else move.advice.name
            moves.append(plain)
        data.append(
            {
                "score": deal.score,
                "winner": deal.winner,
                "game_points": deal.game_points,
                "cost": [deal.cost(seat) for seat in range(2)],
                "moves": moves,
            }
        )
    return data
