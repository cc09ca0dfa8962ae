"""The settings and limits of a server."""

from dataclasses import dataclass, field

from vorhand.games.packs import packs

ALL_GAMES = "all"


def packed_games() -> tuple[str, ...]:
    """Return the short names of the games of all packs, in alphabetical order."""
    return tuple(sorted(game for pack in packs() for game in pack.games))


@dataclass(frozen=True)
class Settings:
    """The limits of a server; the defaults suit a small machine."""

    # short names of the permitted games; "all" permits any playable OpenSpiel game
    games: tuple[str, ...] = field(default_factory=packed_games)
    workers: int = 1  # maximum number of workers that run at a time
    tables: int = 1000  # maximum number of tables under way
    tables_per_account: int = 200  # maximum number of tables under way per account
    spectators: int = 100  # maximum number of spectators' streams per table
    # number of decisions waiting for a worker at an account's tables from which on the account can
    # create no table
    waiting_decisions: int = 100
    waiting_analyses: int = 20  # maximum number of an account's analyses that wait for a worker
    waiting_trials: int = 20  # maximum number of an account's trials, waiting and under way
    worker_mb: int = 4096  # maximum memory, in MiB, that a worker may have mapped
    trial_s: float = 20.0  # timeout for trying out a requested game and its agents
    # maximum of any number in an agent's spec or a game's parameters, such as `worlds`
    largest_number: int = 1_000_000
    # timeout for a decision in a worker, after which an instant stand-in or a random player decides
    decision_s: float = 60.0
    # timeout for the turn of a player without a stream, at a table without a clock whose players do
    # not decide about absent ones (`AbsenceRule`)
    absent_s: float = 120.0
    # seconds in which a player without a stream may return before the others learn of it, at a
    # table where they decide (`AbsenceRule`)
    return_s: float = 5.0
    idle_table_s: float = 3600.0  # seconds without any event after which a table is ended
    # seconds without a player's stream after which a table whose play has not begun is ended
    unjoined_s: float = 300.0
    keep_s: float | None = None  # seconds after which a finished table is deleted; None: never
    idle_stream_s: float = 900.0  # seconds without a message after which a stream is closed
    join_s: float = 60.0  # seconds a player's stream has to send `join`
    # seconds that a player has to join after taking an open seat; then it is open again, unless
    # play has begun
    claim_s: float = 120.0
    agent_share: float = 0.15  # share of the server's time for tables without players
    reading_share: float = 0.25  # share of the server's time for reading old deals from the journal
    calls_per_account: float = 200.0  # maximum calls a second per account, with its API tokens
    calls_per_address: float = 50.0  # maximum calls a second per address, without a token
    burst_s: float = 4.0  # after a rest, the calls of this many seconds may be made at once
    calls_at_once: int = 2000  # maximum calls and streams under way per account or address
    # maximum open connections; at most half of the process's file limit is used
    connections: int = 4000
    connections_per_address: int = 500  # maximum connections with calls under way per address
    idle_connection_s: float = 900.0  # seconds without a call after which a connection is closed
    seats_per_address: int = 20  # maximum open seats taken per address, without a token
    messages_per_s: int = 2000  # maximum messages a second per stream, and maximum burst
    outbox: int = 10_000  # maximum number of events that wait for a slow reader
    message_bytes: int = 64 * 1024  # maximum size of a received message
    string_length: int = 500  # maximum length of a game or a spec, in characters
    dial: tuple[str, ...] = ()  # permitted addresses (``host:port``) of remote agents
    # whether remote agents on other machines may be dialled in plain text
    dial_plaintext: bool = False
    # seconds without a heartbeat after which a server of a shared database counts as dead,
    # and others take over its tables
    lease_s: float = 2.5
    drain_s: float = 5.0  # seconds to wait for calls under way at shutdown
