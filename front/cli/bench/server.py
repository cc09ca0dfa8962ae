"""The benchmarks of the table server."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TaskID, track
from rich.table import Table

from vorhand.cli.outputs import bench_console, figures_table

if TYPE_CHECKING:
    from vorhand.service.load.fairness import Figures
    from vorhand.service.load.fairness import Measured as Fairness
    from vorhand.service.load.growth import Growth
    from vorhand.service.load.soak import Sample
    from vorhand.service.load.tables import Load, Measured


def service(
    tables: Annotated[int, typer.Option(min=2, help="Tables at once.")] = 200,
    players: Annotated[int, typer.Option(min=1, help="Client processes.")] = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds of each measurement.")] = 10.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds, each in turn with the echo.")] = 3,
    remote: Annotated[
        int, typer.Option(min=1, max=3, help="Seats of the three that clients take.")
    ] = 1,
    pause: Annotated[
        float,
        typer.Option(
            min=0, help="Milliseconds before a client answers; rounds without a delay alternate."
        ),
    ] = 100.0,
) -> None:
    """Measure the table server under load, beside a bare asyncio gRPC echo in the same run.

    Clients in separate processes play Skat with the rule player; the server's rule agent has the
    other seats. An action of any seat counts when a client at the table receives the event, which
    is sent after the action is on disk.
    Clients with a delay limit the rate of actions, however fast the server is. Therefore each round
    also measures clients that answer immediately, like those of the echo.

    Examples:
        vorhand bench service --tables 50 --seconds 5 --rounds 1
    """
    from vorhand.service.load.tables import Load, measure

    console = bench_console()
    load = Load(tables, players, seconds, rounds, remote, pause)
    steps = track(measure(load), "measuring", total=rounds + 1, console=console, transient=True)
    measured = list(steps)[-1]
    console.print(_load_table(load, measured))
    console.print(
        f"{measured.seen:,} actions sent to clients, {measured.kept:,} in the journal",
        highlight=False,
    )


def _load_table(load: Load, measured: Measured) -> Table:
    pause = f", answers after {load.pause_ms:g} ms" if load.pause_ms else ""
    title = f"{load.tables} tables, {load.remote} of 3 seats remote{pause}"
    table = figures_table(title, "", "median", "low", "high")

    def row(name: str, values: list[float], form: str) -> None:
        figures = (statistics.median(values), min(values), max(values))
        table.add_row(name, *(format(value, form) for value in figures))

    rounds = measured.rounds
    row("actions a second, all seats", [r.actions for r in rounds], ",.0f")
    row("clients' actions a second", [r.answers for r in rounds], ",.0f")
    row("ms to the acknowledgement, p50", [r.p50 for r in rounds], ",.1f")
    row("ms to the acknowledgement, p99", [r.p99 for r in rounds], ",.1f")
    if measured.cancelled:
        row("ms to the end of a cancelled analysis", measured.cancelled, ",.1f")
    row("clients answer at once: actions a second", [r.at_once for r in rounds], ",.0f")
    row("echo round trips a second", [r.echoes for r in rounds], ",.0f")
    row("actions / echoes", [r.actions / r.echoes for r in rounds], ".2f")
    row("clients answer at once: actions / echoes", [r.at_once / r.echoes for r in rounds], ".2f")
    row("clients' actions / echoes", [r.answers / r.echoes for r in rounds], ".2f")
    row("server's processor time an action, us", [r.server_us for r in rounds], ",.0f")
    row("echo server's a round trip, us", [r.echo_us for r in rounds], ",.0f")
    return table


def fairness(
    seconds: Annotated[float, typer.Option(min=0.5, help="Seconds of each measurement.")] = 5.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: an idle server, then attacked.")] = 5,
) -> None:
    """Measure the service for an honest player at an idle server and at an attacked one.

    The attack consists of one token with 100 tables of rule players, 15 analyses and as many other
    tables as it can create, and of clients without a token that take all open seats and flood the
    server with requests.

    Examples:
        vorhand bench fairness --seconds 2 --rounds 1
    """
    from vorhand.service.load.fairness import measure

    console = bench_console()
    steps = measure(seconds, rounds)
    shown = track(steps, "measuring", total=rounds, console=console, transient=True)
    console.print(_fairness_table(list(shown)[-1]))


def _fairness_table(measured: Fairness) -> Table:
    title = "An honest player, medians of the rounds"
    table = figures_table(title, "", "idle", "attacked", "ratio")

    def row(name: str, figure: Callable[[Figures], float], form: str) -> None:
        idle, attacked = (
            statistics.median(map(figure, rounds)) for rounds in (measured.idle, measured.attacked)
        )
        table.add_row(name, format(idle, form), format(attacked, form), f"{attacked / idle:.2f}")

    row("moves a second", lambda figures: figures.moves, ",.0f")
    for share in (0.5, 0.99):
        row(
            f"ms to the acknowledgement, p{100 * share:.0f}",
            lambda figures, share=share: figures.slowest(share),  # type: ignore[misc]
            ",.1f",
        )
    taken = statistics.median(measured.taken)
    table.add_row("the server's time that others took", "", f"{taken:.2f}", "")
    return table


def takeover(
    journal: Annotated[
        str,
        typer.Option(help="URL of a database for both servers; else an SQLite file of its own."),
    ] = "",
    lease: Annotated[
        float, typer.Option(min=0.5, help="Seconds of silence after which a server is gone.")
    ] = 2.5,
    tables: Annotated[int, typer.Option(min=1, help="Tables at which a client plays.")] = 10,
    rounds: Annotated[int, typer.Option(min=1, help="Kills, each of a new pair.")] = 5,
) -> None:
    """Kill one of two servers that share a database, and time how soon the other one plays on.

    The time runs from the kill until each table's client receives a move from the other server.

    Examples:
        vorhand bench takeover --tables 2 --rounds 1
    """
    from vorhand.service.load.takeover import measure

    console = bench_console()
    steps = measure(journal, lease, tables, rounds)
    times = list(track(steps, "killing", total=rounds, console=console, transient=True))
    every = [seconds for each in times for seconds in each]
    console.print(
        f"{tables} tables, lease {lease:g} s: the seconds until they went on: median "
        f"{statistics.median(every):.1f}, slowest of each kill "
        + ", ".join(f"{each[-1]:.1f}" for each in times),
        highlight=False,
    )


def soak(
    deals: Annotated[
        int, typer.Option(min=100, help="Deals of the tables of agents together.")
    ] = 14_400,
    tables: Annotated[int, typer.Option(min=1, help="Tables of agents.")] = 20,
    samples: Annotated[int, typer.Option(min=10, help="Number of memory samples.")] = 48,
    most: Annotated[
        float, typer.Option(help="Most bytes of growth for each deal of the second half.")
    ] = 512.0,
) -> None:
    """Measure the memory of the table server over many deals, played at full speed.

    At two minutes per deal, 20 tables play 14,400 deals in 24 hours. The tables alternate between
    Skat and Schnapsen; for every five of them a further table has a player and a spectator. The
    command fails if memory grows by too much in the second half.

    Examples:
        vorhand bench soak --deals 2000 --tables 8
    """
    from vorhand.service.load.soak import growth, soak

    console = bench_console()
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("playing", total=deals)

        def show(sample: Sample) -> None:
            progress.update(bar, completed=sample.deals)
            console.print(
                f"{sample.deals:,} deals: {sample.resident_kb:,} kB, {sample.blocks:,} blocks",
                highlight=False,
            )

        found = growth(soak(deals, tables, samples, show))
    console.print(
        f"{found.first.deals:,} to {found.last.deals:,} deals: {found.first.resident_kb:,} to "
        f"{found.last.resident_kb:,} kB; by a straight line {found.resident_bytes:+,.0f} bytes and "
        f"{found.blocks:+.2f} blocks of Python a deal",
        highlight=False,
    )
    if found.resident_bytes > most:
        console.print(f"expected at most {most:g} bytes a deal", highlight=False)
        raise typer.Exit(1)


def journal(
    deals: Annotated[int, typer.Option(min=20, help="Deals of rule players, at 20 tables.")] = 2000,
    game: Annotated[list[str] | None, typer.Option(help="A game string.")] = None,
) -> None:
    """Measure the growth of an SQLite journal, and the space freed by deleting tables (`--keep`).

    Half of the tables are deleted, as many new deals are played, and the journal is backed up.

    Examples:
        vorhand bench journal --deals 200
    """
    from vorhand.games.packs import packs
    from vorhand.service.load.growth import measure
    from vorhand.service.server import process_setup

    process_setup.set_up_logs()
    console = Console()
    headings = ("", "bytes a deal", "an action", "free again", "then", "a backup")
    table = figures_table(None, *headings)

    def row(name: str, found: Growth) -> None:
        sizes = (f"{size / found.full:.2f}" for size in (found.again, found.copied))
        per_deal, per_action = f"{found.per_deal:,.0f}", f"{found.per_action:,.1f}"
        table.add_row(name, per_deal, per_action, f"{found.given_back:.0%}", *sizes)

    with Progress(console=console, transient=True) as progress:
        for name in game or [pack.games[0] for pack in packs() if pack.by_default]:
            bar = progress.add_task(name, total=deals + deals // 2)

            def show(done: int, bar: TaskID = bar) -> None:
                progress.update(bar, completed=done)

            row(name, measure(name, deals, show))
    console.print(table)
    console.print(
        "free again: of what the forgotten tables had taken; then: the file after as many deals "
        "again, and a backup of it, as parts of what it was before",
        highlight=False,
    )
