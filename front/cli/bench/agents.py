"""The benchmarks of agents and searches of any game, and of starting the program."""

from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.options import OwnFiles, import_own_files
from vorhand.cli.outputs import bench_console, left_table

_MOST = 1.0  # seconds; agents whose slowest decision takes longer are counted


def decisions(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            help="Games with their parameters; default: all of the trick-taking engine."
        ),
    ] = None,
    agents: Annotated[
        str, typer.Option(help="Specs separated by commas; default: pimc, iimc, ppp and ismcts.")
    ] = "",
    deals: Annotated[int, typer.Option(min=1, help="Deals, with the agent in all seats.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of deals and agents.")] = 0,
    cards: Annotated[
        bool, typer.Option("--cards", help="From the first card on, after the same calls for all.")
    ] = False,
    own_files: OwnFiles = None,
) -> None:
    """Measure the slowest decision of agents over whole deals.

    Examples:
        vorhand bench decisions euchre --agents pimc --deals 1
        vorhand bench decisions euchre --agents pimc --deals 1 --cards
    """
    from vorhand.agents.spec import Spec, split_specs
    from vorhand.evaluation.bench import decisions

    import_own_files(own_files, None)
    specs = split_specs(agents) if agents else [Spec.parse(each) for each in decisions.AGENTS]
    console = bench_console()
    title = f"slowest decision of {deals} deals, processor seconds (mean; which of how many)"
    table = left_table(title, "game", *map(str, specs))
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


def tricks(
    deals: Annotated[int, typer.Option(min=1, help="Deals of each game.")] = 40,
    cards: Annotated[
        int, typer.Option(min=1, max=8, help="Most cards in hand of the player to act.")
    ] = 7,
) -> None:
    """Measure how much the learned move ordering saves in the exact search of trick-taking games.

    Examples:
        vorhand bench tricks --deals 2 --cards 5
    """
    from vorhand.evaluation.bench.trick_search import saved
    from vorhand.evaluation.equilibrium.tricks import engine_games

    console = bench_console()
    headings = ("game", "endings", "nodes", "without the order", "saved", "processor time")
    table = left_table(f"endings of {cards} cards", *headings)
    for name in engine_games():
        with console.status(name):
            found = saved(name, deals, cards)
        ours, other = found.nodes
        table.add_row(
            name,
            str(found.deals),
            f"{ours:,}",
            f"{other:,}",
            f"{1 - ours / other:.0%}" if other else "",
            f"{found.seconds[0] / found.seconds[1]:.2f} of it" if found.seconds[1] else "",
        )
    console.print(table)


def observations(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            help="Games, each as GAME/REFERENCE or GAME: beside OpenSpiel's nearest "
            "in size in C++. Default: all in which cards are dealt."
        ),
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals of each case in a round.")] = 20,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 7,
) -> None:
    """Measure the speed of states and observation tensors, beside OpenSpiel's games in C++.

    Examples:
        vorhand bench observations --deals 2 --rounds 1
    """
    from vorhand.evaluation.bench import run
    from vorhand.evaluation.bench.observations import cases, compared, size_of

    console = Console()
    for names in compared(games or []):
        title = " beside ".join(f"{name} ({size_of(name)})" for name in names)
        run(title, *cases(names, deals), rounds, console)


def start(
    rounds: Annotated[int, typer.Option(min=1, help="Starts of each program.")] = 9,
) -> None:
    """Measure the time to print the version and to create an agent, relative to importing NumPy.

    Examples:
        vorhand bench start --rounds 3
    """
    from vorhand.evaluation.bench import run
    from vorhand.evaluation.bench.start import FINDINGS, cases

    run("start", cases(), FINDINGS, rounds, Console())
