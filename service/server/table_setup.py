"""Validation of requests for tables."""

from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.games.chance import hides_chances
from vorhand.games.loading import GameError, load_game
from vorhand.games.packs import register_all
from vorhand.service.games.asked import read_asked
from vorhand.service.games.observations import cached_game, wire_of
from vorhand.service.server.agents import checked_agent, default_stand_in, is_remote
from vorhand.service.server.errors import ServiceError, check_named, invalid
from vorhand.service.server.settings import ALL_GAMES, Settings
from vorhand.v1 import tables_pb2

_MOST_DEALS = 1_000_000
_SHORTEST_MS, _LONGEST_MS = 10, 86_400_000
_LONGEST_PACE_MS = 60_000
_KINDS = (
    tables_pb2.SEAT_KIND_OPEN,
    tables_pb2.SEAT_KIND_AGENT,
    tables_pb2.SEAT_KIND_PRIVATE,
)


def checked_setup(
    request: tables_pb2.CreateTableRequest, game: pyspiel.Game, settings: Settings
) -> tables_pb2.CreateTableRequest:
    """Return the request in canonical form with defaults; raise ServiceError if it is invalid."""
    name = game.get_type().short_name
    players, sit_out = game.num_players(), wire_of(name).sit_out
    if not players <= len(request.seats) <= players + sit_out:
        expected = f"{players} or {players + sit_out}, of whom the dealer sits out"
        expected = expected if sit_out else f"{players}"
        raise invalid(f"seats: {len(request.seats)} entries, expected {expected}", "seats")
    if len(request.seats) > players and request.dealing == tables_pb2.DEALING_FIXED:
        text = "dealing: expected that the deal goes round, as the dealer sits out"
        raise invalid(text, "dealing")
    if not 1 <= request.deals <= _MOST_DEALS:
        raise invalid(f"deals={request.deals}: expected 1 to {_MOST_DEALS:,}", "deals")
    if request.HasField("seed") and request.seed >= 2**63:
        raise invalid(f"seed={request.seed}: expected less than 2**63", "seed")
    for field in ("decision_ms", "deal_ms"):
        value = getattr(request.clock, field)
        if value and not _SHORTEST_MS <= value <= _LONGEST_MS:
            text = f"{field}={value}: expected 0 or {_SHORTEST_MS} to {_LONGEST_MS}"
            raise invalid(text, f"clock.{field}")
    if request.agent_ms > _LONGEST_PACE_MS:
        text = f"agent_ms={request.agent_ms}: expected 0 to {_LONGEST_PACE_MS:,}"
        raise invalid(text, "agent_ms")
    check_named(request.timeout_rule, tables_pb2.TimeoutRule.items(), "timeout_rule")
    check_named(request.absence_rule, tables_pb2.AbsenceRule.items(), "absence_rule")
    check_named(request.dealing, tables_pb2.Dealing.items(), "dealing")
    if request.HasField("bock_deals"):
        _check_bock(request, name)
    setup = tables_pb2.CreateTableRequest()
    setup.CopyFrom(request)
    setup.dealing = setup.dealing or tables_pb2.DEALING_ROTATES
    for number, seat in enumerate(setup.seats):
        _check_seat(number, seat, name, settings)
    stand_in = _short(setup.stand_in, "stand_in", settings.string_length)
    stand_in = stand_in or default_stand_in(name)
    if is_remote(stand_in):
        raise invalid(f"stand_in {stand_in}: expected an agent of this server", "stand_in")
    setup.stand_in = checked_agent(stand_in, name, settings, "stand_in: ", "stand_in")
    return setup


def checked_name(text: str, settings: Settings) -> str:
    """Return the short name in a game string; raise ServiceError if the game may not be played."""
    name, parameters = _asked(text, settings.string_length)
    if name not in settings.games and ALL_GAMES not in settings.games:
        expected = ", ".join(kind.short_name for kind in playable(settings.games))
        hint = "the operator of the server adds others of OpenSpiel with --games"
        raise invalid(f"game {text!r}: expected one of {expected}; {hint}", "game")
    kind = _kinds().get(name)
    if kind is None:
        raise _no_game(text)
    if reason := unplayable(kind):
        raise invalid(f"game {text!r}: {reason}", "game")
    known = kind.parameter_specification
    for key, value in parameters.items():
        if key not in known:
            expected = ", ".join(known) or "none"
            raise invalid(
                f"game {name}: there is no parameter {key!r}; expected {expected}", "game"
            )
        if not isinstance(value, str) and abs(value) > settings.largest_number:
            text = f"{key}={value}: expected at most {settings.largest_number:,}"
            raise invalid(f"game {name}: {text}", "game")
    return name


def known_name(text: str, longest: int) -> str:
    """Return the short name in a game string; raise ServiceError if it is too long or unknown."""
    name, _ = _asked(text, longest)
    if name not in _kinds():
        raise _no_game(text)
    return name


def _no_game(text: str) -> ServiceError:
    return invalid(f"game {text!r}: there is no such game", "game")


def _asked(text: str, longest: int) -> tuple[str, dict[str, Any]]:
    try:
        return read_asked(_short(text, "game", longest))
    except GameError as error:
        raise invalid(str(error), "game") from error


def _kinds() -> dict[str, pyspiel.GameType]:
    """Return all registered games, by short name, in alphabetical order."""
    register_all()
    return {kind.short_name: kind for kind in pyspiel.registered_games()}


def playable(names: Sequence[str]) -> list[pyspiel.GameType]:
    """Return the playable games among those named by the operator, in alphabetical order."""
    return [
        kind
        for name, kind in _kinds().items()
        if (name in names or ALL_GAMES in names) and kind.default_loadable and not unplayable(kind)
    ]


def made_game(text: str) -> pyspiel.Game:
    """Return the game of a tested game string; raise ServiceError if it cannot be played here."""
    try:
        game = cached_game(text)
    except GameError as error:
        raise invalid(str(error), "game") from error
    if reason := unplayable(game.get_type()):
        raise invalid(f"game {text!r}: {reason}", "game")
    return game


def check_games(names: Sequence[str]) -> None:
    """Raise GameError if an operator names a game that is unknown or cannot be played."""
    for name in names:
        if name == ALL_GAMES:
            continue
        if reason := unplayable(load_game(name).get_type()):
            raise GameError(f"game {name}: {reason}")


def unplayable(kind: pyspiel.GameType) -> str:
    """Return the reason why games of a type cannot be played at a table; empty if they can."""
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "players move at the same time; expected one in which they take turns"
    if hides_chances(kind):
        return "does not tell what chance does; expected one with chance nodes"
    if not (kind.provides_information_state_string or kind.provides_observation_string):
        return "has neither information state nor observation strings to show to players"
    return ""


def _check_bock(request: tables_pb2.CreateTableRequest, name: str) -> None:
    if request.bock_deals > _MOST_DEALS:
        text = f"bock_deals={request.bock_deals}: expected at most {_MOST_DEALS:,}"
        raise invalid(text, "bock_deals")
    try:
        cached_game(wire_of(name).bock_game(request.game))
    except GameError as error:
        raise invalid(f"bock_deals: {error}", "bock_deals") from error


def _check_seat(number: int, seat: tables_pb2.SeatSetup, game: str, settings: Settings) -> None:
    if seat.kind not in _KINDS:
        raise invalid(f"seat {number}: kind {seat.kind}: expected open, agent or private", "seats")
    if (seat.kind == tables_pb2.SEAT_KIND_AGENT) != bool(seat.agent):
        raise invalid(f"seat {number}: expected an agent if and only if it is an agent's", "seats")
    if seat.agent:
        text = _short(seat.agent, "agent", settings.string_length)
        seat.agent = checked_agent(text, game, settings, f"seat {number}: ", "seats")


def _short(text: str, field: str, longest: int) -> str:
    if len(text) > longest:
        raise invalid(f"{field}: {len(text)} characters, expected at most {longest}", field)
    return text
