"""``vorhand lab bidding``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson
from vorhand.cli.outputs import left_table, print_json

if TYPE_CHECKING:
    from vorhand.agents.skat.bidding.kermit import Players
    from vorhand.evaluation.post_mortem.skat.bidding_calibration import Foreseen


def command(
    files: Annotated[list[Path] | None, typer.Argument(help="Records, or logs of matches.")] = None,
    self_play: Annotated[
        int,
        typer.Option(
            min=0,
            help="Instead of files: number of deals. With each hand of each deal, players like "
            "those of --against choose a game and play it.",
        ),
    ] = 0,
    table: Annotated[
        int,
        typer.Option(
            min=0,
            help="Instead of files: number of deals for which three players bid by these chances.",
        ),
    ] = 0,
    cards: Annotated[
        str | None,
        typer.Option(
            help="Compiled agent that plays the cards. Default with --table: policy; with files: "
            "none, so that the games stay as they were played."
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0,
            help="Seed of these deals, or of the players of --cards; the training used 1 to 3.",
        ),
    ] = 77,
    parts: Annotated[
        int,
        typer.Option(min=1, max=10, help="Parts of the chances from 0 to 1, of files and --table."),
    ] = 5,
    against: Annotated[
        Literal["rule", "policy", "search", "others"],
        typer.Option(
            help="Players whose games the chances are calibrated on; others: policies, with curves "
            "of games that other bidders chose."
        ),
    ] = "rule",
    as_json: AsJson = False,
) -> None:
    """Compare the share of Skat games won with the probabilities of Kermit's bidding.

    The probabilities are calibrated on games of rule players, of policy networks, of players that
    search, or on games that other bidders chose. The games to compare may come from any players.
    Announcements and overbids are ignored: the soloist wins with 61 card points, or in null without
    a trick.

    Examples:
        vorhand lab bidding evaluation/results/skat-ppp-against-pimc.jsonl.xz
        vorhand lab bidding --self-play 200
        vorhand lab bidding --table 1000 --against policy
        vorhand lab bidding games.sgf --cards 'pimc(worlds=20,belief=by_role)'
    """
    if sum(map(bool, (files, self_play, table))) != 1:
        raise OptionError("lab bidding: expected files, or --self-play DEALS, or --table DEALS")
    if cards and self_play:
        raise OptionError(f"--cards {cards}: expected with files or --table")
    if self_play:
        _by_self_play(against, self_play, seed, as_json)
        return
    from vorhand.evaluation.post_mortem.skat.bidding_calibration import (
        foreseen,
        foreseen_at_table,
        foreseen_replayed,
    )
    from vorhand.evaluation.post_mortem.skat.played_deals import played_deals
    from vorhand.evaluation.workers.processes import usable_cores

    if table:
        found = foreseen_at_table(table, seed, against, cards or "policy", usable_cores())
    else:
        deals = (deal for file in files or () for deal in played_deals(file))
        found = (
            foreseen_replayed(deals, seed, against, cards, usable_cores())
            if cards
            else list(foreseen(deals, against))
        )
    _tell(found, parts, as_json)


def _tell(found: list[Foreseen], parts: int, as_json: bool) -> None:
    """Print the share of games won for each kind of game and range of probabilities."""
    import numpy as np

    from vorhand.agents.skat.bidding.kermit import KINDS
    from vorhand.evaluation.arena import estimates
    from vorhand.evaluation.training.skat.bidding import log_chances, log_chances_text

    kinds = np.array([game.kind for game in found], int)
    chances = np.array([game.chance for game in found], float)
    won = np.array([game.won for game in found], bool)
    headings = ("", "chance", "games", "mean chance", "won, 95% interval")
    shown = left_table(f"{len(found):,} games", *headings)
    cuts = [(part / parts, (part + 1) / parts) for part in range(parts)]
    data, logs = [], {}
    for kind, name in enumerate(KINDS):
        for low, high in cuts:
            here = (kinds == kind) & (chances >= low) & ((chances < high) | (high == 1))
            n = int(here.sum())
            if not n:
                continue
            share = estimates.share(won[here].astype(float), np.ones(n))
            mean = float(chances[here].mean())
            case = {"kind": name, "low": low, "high": high, "games": n, "chance": mean}
            data.append(case | {"won": share.to_dict()})
            cells = (f"{n:,}", f"{mean:.1%}", f"{share:.1%}")
            shown.add_row(name, f"{low:.0%} to {high:.0%}", *cells)
        shown.add_section()
        if (kinds == kind).any():
            logs[name] = estimates.mean(log_chances(chances, won)[kinds == kind])
    if as_json:
        kept = {name: log.to_dict() for name, log in logs.items()}
        print_json({"games": len(found), "rows": data, "log_chance": kept})
    else:
        shown.caption, shown.caption_justify = log_chances_text(logs), "left"
        Console().print(shown)


def _by_self_play(players: Players, deals: int, seed: int, as_json: bool) -> None:
    """Compare probabilities and results of self-played deals."""
    from vorhand.agents.skat.bidding.kermit import FILES
    from vorhand.evaluation.training.skat import bidding
    from vorhand.evaluation.training.skat.kermit import lessons
    from vorhand.evaluation.workers.processes import usable_cores
    from vorhand.native import fitted

    if players not in lessons.LESSONS:
        expected = " or ".join(lessons.LESSONS)
        raise OptionError(f"--against {players}: expected {expected} with --self-play")
    content = fitted.read(*FILES[players])
    nets = bidding.nets_of(content)
    games = lessons.fresh_games(players, deals, seed, content, usable_cores())
    if not as_json:
        Console().print(bidding.report(nets, games))
        return
    rows, logs = [], {}
    for kind, name, every, enough in bidding.came_true(nets, games):
        logs[f"{kind}, {name}"] = every.log_chance.to_dict()
        for n, mean, off, _ in enough:
            row = {"kind": kind, "success": name, "games": n, "chance": mean}
            rows.append(row | {"off": off.to_dict()})
    print_json({"games": len(games.kind), "rows": rows, "log_chance": logs})
