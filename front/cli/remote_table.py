"""Play for a person at a table of a server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from vorhand.cli import servers
from vorhand.cli.errors import OptionError
from vorhand.cli.person import Person, Quit, ask_yes_or_no
from vorhand.cli.play_records import PlayRecords
from vorhand.cli.table_news import change_said, phrase_said
from vorhand.cli.terminal.texts import move_said, t

if TYPE_CHECKING:
    import pyspiel

    from vorhand.cli.terminal import Screen
    from vorhand.service.client.client import Client, Place, SeatStream
    from vorhand.v1 import play_pb2, tables_pb2


@dataclass(frozen=True)
class Where:
    """A server, and the table to join or create there.

    Attributes:
      address: host and port, or a list of servers, see `Client`.
      token_file: file with the API token, needed to create a table.
      certificate: PEM file with the root certificates for the server, for TLS.
      table: identifier of a table with an open seat; None: that of the invitation, or a new one.
      invitation: code for an open seat; empty: none.
      game, deals, seed: those of a new table; without a seed its deals are random.
      seats: for each seat of a new table the occupant, ``private`` for the person.
      private: whether a new table is by invitation only.
      bock: whether a new table has Bock rounds.
    """

    address: str
    token_file: Path | None
    certificate: Path | None
    table: str | None
    invitation: str
    game: str
    seats: tuple[str, ...]
    deals: int
    seed: int | None
    private: bool
    bock: bool = False


def play_remotely(
    where: Where,
    console: Console,
    screen_of: Callable[[str], Screen],
    person_of: Callable[[pyspiel.Game, int], pyspiel.Bot],
    records: Path | None,
    adviser: str | None = None,
) -> None:
    """Take a seat, and play until the table is over; a person who quits leaves the table.

    Args:
      where: the server and the table.
      console: the console for output and questions.
      screen_of: function that returns the screen for a game, by its short name.
      person_of: function that returns the bot that asks the person, for a game and a seat.
      records: file to which deals are added; None: a new one.
      adviser: the agent whose hints grade the moves in reviews; None: the default one.

    Raises:
      ConnectionError: nothing listens at the address.
      RemoteError: the server refused, or is unreachable.
      TlsError: the certificate is invalid.
    """
    with contextlib.suppress(Quit):
        kept = asyncio.run(_play(where, console, screen_of, person_of, records, adviser))
        kept.offer(more=False)
    console.print(t("goodbye"))


async def _play(
    where: Where,
    console: Console,
    screen_of: Callable[[str], Screen],
    person_of: Callable[[pyspiel.Game, int], pyspiel.Bot],
    records: Path | None,
    adviser: str | None = None,
) -> PlayRecords:
    """Play until the table is over; raise Quit if the person leaves it."""
    from vorhand.service import tls
    from vorhand.service.client.client import Client
    from vorhand.service.games.observations import cached_game, state_of

    token = servers.read_token(where.token_file)
    if not where.address.startswith(("ipv4:", "ipv6:")):  # not a list of servers
        tls.check_address(where.address)
        servers.check_listens(where.address)
    credentials = None
    if where.certificate is not None:
        credentials = tls.channel_credentials(where.certificate, None, None)
    async with Client(where.address, token, credentials) as client:
        place = await _sit_down(client, where, console)
        table = await client.table(place.table_id)
        game = cached_game(table.game)
        text = t("table {table}, seat {seat}", table=place.table_id, seat=place.seat)
        console.print(text, highlight=False)
        short_name = game.get_type().short_name
        kept = PlayRecords(console, records, short_name, adviser)
        watch = _TableScreen(client, place, table, game, console, screen_of(short_name), kept)
        async with client.sit(place) as stream:
            stream.lost = functools.partial(_tell_lost, console)
            person: pyspiel.Bot | None = None
            async for event in _awaited(stream, console):
                await watch.update(event)
                try:
                    if watch.begins(event):
                        person = person_of(game, watch.player) if watch.plays else None
                    elif event.HasField("turn") and person is not None:
                        state = state_of(event.observation)
                        await stream.act(event, await asyncio.to_thread(person.step, state))
                    elif await watch.show(event) and isinstance(person, Person):
                        person.keep_screen()
                    await watch.ask_about_absent(event, stream)
                except Quit:
                    await _leave(client, stream, place, where, console)
                    raise
    return kept


@dataclass
class _TableScreen:
    """The display of a table's events for the person in one seat, except their own turns."""

    client: Client
    place: Place
    table: tables_pb2.Table
    game: pyspiel.Game
    console: Console
    screen: Screen
    kept: PlayRecords
    first: int = 0  # seat that began the deal
    bock_deals: int = 0  # Bock deals left, the deal under way included
    seen: int = 0  # last sequence number
    # absent seats about which the person has decided
    answered: list[int] = field(default_factory=list)

    @property
    def player(self) -> int:
        """The person's player number in the deal; if they sit out, a number that no player has."""
        return int((self.place.seat - self.first) % len(self.table.seats))

    @property
    def plays(self) -> bool:
        """True if the person plays in the deal."""
        return self.player < int(self.game.num_players())

    def begins(self, event: play_pb2.Event) -> bool:
        """Return whether an event is the first of a deal, or of a stream that begins in a deal."""
        begun, self.seen = _begun(event, self.seen), max(self.seen, event.sequence)
        if begun is None:
            return False
        self.first, self.bock_deals = begun.first_seat, begun.bock_deals
        if event.HasField("deal_started") and not self.plays:
            self.console.print(t("you deal, and sit out this deal"))
            if self.bock_deals:
                self.console.print(t("Bock round: values count double"))
        return True

    async def update(self, event: play_pb2.Event) -> None:
        """Update the description of the table before other methods use it."""
        if event.HasField("seated"):
            self.table = event.seated.table
        elif event.HasField("seat_changed"):
            await self._fetch_table()

    async def _fetch_table(self) -> None:
        from vorhand.service.client.client import RemoteError

        with contextlib.suppress(RemoteError):  # `seated` follows when the server is back
            self.table = await self.client.table(self.place.table_id)

    async def show(self, event: play_pb2.Event) -> bool:
        """Show an event; return True if the next picture of the deal must not replace it."""
        if event.HasField("deal_ended"):
            await self._show_end(event.deal_ended)
        elif event.HasField("seat_changed"):
            return self._show_change(event.seat_changed)
        elif event.HasField("said"):
            if phrase := phrase_said(event.said):
                text = f"{self._name(event.said.seat)}: {phrase}"
                self.console.print(text, markup=False, highlight=False)
            return True
        elif _tell(self.console, event, self.place.seat):
            return True
        elif event.HasField("moved") and not self.plays:
            move = event.moved.move
            text = f"{self._name(move.seat)}: {move_said(move.name)}"
            self.console.print(text, markup=False, highlight=False)
        return False

    async def ask_about_absent(self, event: play_pb2.Event, stream: SeatStream) -> None:
        """Ask whether an agent plays on for absent players, if an event may have changed them.

        Raises:
          Quit: the person leaves instead.
        """
        from vorhand.service.client.absence import undecided_seats

        if not (event.HasField("seated") or event.HasField("seat_changed")):
            return
        absent = undecided_seats(self.table, self.place.seat)
        while absent and absent != self.answered:
            names = t(" and ").join(map(self._name, absent))
            text = "Let an agent play on for {names} (y), or end the table (n)? "
            prompt = escape(t(text, names=names))
            agrees = await asyncio.to_thread(ask_yes_or_no, self.console, prompt)
            asked = absent
            await self._fetch_table()
            absent = undecided_seats(self.table, self.place.seat)
            if absent == asked:  # else others are absent by now
                await (stream.agree() if agrees else stream.decline())
                self.answered = asked
        if not absent:
            self.answered = []

    def _name(self, seat: int) -> str:
        return _names(self.table, self.place.seat, 0)[seat]

    def _show_change(self, changed: play_pb2.SeatChanged) -> bool:
        """Print a change of another player's seat; return whether it was printed."""
        text = change_said(changed, self._name(changed.seat))
        if not text or changed.seat == self.place.seat:
            return False
        self.console.print(text, markup=False, highlight=False)
        return True

    async def _show_end(self, ended: play_pb2.DealEnded) -> None:
        state = await _state_at_the_end(self.client, self.place, ended.deal)
        if not state.is_terminal():
            scores = ", ".join(f"{s:g}" for s in ended.returns)
            text = "ended before it was played out; scores: {scores}"
            self.console.print(t(text, scores=scores))
            return
        players = self.game.num_players()
        self.console.print(self.screen.outcome(state, self.player if self.plays else 0))
        if self.plays:
            names = _names(self.table, self.place.seat, self.first)
            self.kept.add(state, ended.deal, names[:players])
        if len(self.table.seats) > players:  # the dealer sat out, so the table has its own scores
            scored = zip(_names(self.table, self.place.seat, 0), ended.returns, strict=True)
            scores = ", ".join(f"{name} {score:+g}" for name, score in scored)
            text = t("in the list: {scores}", scores=scores)
            self.console.print(text, markup=False, highlight=False)
        if (started := ended.bock_deals - max(0, self.bock_deals - 1)) > 0:
            text = "a Bock round begins: the values of the next {count} deals count double"
            self.console.print(t(text, count=started))


async def _awaited(stream: SeatStream, console: Console) -> AsyncIterator[play_pb2.Event]:
    """Yield the events of a table; show a message in the terminal while waiting for them."""
    events = aiter(stream)
    while True:
        with console.status(t("waiting for the others")):
            event = await anext(events, None)
        if event is None:
            return
        yield event


async def _leave(
    client: Client, stream: SeatStream, place: Place, where: Where, console: Console
) -> None:
    """Leave the table; close it if it is the person's own and all other players are agents."""
    others = (await client.table(place.table_id)).seats
    alone = all(seat.agent for number, seat in enumerate(others) if number != place.seat)
    if alone and not (where.table or where.invitation):
        await client.close_table(place.table_id)
        console.print(t("the table is closed"))
    else:
        await stream.leave()
        console.print(t("you have left the table"))


def _tell_lost(console: Console, why: str) -> None:
    text = "the server does not answer ({why}); trying again until it does; ctrl-c ends"
    console.print(t(text, why=why))


async def _sit_down(client: Client, where: Where, console: Console) -> Place:
    from grpc import StatusCode

    from vorhand.service.client.client import RemoteError

    if where.table or where.invitation:
        return await client.take_seat(where.table or "", invitation=where.invitation)
    try:
        table, places = await client.create_table(
            where.game,
            where.seats,
            deals=where.deals,
            seed=where.seed,
            unlisted=where.private,
            bock_deals=0 if where.bock else None,
        )
    except RemoteError as error:
        if where.token_file is not None or error.code is not StatusCode.UNAUTHENTICATED:
            raise
        raise OptionError(
            f"--connect {where.address}: expected --token-file with the API token, since a new "
            "table needs one; a seat at another's (--table, --invitation) needs none"
        ) from error
    if where.private:
        code = await client.invite(table.table_id)
        console.print(t("invite others with the code {code}", code=code), highlight=False)
    return places[0]


def _begun(event: play_pb2.Event, seen: int) -> play_pb2.DealStarted | tables_pb2.Table | None:
    """Return the part of an event that describes a deal not seen before; None for other events.

    If earlier events are too old to be sent, this is `seated`, in the middle of a deal.
    """
    if event.HasField("deal_started"):
        return event.deal_started
    if event.HasField("seated") and event.sequence > seen:
        return event.seated.table
    return None


def _names(table: tables_pb2.Table, own: int, first: int) -> list[str]:
    """Return the players' names in the order of the game, then those who sit out."""
    there = [
        seat.agent or seat.name or t("seat {number}", number=k)
        for k, seat in enumerate(table.seats)
    ]
    there[own] = "you"
    return [*there[first:], *there[:first]]


async def _state_at_the_end(client: Client, place: Place, deal: int) -> pyspiel.State:
    from vorhand.service.server.agents import state_after

    record = await client.record(place.table_id, deal)
    return state_after(record.game, list(record.actions))


def _tell(console: Console, event: play_pb2.Event, seat: int) -> bool:
    """Print an event if pictures of the table do not show it; return whether it was printed."""
    if event.HasField("refused"):
        console.print(event.refused.message, style="red", markup=False)
    elif event.HasField("moved") and event.moved.stand_in and event.moved.move.seat == seat:
        move = move_said(event.moved.move.name)
        console.print(t("your time is over: {move} was played for you", move=move))
    elif event.HasField("table_ended"):
        console.print(t("the table is over"))
    else:
        return False
    return True
