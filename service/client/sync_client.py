"""The client for programs that do not use asyncio.

>>> from vorhand.service import SyncClient
>>> with SyncClient("127.0.0.1:50051", token="api_...") as client:  # doctest: +SKIP
...     table, (place,) = client.create_table("python_schnapsen", ["private", "rule"])
...     client.play(place, lambda turn: turn.turn.legal_actions[0].id)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import grpc

from vorhand.service.client.absence import Agreement
from vorhand.service.client.client import Client, Place
from vorhand.v1 import analysis_pb2, play_pb2, tables_pb2

Result = TypeVar("Result")


class SyncClient:
    """A `Client` whose calls block; it reconnects automatically, as `Client` does.

    Args:
      address: host and port.
      token: API token, needed to create tables, to invite and to analyse.
      credentials: TLS credentials; None for plain text.
    """

    def __init__(
        self, address: str, token: str = "", credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._client = Client(address, token, credentials)

    def __enter__(self) -> SyncClient:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._run(self._client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def create_table(
        self, game: str, seats: Sequence[str], **settings: Any
    ) -> tuple[tables_pb2.Table, list[Place]]:
        """Create a table, as `Client.create_table`."""
        return self._run(self._client.create_table(game, seats, **settings))

    def take_seat(self, table_id: str, seat: int | None = None, *, invitation: str = "") -> Place:
        """Take an open seat; raise RemoteError if there is none."""
        return self._run(self._client.take_seat(table_id, seat, invitation=invitation))

    def invite(self, table_id: str) -> str:
        """Create an invitation to one of the account's tables; raise RemoteError for another's."""
        return self._run(self._client.invite(table_id))

    def table(self, table_id: str) -> tables_pb2.Table:
        """Return the description of a table; raise RemoteError if there is none."""
        return self._run(self._client.table(table_id))

    def open_tables(self, game: str = "") -> list[tables_pb2.Table]:
        """Return tables with open seats."""
        return self._run(self._client.open_tables(game))

    def record(self, table_id: str, deal: int) -> tables_pb2.GetRecordResponse:
        """Return the record of a deal; raise RemoteError if it is not finished."""
        return self._run(self._client.record(table_id, deal))

    def play(
        self,
        place: Place,
        decide: Callable[[play_pb2.Event], int],
        on_event: Callable[[play_pb2.Event], None] = lambda event: None,
    ) -> play_pb2.TableEnded:
        """Play from a seat until the table is over; return the final event.

        The client agrees that an agent plays for players who leave or lose the connection.

        Args:
          place: the seat.
          decide: function that chooses an action at a `turn`; it may be slow.
          on_event: callback, called with every event.

        Raises:
          RemoteError: the server refused.
        """
        return self._run(self._play(place, decide, on_event))

    def watch(
        self, table_id: str, on_event: Callable[[play_pb2.Event], None], **options: Any
    ) -> None:
        """Pass the events of a table to a callback until it is over, as `Client.watch`."""

        async def follow() -> None:
            async for event in self._client.watch(table_id, **options):
                on_event(event)

        self._run(follow())

    def analyse(self, request: analysis_pb2.AnalyseRequest) -> analysis_pb2.AnalyseResponse:
        """Return the final values of the moves of a position, as `Client.analyse`."""

        async def judge() -> analysis_pb2.AnalyseResponse:
            answers = [answer async for answer in self._client.analyse(request)]
            return answers[-1]

        return self._run(judge())

    async def _play(
        self,
        place: Place,
        decide: Callable[[play_pb2.Event], int],
        on_event: Callable[[play_pb2.Event], None],
    ) -> play_pb2.TableEnded:
        ended = play_pb2.TableEnded()
        async with self._client.sit(place) as stream:
            agreement = Agreement(stream)
            async for event in stream:
                await agreement.follow(event)
                on_event(event)
                if event.HasField("turn"):
                    await stream.act(event, await asyncio.to_thread(decide, event))
                elif event.HasField("table_ended"):
                    ended = event.table_ended
        return ended

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
