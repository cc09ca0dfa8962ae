"""``vorhand review`` of Schnapsen: the deals of a game, move by move."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from vorhand.cli.outputs import print_json, progress_on_stderr, wide_console
from vorhand.cli.terminal.hints import said
from vorhand.cli.terminal.texts import move_said, t
from vorhand.games.compressed import text_lines
from vorhand.games.records import game_named

if TYPE_CHECKING:
    import pyspiel
    from rich.table import Table

    from vorhand.evaluation.post_mortem.schnapsen.review import (
        PlayedGame,
        ReviewedDeal,
        ReviewedMove,
    )

GAME = "python_schnapsen"

_CARD_LENGTH = 2
_FIELDS = 10  # number of fields of a record
_TURN = "<-"
_BETTER_SHOWN = 1
_SCALES = {
    "points": "expected: game points for player {player}",
    "match": "expected: the chance of player {player} to win the match",
}


def reads(line: str) -> bool:
    """Return whether a line looks like a game of Schnapsen."""
    if line.startswith("{"):
        return game_named(line).endswith("schnapsen")
    return len(line.split()) == _FIELDS


def played(state: pyspiel.State) -> bool:
    """Return True, because cards are played in every deal."""
    del state
    return True


def show(file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
    """Print the deals of a game, each as a table of its moves."""
    from vorhand.evaluation.post_mortem.schnapsen.review import read_played
    from vorhand.evaluation.post_mortem.schnapsen.review import review as made
    from vorhand.games.loading import load_game

    played = read_played(_line(file, deal))
    game: Any = load_game(played.game)
    with progress_on_stderr() as bar:
        task = bar.add_task("moves", total=len(played.actions))
        deals = made(
            game, played.actions, agent, seed, lambda done: bar.update(task, completed=done)
        )
    if as_json:
        print_json({"game": played.game, "players": played.players, "deals": _data(deals)})
        return
    console = Console()
    if played.players:
        console.print(_heading(played), soft_wrap=True, highlight=False, markup=False)
    wide = wide_console()
    for number, each in enumerate(deals, start=1):
        wide.print(_table(each, number, agent, _labels(played.players)))


def _line(file: Path, number: int) -> str:
    from vorhand.evaluation.post_mortem.schnapsen.review import ReviewError

    found = next(itertools.islice(text_lines(file), number - 1, None), None)
    if found is None:
        raise ReviewError(f"{file}: expected at least {number} lines that are no comments")
    return found


def _heading(played: PlayedGame) -> str:
    """Return the players' names by seat, for which the tables have no room."""
    return "\n".join(f"{t('player')} {seat}: {name}" for seat, name in enumerate(played.players))


def _labels(players: tuple[str, ...]) -> list[str]:
    """Return the labels of players in the tables: their numbers, and "you" for the person."""
    return [
        f"{seat} ({t('you')})" if players[seat:][:1] == ("you",) else str(seat) for seat in range(2)
    ]


def _table(deal: ReviewedDeal, number: int, agent: str | None, labels: list[str]) -> Table:
    from rich import box
    from rich.table import Table

    from vorhand.cli.terminal.base import in_colour

    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title=_title(deal, number, labels),
        title_justify="left",
        caption=_legend(deal, agent, labels),
        caption_justify="left",
    )
    asked = ("hint", "grade") if agent else ()
    for heading in ("player", "move", *asked, "open hands"):
        table.add_column(t(heading), no_wrap=True)
    table.add_column(t("lost"), overflow="fold")  # two lines are better than missing figures
    for move in deal.moves:
        turned = f" [bold red]{_TURN}[/]" if move.turned else ""
        table.add_row(
            labels[move.seat],
            in_colour(_name(move.name)),
            *((in_colour(_advice(move)), _grade(move)) if agent else ()),
            f"{move.value:+d}{turned}",
            in_colour(_better(move)),
        )
    return table


def _title(deal: ReviewedDeal, number: int, labels: list[str]) -> str:
    own, other = deal.score
    return t("deal {number} at {own}:{other}, ", number=number, own=own, other=other) + _ended(
        deal, labels
    )


def _ended(deal: ReviewedDeal, labels: list[str]) -> str:
    if deal.winner is None:
        return t("not finished")
    text = "{count} game points" if deal.game_points > 1 else "{count} game point"
    points = t(text, count=deal.game_points)
    return t("won by player {player}, {points}", player=labels[deal.winner], points=points)


def _name(move: str) -> str:
    """Return the name of a move in the language of the screens; cards stay in notation."""
    return move if len(move) == _CARD_LENGTH else move_said(move)


def _legend(deal: ReviewedDeal, agent: str | None, labels: list[str]) -> str:
    first, second = labels
    costs = (
        t("player {player} gave away {cost}", player=labels[seat], cost=deal.cost(seat))
        for seat in range(2)
    )
    legend = (
        "{sign} gave the deal away; open hands: game points by best play, "
        "+ for player {first}, - for player {second}; lost: there, and the better moves"
    )
    lines = [
        t("with open hands ") + ", ".join(costs),
        t(legend, sign=_TURN, first=first, second=second),
    ]
    if agent:
        scales = {move.scale for move in deal.moves}
        what = [text for scale, text in _SCALES.items() if scale in scales]
        expects = " and what it expects of it, in brackets what of the move played"
        lines.append(t("hint: {agent}, its move", agent=agent) + (t(expects) if what else ""))
        lines += [t(text, player=first) for text in what]
        lines.append(
            t(
                "grade: by the hint, what the move gave up, in parts of what winning the deal"
                " is worth"
            )
        )
    return "\n".join(lines)


def _better(move: ReviewedMove) -> str:
    if not move.cost:
        return ""
    more = ".." if len(move.best) > _BETTER_SHOWN else ""
    return f"{move.cost}: {', '.join(map(_name, move.best[:_BETTER_SHOWN]))}{more}"


def _advice(move: ReviewedMove) -> str:
    """Return the agent's move and score; in brackets the score of the move played, if different."""
    if move.advice is None:
        return ""
    parts = [_name(move.advice.name)]
    if move.scale:
        parts.append(_score(move.promised, move.scale))
        if move.advice.name != move.name:
            parts.append(f"({_score(move.expected, move.scale)})")
    return " ".join(parts)


def _grade(move: ReviewedMove) -> str:
    """Return the grade and the loss of a move; empty if it is no mistake."""
    if not move.verdict or not move.grade:
        return ""
    return f"{t(move.grade)} {said(f'{move.verdict.loss:.0%}')}"


def _score(score: float | None, scale: str) -> str:
    if score is None:
        return "-"
    return said(f"{score:.1%}" if scale == "match" else f"{score:+.2f}")


def _data(deals: list[ReviewedDeal]) -> list[dict[str, Any]]:
    data = []
    for deal in deals:
        moves = []
        for move in deal.moves:
            plain = dataclasses.asdict(dataclasses.replace(move, advice=None))
            plain["advice"] = None if move.advice is None else move.advice.name
            del plain["action"]
            plain |= {
                "grade": move.grade,
                "loss": move.verdict and move.verdict.loss,
                "loss_error": move.verdict and move.verdict.error,
            }
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
