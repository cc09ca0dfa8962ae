"""What the operator of a server can set, and the limits that keep it standing."""

from __future__ import annotations

from dataclasses import dataclass, field

from vorhand.games.packs import packs

ALL_GAMES = "all"


def packed_games() -> tuple[str, ...]:
    """Short names of the games of all packs, in alphabetical order."""
    return tuple(sorted(game for pack in packs() for game in pack.games))


@dataclass(frozen=True)
class Settings:
    """Limits; every one has a default that a small machine bears.

    Attributes:
      games: short names of the games that may be played; "all": any OpenSpiel game that can.
      workers: processes in which agents think that take more than microseconds.
      tables: most tables under way.
      tables_per_token: most of them made with one API token.
      onlookers: most streams of onlookers at one table.
      waiting_decisions: most decisions at tables of a token that wait for a worker; beyond, it
        makes no table.
      waiting_analyses: most analyses of a token that wait for a worker.
      waiting_trials: most games and agents of a token that are tried out, or wait for that.
      worker_mb: most memory, in MiB, that one of these processes may have mapped.
      trial_s: longest that a game and its agents may take to be made when a table is asked for.
      largest_number: largest number, such as one of worlds, in the spec of an agent or the
        parameters of a game.
      decision_s: longest a server's agent may think before its stand-in decides.
      absent_s: at a table without a clock, a player who has no stream is waited for so long.
      idle_table_s: a table at which nothing happens for so long is ended.
      unjoined_s: a table at which play has not begun, and at which no player has had a stream for
        so long, is ended.
      keep_s: a table that has ended is forgotten after so long; None: never.
      idle_stream_s: a stream on which nothing happens for so long is closed.
      join_s: a player's stream is closed that has not begun with `join` after so long.
      claim_s: an open seat that was taken, and to which nobody has come after so long, is open
        again, unless play has begun.
      agent_share: of the server's time, for tables of agents at which no player is.
      reading_share: of it, for reading old deals from the journal.
      calls_per_token: most calls a second with one API token.
      calls_per_address: most calls a second from one address without a token.
      burst_s: after a rest, as many calls at once as are allowed in so many seconds.
      calls_at_once: most calls and streams under way of one API token, or address.
      connections: most that are open, or half of the files that the process may open.
      connections_per_address: most of one address on which calls are under way.
      idle_connection_s: a connection without a call is closed after so long.
      seats_per_address: most open seats that one address may have taken without a token.
      messages_per_s: most messages a second from one stream, and as many in a burst.
      outbox: most events that wait for a slow reader.
      message_bytes: largest message that is read.
      string_length: longest text in a request.
      dial: addresses (``host:port``) at which agents of other programs may be dialled.
      dial_plaintext: whether those on other machines may be dialled in plain text.
      lease_s: a server of a shared database that gives no sign of life for so long is gone, and
        others take over its tables.
      drain_s: how long decisions under way are waited for when the server ends.
    """

    games: tuple[str, ...] = field(default_factory=packed_games)
    workers: int = 1
    tables: int = 1000
    tables_per_token: int = 200
    onlookers: int = 100
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
