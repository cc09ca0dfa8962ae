"""``vorhand play``: play for a person in the terminal."""

from __future__ import annotations

import contextlib
import random
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from vorhand.cli.options import Language, OwnFiles, import_own_files, speak
from vorhand.cli.person import Person, Quit, Scripted, TakenBack
from vorhand.cli.play_records import PlayRecords, unit_of
from vorhand.cli.terminal import hint_line, hint_table, in_colour, reason_text, screen_of
from vorhand.cli.terminal.texts import t
from vorhand.games.packs import default_game

if TYPE_CHECKING:
    import pyspiel
    from rich.console import RenderableType

    from vorhand.agents import Spec
    from vorhand.cli.person import Advice
    from vorhand.cli.terminal import Screen

_GAME = default_game()


def play(
    agents: Annotated[
        str,
        typer.Option(
            help="The other players, from the lowest seat up; default: the best that the game has."
        ),
    ] = "",
    game: Annotated[str, typer.Option(help="Any OpenSpiel game, with parameters.")] = _GAME,
    seat: Annotated[
        int, typer.Option(min=0, help="Your seat in the first deal, from 0; then it goes round.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the deals; default: random.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, help="Number of deals; default: until you leave; with --connect 1."),
    ] = None,
    adviser: Annotated[
        str | None,
        typer.Option(
            help="The agent that gives hints, in games that have them; the best by default."
        ),
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
    bock: Annotated[
        bool, typer.Option("--bock", help="With --connect: the new table has Bock rounds.")
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
    language: Language = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Your deals are added to it; default: a new file in vorhand-logs."),
    ] = None,
) -> None:
    """Play against agents. Type ? for help, hint for advice, undo to take back, q to leave.

    Every finished deal is kept in a file; at Skat and Schnapsen, r shows its review at once.

    Examples:
        vorhand play
        vorhand play --game python_schnapsen --agents "pimc(worlds=30)"
    """
    from vorhand.agents import check
    from vorhand.evaluation.arena import MatchError
    from vorhand.games.chance import sets_seed, takes_seed
    from vorhand.games.loading import load_game

    speak(language)
    import_own_files(own_files)
    if connect is None and (table or invitation or private or bock or token_file or certificate):
        raise MatchError(
            "--table, --invitation, --private, --bock, --token-file, --certificate: expected "
            "--connect with them"
        )
    loaded = load_game(game)
    if takes_seed(loaded) and sets_seed(game):
        raise MatchError(f"game {game!r}: sets its seed, which is each deal's own; see --seed")
    console, others = Console(), _opponents(agents, loaded)
    if not (table or invitation):
        if seat > len(others):
            raise MatchError(f"seat {seat}: expected 0 to {len(others)}")
        fewest = loaded.num_players() - 1
        most = fewest + (_sit_out(loaded) if connect is not None else 0)
        if not fewest <= len(others) <= most:
            expected = f"{fewest}, one for each other seat"
            expected += f", or {most} where the dealer sits out" if most > fewest else ""
            raise MatchError(f"agents {agents}: expected {expected}")
        # Errors in the adviser's spec are reported before a deal or a table of a server begins.
        own = min(seat, loaded.num_players() - 1)
        _advice(screen_of(loaded.get_type().short_name), adviser, loaded, own)
    elif agents or deals or seed is not None or private or bock:
        raise MatchError(
            "--agents, --deals, --seed, --private, --bock: expected none of them at a table of "
            "others"
        )
    if connect is not None:
        from vorhand.cli.remote_table import Where, play_remotely

        there = [str(spec) for spec in others]
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
                bock,
            ),
            console,
            screen_of,
            lambda game, seat: _person_at(game, seat, console, adviser),
            records,
            adviser,
        )
        return
    others = [check(spec, loaded.get_type().short_name) for spec in others]
    kept = PlayRecords(console, records, loaded.get_type().short_name, adviser)
    played = _Session(
        loaded,
        [*others[:seat], None, *others[seat:]],
        console,
        adviser,
        random.Random(secrets.randbits(64) if seed is None else seed),
        kept,
    )
    with contextlib.suppress(Quit):
        while deals is None or played.count < deals:
            played.deal(seat)
            seat = (seat - 1) % loaded.num_players()
            kept.offer(more=deals is None or played.count < deals)
    console.print(t("goodbye"))


class _Session:
    """A series of deals against agents; each finished deal is kept in a file."""

    def __init__(
        self,
        game: pyspiel.Game,
        places: list[Spec | None],
        console: Console,
        adviser: str | None,
        numbers: random.Random,
        kept: PlayRecords,
    ) -> None:
        """Create a session; ``places``: agents by seat in the first deal, None for the person."""
        self.count = 0
        self._game, self._places, self._console = game, places, console
        self._screen = screen_of(game.get_type().short_name)
        self._adviser, self._numbers, self._kept = adviser, numbers, kept
        self._first_seat = places.index(None)
        self._total = 0.0

    def deal(self, seat: int) -> None:
        """Play a deal to its end with the person in this seat, and keep it.

        Raises:
            Quit: the person left; the deal is not kept.
        """
        from vorhand.agents import make_bot
        from vorhand.evaluation.arena import play_game
        from vorhand.games.chance import first_state

        turned = self._first_seat - seat
        specs = [self._places[(k + turned) % len(self._places)] for k in range(len(self._places))]
        advice = _advice(self._screen, self._adviser, self._game, seat)
        person = Person(self._screen, self._console, advice, seat, takes_back=True)
        bots = [
            make_bot(spec, self._game, k, self._numbers.getrandbits(31)) if spec else person
            for k, spec in enumerate(specs)
        ]
        chance, taken_back = self._numbers.getrandbits(64), 0
        script: tuple[int, ...] = ()
        while True:
            at_table = [Scripted(bot, script, self._console) for bot in bots]
            try:
                begun = first_state(self._game, chance)
                state = play_game(begun, at_table, random.Random(chance))
                break
            except TakenBack as back:
                script, taken_back = back.actions, taken_back + 1
        self.count += 1
        names = [str(spec) if spec else "you" for spec in specs]
        self._total += state.returns()[seat]
        corrected = t(", {count} taken back", count=taken_back) if taken_back else ""
        one, many = unit_of(self._game)
        self._console.print(self._screen.outcome(state, seat))
        self._console.print(
            t(
                "you have {total} after {count} {units}{corrected}",
                total=f"{self._total:+g}",
                count=self.count,
                units=t(many if self.count > 1 else one),
                corrected=corrected,
            ),
            highlight=False,
        )
        self._kept.add(state, self.count - 1, names)


def _opponents(agents: str, game: pyspiel.Game) -> list[Spec]:
    """Return the given agents, else the game's best for all other seats, else random players."""
    from vorhand.agents import Spec, split_specs
    from vorhand.agents.montecarlo.advisers import best_agent

    if agents:
        return split_specs(agents)
    best = best_agent(game.get_type().short_name) or Spec("random")
    return [best] * (game.num_players() - 1)


def _sit_out(game: pyspiel.Game) -> int:
    """Return how many more seats a table of a server may have than the game has players."""
    from vorhand.service.games.observations import wire_of

    return wire_of(game.get_type().short_name).sit_out


def _person_at(game: pyspiel.Game, seat: int, console: Console, adviser: str | None) -> Person:
    screen = screen_of(game.get_type().short_name)
    return Person(screen, console, _advice(screen, adviser, game, seat), seat, takes_back=False)


def _advice(screen: Screen, spec: str | None, game: pyspiel.Game, seat: int) -> Advice:
    """Return a function from the person's observation to a hint: the moves with their figures."""
    from vorhand.agents import AgentError
    from vorhand.agents.montecarlo.advisers import adviser, usual_adviser

    usual = usual_adviser(game.get_type().short_name)
    if usual is None or not screen.hints:
        if spec is not None:
            raise AgentError(f"adviser {spec}: expected none, this game has no hints")
        return lambda seen: t("this game has no hints")
    explain = adviser(spec or usual, game, seat, 0, reasons=True)

    def hint(seen: object) -> RenderableType:
        choice = explain(seen)
        if choice.details is None and not choice.columns():
            return hint_line(choice.name, choice.reason)
        table = hint_table(choice.table())
        because = "" if choice.because is None else in_colour(reason_text(choice.because))
        captions = (because, screen.legend(choice), table.caption)
        table.caption = Text("\n").join(Text(c) if isinstance(c, str) else c for c in captions if c)
        return table

    return hint
