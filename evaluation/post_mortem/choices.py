"""Two card players decision by decision: what the choices of one are worth over the other's.

Games tell little of players who mostly choose alike. Here single decisions are put to both, and
where they choose different cards, these are played out in many worlds
(`vorhand.evaluation.reproduce.recursion`)::

    python -m vorhand.evaluation.post_mortem.choices --first 'pimc(values=levels)' --second pimc
"""

from __future__ import annotations

import time
from typing import Annotated, TypeAlias

import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents import make_bot
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.reproduce.recursion import points_played_out
from vorhand.evaluation.reproduce.regrets import question
from vorhand.evaluation.workers.processes import ordered_map, usable_cores
from vorhand.games.loading import load_game
from vorhand.games.skat.view import View

Job: TypeAlias = tuple[int, int, str, str, int]
"""Seed, number of the deal, the two agents, worlds of the reference."""

_INNER = 10  # worlds of the players of the playouts


def choose(job: Job) -> tuple[int, bool, float, float, float]:
    """One decision.

    Returns:
        Choices of the deal, whether this is the soloist's, points that the first player's card
        gains over the second's for the player to move, and processor seconds of both.
    """
    seed, deal, first, second, reference = job
    asked = question(seed, deal, reference, 0)
    chosen = [_timed(spec, asked.view, deal) for spec in (first, second)]
    one, two = (asked.view.legal_actions.index(move) for move, _ in chosen)
    worth = points_played_out(asked, _INNER, sorted({one, two}))
    (_, quick), (_, slow) = chosen
    return asked.choices, asked.view.is_soloist, worth[one] - worth[two], quick, slow


def _timed(spec: str, view: View, seed: int) -> tuple[int, float]:
    bot = make_bot(spec, load_game("python_skat"), view.player, seed)
    started = time.process_time()
    return bot.explain(view).move, time.process_time() - started


def main(
    first: Annotated[str, typer.Option(help="A player with explain, such as pimc.")],
    second: Annotated[str, typer.Option(help="What it is held against.")],
    decisions: Annotated[int, typer.Option(min=2, help="One of each deal.")] = 300,
    reference: Annotated[int, typer.Option(min=1, help="Worlds to value the choices in.")] = 640,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and worlds.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = usable_cores(),
) -> None:
    """Prints what the first player's choices gain over the second's."""
    jobs: list[Job] = [(seed, deal, first, second, reference) for deal in range(decisions)]
    results = track(ordered_map(choose, jobs, workers), "decisions", decisions, transient=True)
    choices, soloist, points, quick, slow = np.array(list(results), float).T
    gained = choices * points
    table = Table(title=f"{first} over {second}, {decisions:,} decisions", box=None)
    for heading in ("", "", "95% interval"):
        table.add_column(heading)
    differ = estimates.share((points != 0).astype(float), np.ones(decisions)) * 100
    for name, found in [
        ("soloist's points a deal, all choices", estimates.mean(gained)),
        ("... of the soloist", estimates.mean(gained * soloist)),
        ("... of the defenders", estimates.mean(gained * (1 - soloist))),
        ("cards of another worth, %", differ),
        ("processor time, first over second", estimates.ratio(quick, slow)),
    ]:
        table.add_row(name, f"{found.value:.2f}", f"{found.low:.2f} to {found.high:.2f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
