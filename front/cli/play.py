"""``vorhand play``: a person at the table."""

from __future__ import annotations

import functools
import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from rich.console import Console

from vorhand.cli.own_agents import OwnFiles, import_own_files
from vorhand.games.packs import default_game

if TYPE_CHECKING:
    import pyspiel
    from rich.console import RenderableType

    from vorhand.agents import Spec
    from vorhand.cli.screens import Screen

    Advice: TypeAlias = Callable[[Any], RenderableType]


_GAME = default_game()


class Quit(BaseException):
    """The person leaves the table; not an Exception, which would count as a bot's failure."""


def play(
    agents: Annotated[
        str,
        typer.Option(help="The other players, from the lowest seat up; default: rule, or random."),
    ] = "",
    game: Annotated[str, typer.Option(help="Any OpenSpiel game, with parameters.")] = _GAME,
    seat: Annotated[int, typer.Option(min=0, help="Your seat, from 0.")] = 0,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the deals; default: random.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Number of deals; default: until you leave.")
    ] = None,
    adviser: Annotated[
        str | None,
        typer.Option(help="The agent that gives hints, in games that have them; default: pimc."),
    ] = None,
    connect: Annotated[
        str | None, typer.Option(help="Play at a table of the server at this host and port.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="With --connect: take an open seat at this table.")
    ] = None,
    invitation: Annotated[
        str, typer.Option(help="With --connect: take a seat at the table that this code is for.")
    ] = "",
    private: Annotated[
        bool,
        typer.Option(
            "--private",
            help="With --connect: the new table is not listed; a code to invite others is shown. "
            "Seats for them are `open` among --agents.",
        ),
    ] = False,
    token_file: Annotated[
        Path | None,
        typer.Option(help="With --connect: file with the API token, needed to create a table."),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(help="With --connect: use TLS, and trust the authorities in this file."),
    ] = None,
    own_files: OwnFiles = None,
) -> None:
    """You play against agents. Type ? for help, hint for advice, q to leave.

    Examples:
        vorhand play
        vorhand play --game python_schnapsen --agents "pimc(worlds=30)"
    """
    from vorhand.agents import check, make_bot
    from vorhand.cli.screens import screen_of
    from vorhand.evaluation.arena import MatchError, play_game
    from vorhand.games.loading import load_game

    import_own_files(own_files)
    if connect is None and (table or invitation or private or token_file or certificate):
        raise MatchError(
            "--table, --invitation, --private, --token-file, --certificate: expected --connect "
            "with them"
        )
    loaded = load_game(game)
    if connect is not None:
        from vorhand.cli.remote_table import Where, play_remotely

        console = Console()
        there = (
            [str(spec) for spec in _opponents(agents, loaded)] if not (table or invitation) else []
        )
        seats = (*there[:seat], "private", *there[seat:])
        play_remotely(
            Where(
                connect,
                token_file,
                certificate,
                table,
                invitation,
                game,
                seats,
                deals or 1,
                seed,
                private,
            ),
            console,
            screen_of,
            lambda game, seat: _person_at(game, seat, console, adviser),
        )
        return
    others = [check(spec, loaded.get_type().short_name) for spec in _opponents(agents, loaded)]
    if seat >= loaded.num_players():
        raise MatchError(f"seat {seat}: expected 0 to {loaded.num_players() - 1}")
    if len(others) != loaded.num_players() - 1:
        raise MatchError(
            f"agents {agents}: expected {loaded.num_players() - 1}, one for each other seat"
        )
    console = Console()
    screen = screen_of(loaded.get_type().short_name)
    person = functools.partial(_person, screen, console, _advice(screen, adviser, loaded, seat))
    rng = random.Random(secrets.randbits(64) if seed is None else seed)
    total, played = 0.0, 0
    while deals is None or played < deals:
        specs = [*others[:seat], None, *others[seat:]]
        bots = [
            make_bot(spec, loaded, k, rng.getrandbits(31)) if spec else person(k)
            for k, spec in enumerate(specs)
        ]
        try:
            state = play_game(loaded.new_initial_state(), bots, random.Random(rng.getrandbits(64)))
        except Quit:
            break
        played += 1
        total += state.returns()[seat]
        console.print(screen.outcome(state, seat))
        console.print(
            f"you have {total:+g} after {played} deal{'s' * (played > 1)}\n", highlight=False
        )
    console.print("goodbye")


def _opponents(agents: str, game: pyspiel.Game) -> list[Spec]:
    """The agents given; by default rule, or random if rule does not play the game."""
    from vorhand.agents import Spec, registry, split_specs

    if agents:
        return split_specs(agents)
    names = [agent.name for agent in registry.agents(game.get_type().short_name)]
    return [Spec("rule" if "rule" in names else "random")] * (game.num_players() - 1)


def _person_at(game: pyspiel.Game, seat: int, console: Console, adviser: str | None) -> pyspiel.Bot:
    from vorhand.cli.screens import screen_of

    screen = screen_of(game.get_type().short_name)
    return _person(screen, console, _advice(screen, adviser, game, seat), seat)


def _advice(screen: Screen, spec: str | None, game: pyspiel.Game, seat: int) -> Advice:
    """A function from what the person sees to a hint: the moves with the figures behind them."""
    from vorhand.agents import AgentError
    from vorhand.agents.montecarlo.explanations import adviser

    if screen.adviser is None:
        if spec is not None:
            raise AgentError(f"adviser {spec}: expected none, this game has no hints")
        return lambda seen: "this game has no hints"
    explain = adviser(spec or screen.adviser, game, seat, 0)
    return lambda seen: explain(seen).table()


def _person(screen: Screen, console: Console, advice: Advice, seat: int) -> pyspiel.Bot:
    """A bot that asks the person at the terminal."""
    import pyspiel

    from vorhand.cli.screens import RefusedError

    class Person(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.decided: list[int] = []

        def step(self, state: pyspiel.State) -> int:
            if not self.decided:
                seen = screen.look(state, seat)
                console.print(screen.picture(seen))
                while not self.decided:
                    self.decided = self.ask(seen)
            return self.decided.pop(0)

        def ask(self, seen: object) -> list[int]:
            """The actions typed; empty if the person has to be asked again."""
            try:
                text = console.input(f"{screen.prompt(seen)}> ").strip()
            except EOFError as error:
                raise Quit from error
            if text.lower() in ("q", "quit"):
                raise Quit
            if text in ("", "?", "h", "help"):
                console.print(screen.picture(seen))
                console.print(
                    "type a move as shown, ? to see the table again, hint for advice, q to leave"
                )
                return []
            if text.lower() == "hint":
                with console.status("thinking"):
                    hint = advice(seen)
                console.print(hint)
                return []
            try:
                return screen.parse(seen, text)
            except RefusedError as refusal:
                console.print(f"[red]{refusal}[/red]")
                return []

    return Person()
