"""``vorhand bench decisions``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.own_agents import OwnFiles, import_own_files

_MOST = 1.0  # seconds


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="With their parameters; default: all over the trick-taking engine."),
    ] = None,
    agents: Annotated[
        str, typer.Option(help="Specs separated by commas; default: pimc, iimc, ppp and ismcts.")
    ] = "",
    deals: Annotated[int, typer.Option(min=1, help="Deals, the agent in all seats.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of deals and agents.")] = 0,
    cards: Annotated[
        bool, typer.Option("--cards", help="From the first card on, after the same calls for all.")
    ] = False,
    own_files: OwnFiles = None,
) -> None:
    """Measure the slowest decision of agents, from the first one of a deal to the end.

    Examples:
        vorhand bench decisions euchre --agents pimc --deals 1
        vorhand bench decisions euchre --agents pimc --deals 1 --cards
    """
    from vorhand.agents.spec import Spec, split_specs
    from vorhand.evaluation.bench import decisions, machine

    import_own_files(own_files, None)
    specs = split_specs(agents) if agents else [Spec.parse(each) for each in decisions.AGENTS]
    console = Console()
    console.print(machine(), highlight=False)
    table = Table(
        title=f"slowest decision of {deals} deals, processor seconds (mean; which of how many)",
        title_justify="left",
    )
    for heading in ("game", *map(str, specs)):
        table.add_column(heading, overflow="fold")
    slow = 0
    for game in games or decisions.games():
        cells = []
        for spec in specs:
            with console.status(f"{game}: {spec}"):
                found = decisions.thought(game, str(spec), deals, seed, cards)
            slow += found.slowest > _MOST
            at, of = found.what
            cells.append(f"{found.slowest:.2f} ({found.mean:.3f}; {at} of {of})")
        table.add_row(game, *cells)
    console.print(table)
    console.print(f"{slow} of these took more than {_MOST:g} s", highlight=False)
