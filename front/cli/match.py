"""``vorhand match``."""

from __future__ import annotations

import datetime
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from vorhand.cli.errors import OptionError, report
from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    refuse_both,
    workers_of,
)
from vorhand.cli.outputs import check_picture, deal_columns, draw_results, print_json
from vorhand.games.packs import default_game

if TYPE_CHECKING:
    from rich.progress import Progress

    from vorhand.evaluation.arena import Match, Results, Until

_GAME = default_game()
_MOST = 10_000  # default limit on the deals of a match with --until
_LOG_FOLDER = Path("vorhand-logs")


def match(
    agents: Annotated[
        str, typer.Option(help="Specs separated by commas, at least one for each seat.")
    ],
    game: Annotated[str, typer.Option(help="Any OpenSpiel game, with parameters.")] = _GAME,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1, help="Deals, each played in all seatings; default: 100, or all of the file."
        ),
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(
            min=1, help="Instead of --deals: number of matches between each pair of agents."
        ),
    ] = None,
    lists: Annotated[
        int | None,
        typer.Option(min=1, help="Instead of --deals: number of lists, in games played by lists."),
    ] = None,
    deals_from: Annotated[
        str,
        typer.Option(
            help="Source of contracts: a file of records, or a bidder; cards:FILE: only cards."
        ),
    ] = "",
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="Each agent as soloist against copies of each other agent."),
    ] = False,
    apart: Annotated[
        bool,
        typer.Option(
            "--apart",
            help="With --pairs: the second agent of each pair also plays against copies of itself. "
            "This separates the first agent's gain as soloist from its gain in defence.",
        ),
    ] = False,
    until: Annotated[
        str,
        typer.Option(
            help="Play until a difference, such as 'A - B', is clear or small, by a sequential "
            "test; --deals is then the most, by default 10,000."
        ),
    ] = "",
    margin: Annotated[
        float | None,
        typer.Option(min=0, help="With --until: the largest difference that is called small."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all deals and all play.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    log: Annotated[
        Path | None, typer.Option(help="Log file; an interrupted match continues from it.")
    ] = None,
    permutations: Annotated[
        bool,
        typer.Option("--permutations", help="All permutations of the seats, not only rotations."),
    ] = False,
    as_json: AsJson = False,
    plot: Annotated[
        Path | None, typer.Option(help="Differences and their course, as PNG, SVG or PDF.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the figures as CSV.")] = False,
    confidence: Annotated[
        float | None,
        typer.Option(
            min=0.5,
            max=0.9999,
            help="Confidence level of the intervals; default: 0.95, for matches 0.98.",
        ),
    ] = None,
) -> None:
    """Play a duplicate match between agents and print the results.

    Examples:
        vorhand match --agents rule,rule,random --deals 20
        vorhand match --agents "pimc(worlds=10),rule" --pairs --deals 10
        vorhand match --game leduc_poker --agents pimc,random --deals 50
        vorhand match --game leduc_poker --agents pimc,random --until "A - B"
    """
    from vorhand.agents import make_bot, split_specs
    from vorhand.evaluation import arena
    from vorhand.evaluation.arena.estimates import any_stopping_time
    from vorhand.evaluation.arena.report import deals_in_words
    from vorhand.evaluation.workers.processes import WorkerError
    from vorhand.games.loading import load_game

    check_picture("--plot", plot)
    import_own_files(own_files, ray)
    refuse_both(matches=matches, lists=lists, deals=deals)
    refuse_both(pairs=pairs, permutations=permutations)
    refuse_both(pairs=pairs, matches=matches, lists=lists)
    refuse_both(deals_from=deals_from, matches=matches)
    refuse_both(json=as_json, csv=as_csv)
    refuse_both(until=until, lists=lists)
    _refuse_alone(apart=(apart, pairs, "pairs"), margin=(margin is not None, bool(until), "until"))
    confidence = confidence or (0.95 if matches is None else 0.98)
    settings = arena.Match.create(
        game if matches is None else _as_match(game),
        split_specs(agents),
        seed,
        "apart" if apart else "pairs" if pairs else "permutations" if permutations else "rotations",
        deals_from,
    )
    for spec in settings.agents:  # errors in the settings are reported before play
        make_bot(spec, load_game(settings.game), 0, 0)
    ends = arena.Until.parse(until, settings, margin or 0.0, confidence) if until else None
    count = _deals(settings, deals, matches, lists, _MOST if until else 100)
    work = workers_of(workers, ray)
    path = log or _new_log(settings.short_name)
    results = arena.Results(settings)
    console = Console(stderr=as_json or as_csv)
    ended: BaseException | None = None
    try:
        with _progress(console) as bar:
            task = bar.add_task(settings.game, total=count)
            arena.run(
                settings,
                count,
                results,
                log=path,
                workers=work,
                progress=lambda done: bar.update(task, completed=done),
                until=ends,
            )
    except (KeyboardInterrupt, OSError, arena.MatchError, WorkerError) as error:
        ended = error
    with any_stopping_time(ends is not None or _ran_until(path, results)):
        if as_csv:
            print(arena.as_csv(results, confidence), end="")
        elif as_json:
            found = arena.as_data(results, confidence)
            print_json(found | ({"until": ends.as_data(results)} if ends else {}))
        elif len(results):
            _show(console, results, confidence, ends, lists is not None)
        if plot is not None:
            draw_results(results, plot, confidence, console)
    if path.exists():
        most = "at most " if ends else ""
        console.print(
            f"log: {path} ({len(results)} of {most}{deals_in_words(count)})", soft_wrap=True
        )
    if ended is not None:
        _say_how_it_ended(console, path, ended, [] if log else ["--log", str(path)])


def _show(
    console: Console, results: Results, confidence: float, ends: Until | None, lists: bool
) -> None:
    """Print the tables, after the summary and the conclusion of a sequential test."""
    from vorhand.evaluation import arena

    console.print(arena.summary(results, confidence), soft_wrap=True, highlight=False)
    if ends:
        console.print(ends.describe(results), soft_wrap=True, highlight=False)
    shown = arena.tables(results, confidence)
    if lists:
        profile = arena.profile_of(results.match.short_name)
        shown += profile.list_tables(results, confidence)
    for table in shown:
        console.print(table)


def _ran_until(path: Path, results: Results) -> bool:
    """Return whether the match was begun with --until, so that its length depends on results."""
    from vorhand.evaluation.arena import confidence_until

    return len(results) > 0 and confidence_until(path) is not None


def _refuse_alone(**options: tuple[bool, bool, str]) -> None:
    """Raise OptionError for an option given without another one that it requires."""
    for name, (given, other_given, other) in options.items():
        if given and not other_given:
            raise OptionError(f"--{name}: expected --{other} with it")


def _deals(
    match: Match, deals: int | None, matches: int | None, lists: int | None, default: int
) -> int:
    """Return the number of deals, each of them to be played in all seatings."""
    from vorhand.evaluation.arena import MatchError, profile_of

    if matches is not None:
        return -(-matches // match.games_together)
    if lists is None:
        return deals or match.deals_given or default
    if not (list_deals := profile_of(match.short_name).list_deals):
        raise MatchError(f"game {match.game!r}: is not played by lists; expected --deals")
    if match.contracts_given:
        raise OptionError(
            f"--deals-from {match.deals_from} and --lists: expected cards:FILE, since lists are "
            "bid for"
        )
    return lists * list_deals


def _say_how_it_ended(
    console: Console, path: Path, ended: BaseException, more: list[str]
) -> NoReturn:
    """Print the error, if any, and the command that continues the match; exit."""
    code = 130 if isinstance(ended, KeyboardInterrupt) else report(ended)
    if path.exists():  # without a log the same command would fail again
        command = shlex.join(["vorhand", *sys.argv[1:], *more])
        console.print(f"continue with: {command}", soft_wrap=True, markup=False)
    raise typer.Exit(code)


def _as_match(game: str) -> str:
    """Return the game string with ``match=true``, so that one game is a match of several deals."""
    import pyspiel

    from vorhand.games.loading import GameError, load_game

    if "match" not in load_game(game).get_type().parameter_specification:
        raise GameError(f"game {game!r}: has no parameter match; expected --deals for this game")
    given = pyspiel.game_parameters_from_string(game)
    return str(pyspiel.game_parameters_to_string({**given, "match": True}))


def _new_log(game: str) -> Path:
    """Return a new file name for the log of a match without --log."""
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return _LOG_FOLDER / f"{game}-{now}.jsonl"


def _progress(console: Console) -> Progress:
    from rich.progress import Progress

    return Progress(*deal_columns(), console=console)
