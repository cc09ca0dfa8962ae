"""The settings and limits of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from vorhand.games.packs import packs

ALL_GAMES = "all"


def packed_games() -> tuple[str, ...]:
    """Return the short names of the games of all packs, in alphabetical order."""
    return tuple(sorted(game for pack in packs() for game in pack.games))


@dataclass(frozen=True)
class Settings:
    """The limits of a server; the defaults suit a small machine.

    Attributes:
      games: short names of the permitted games; "all" permits any playable OpenSpiel game.
      workers: number of worker processes for agents that are not instant.
      tables: maximum number of tables under way.
      tables_per_token: maximum number of tables under way per API token.
      spectators: maximum number of spectators' streams per table.
      waiting_decisions: maximum number of decisions that wait for a worker at a token's tables;
        with more, the token can create no table.
      waiting_analyses: maximum number of analyses of a token that wait for a worker.
      waiting_trials: maximum number of trials of a token, waiting and under way.
      worker_mb: maximum memory, in MiB, that a worker may have mapped.
      trial_s: timeout for creating a game and its agents when a table is requested.
      largest_number: maximum of a number, such as one of worlds, in an agent's spec or a game's
        parameters.
      decision_s: timeout for a decision of a server's agent, after which its stand-in decides.
      absent_s: timeout for a player without a stream, at a table without a clock.
      idle_table_s: seconds without any event after which a table is ended.
      unjoined_s: seconds without a player's stream after which a table is ended whose play has not
        begun.
      keep_s: seconds after which a finished table is deleted; None: never.
      idle_stream_s: seconds without a message after which a stream is closed.
      join_s: seconds a player's stream has to send `join`.
      claim_s: seconds after which an open seat whose player has not joined is open again, unless
        play has begun.
      agent_share: share of the server's time for tables without players.
      reading_share: share of the server's time for reading old deals from the journal.
      calls_per_token: maximum calls a second per API token.
      calls_per_address: maximum calls a second per address, without a token.
      burst_s: seconds of the rate limit that may be used at once after a rest.
      calls_at_once: maximum calls and streams under way per API token or address.
      connections: maximum open connections; at most half of the process's file limit is used.
      connections_per_address: maximum connections with calls under way per address.
      idle_connection_s: seconds without a call after which a connection is closed.
      seats_per_address: maximum open seats taken per address, without a token.
      messages_per_s: maximum messages a second per stream, and maximum burst.
      outbox: maximum number of events that wait for a slow reader.
      message_bytes: maximum size of a received message.
      string_length: maximum length of a text in a request.
      dial: permitted addresses (``host:port``) of remote agents.
      dial_plaintext: whether remote agents on other machines may be dialled in plain text.
      lease_s: seconds without a heartbeat after which a server of a shared database counts as dead,
        and others take over its tables.
      drain_s: seconds to wait for calls under way at shutdown.
    """

    games: tuple[str, ...] = field(default_factory=packed_games)
    workers: int = 1
    tables: int = 1000
    tables_per_token: int = 200
    spectators: int = 100
    waiting_decisions: int = 100
    waiting_analyses: int = 20
    waiting_trials: int = 20
    worker_mb: int = 4096
    trial_s: float = 20.0
    largest_number: int = 1_000_000
    decision_s: float = 60.0
    absent_s: float = 120.0
    idle_table_s: float = 3600.0
    unjoined_s: float = 300.0
    keep_s: float | None = None
    idle_stream_s: float = 900.0
    join_s: float = 60.0
    claim_s: float = 120.0
    agent_share: float = 0.15
    reading_share: float = 0.25
    calls_per_token: float = 200.0
    calls_per_address: float = 50.0
    burst_s: float = 4.0
    calls_at_once: int = 2000
    connections: int = 4000
    connections_per_address: int = 500
    idle_connection_s: float = 900.0
    seats_per_address: int = 20
    messages_per_s: int = 2000
    outbox: int = 10_000
    message_bytes: int = 64 * 1024
    string_length: int = 500
    dial: tuple[str, ...] = ()
    dial_plaintext: bool = False
    lease_s: float = 2.5
    drain_s: float = 5.0
