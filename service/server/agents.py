"""Agents at a table: the permitted specs, and their decisions."""

import functools

import pyspiel

from vorhand.agents import AgentError, Spec, SpecError, check, make_bot
from vorhand.agents.parameters import Kind, UnknownError
from vorhand.agents.registry import Agent, arguments_of, find
from vorhand.service.agent.client import address_of
from vorhand.service.games.observations import cached_game, wire_of
from vorhand.service.server.dealing import decision_seed
from vorhand.service.server.errors import denied, invalid
from vorhand.service.server.settings import Settings
from vorhand.service.tls import is_loopback, same_address


def checked_agent(
    text: str, game: str, settings: Settings, where: str = "", field: str = "agent"
) -> str:
    """Return the canonical spec of an agent that may sit at a table of this game.

    Messages about the spec begin with ``where``, for example a seat; those about dialling do not.
    ``field`` is the field of the request.

    Raises:
      ServiceError: the text is no valid spec; or the agent sees hidden cards, reads files of the
        server, uses more than one processor, has too large a parameter, or is a remote program that
        the server may not dial.
    """
    if not text.isprintable():
        raise invalid(f"{where}agent {text!r}: expected no control characters", field)
    try:
        spec = check(text, game)
        _refuse(spec, game, settings.largest_number)
        if is_remote(spec.name):
            check_dialled(spec, settings)
    except UnknownError as error:
        if error.kind != "agent":
            raise invalid(f"{where}{error}", field) from error
        names = ", ".join(name for name in error.known if may_sit(name, game, settings))
        raise invalid(f"{where}{error.text} {names}", field) from error
    except (SpecError, AgentError) as error:
        raise invalid(f"{where}{error}", field) from error
    return str(spec)


def may_sit(name: str, game: str | None, settings: Settings) -> bool:
    """Return whether an agent of this name can sit at a table of the server.

    It must see no hidden cards and need no files; a remote agent needs `Settings.dial`.
    """
    if is_remote(name) and not settings.dial:
        return False
    entry = find(name, game)
    return not entry.sees_hidden_cards and not _reads_files(entry)


def _reads_files(entry: Agent, file: object = "") -> bool:
    """Return whether an agent reads a file other than shipped ones."""
    may_be_left_out = "file" in entry.parameters and entry.parameters["file"].default == ""
    return entry.reads_files and not (may_be_left_out and file == "")


def check_dialled(spec: Spec, settings: Settings) -> None:
    """Raise ServiceError if the server may not dial a remote agent with these parameters."""
    address = address_of(spec.name)
    if not settings.dial:
        text = "expected one of this server; its operator names others with --dial"
        raise denied(f"agent {spec}: {text}")
    if not any(same_address(address, named) for named in settings.dial):
        raise denied(f"agent {spec}: this server dials {', '.join(settings.dial)} only")
    plaintext = spec.name.startswith("grpc://")
    if plaintext and not (settings.dial_plaintext or is_loopback(address)):
        raise denied(f"agent {spec}: this server dials other machines with grpcs:// only")
    for name, _ in spec.params:
        if name != "seconds":
            raise denied(f"agent {spec}: {name} is for the operator of this server to set")


def _refuse(spec: Spec, game: str, largest: int, kind: Kind = "agent") -> None:
    """Raise AgentError if an agent, or one nested in its spec, may not sit at a table."""
    entry, arguments = find(spec, game, kind), arguments_of(spec, game, kind)
    if entry.sees_hidden_cards:
        raise AgentError(f"agent {spec}: sees hidden cards; expected one that does not")
    if _reads_files(entry, arguments.get("file", "")):
        raise AgentError(f"agent {spec}: reads files; expected one that does not")
    if arguments.get("remember"):
        raise AgentError(f"agent {spec}: remember=true: expected false, a table keeps no memory")
    for name, value in arguments.items():
        if isinstance(value, Spec):
            if is_remote(value.name):
                raise AgentError(
                    f"agent {spec}: dials {value.name}; expected agents of this server"
                )
            _refuse(value, game, largest, entry.parameters[name].names)
        known = entry.parameters.get(name)  # the address of a remote agent is not a parameter
        given = known is None or value != known.default  # a default may exceed the limit
        if given and isinstance(value, int | float) and abs(value) > largest:
            raise AgentError(f"agent {spec}: {name}={value}: expected at most {largest:,}")
        if name == "threads" and value > 1:  # the operator has set the number of worker processes
            raise AgentError(f"agent {spec}: threads={value}: expected 1 at a server")
        if name == "match_values" and value not in ("start", "measured"):
            raise AgentError(f"agent {spec}: match_values: expected start or measured")


def is_instant(spec: str, game: str) -> bool:
    """Return whether an agent decides in microseconds, faster than a worker can be called."""
    return _entry(spec, game.partition("(")[0]).instant


@functools.lru_cache(maxsize=1024)
def _entry(spec: str, game: str) -> Agent:
    return find(spec, game)


def is_remote(spec: str) -> bool:
    """Return whether an agent is a remote program that the server dials."""
    return spec.startswith(("grpc://", "grpcs://"))


def decide(spec: str, state: pyspiel.State, deal_seed: bytes) -> int:
    """Return the decision of a new agent; it depends only on the state and the deal's seed."""
    player = state.current_player()
    seed = decision_seed(deal_seed, player, len(state.history()))
    return int(make_bot(spec, state.get_game(), player, seed).step(state))


class InstantAgents:
    """The instant agents of one table; those that keep no state are reused within a game."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], pyspiel.Bot] = {}
        self._game: pyspiel.Game | None = None

    def decide(self, spec: str, state: pyspiel.State, deal_seed: bytes) -> int:
        """Return the decision of an agent for the player to act, which equals that of `decide`."""
        player, game = state.current_player(), state.get_game()
        if game is not self._game:  # a Bock round is another game: values count double
            self._game, self._made = game, {}
        bot = self._made.get((spec, player))
        if bot is None:
            if _entry(spec, game.get_type().short_name).keeps_state:
                return decide(spec, state, deal_seed)
            bot = self._made[spec, player] = make_bot(spec, game, player, 0)
        return int(bot.step(state))


def decide_after(spec: str, game: str, history: list[int], deal_seed: bytes) -> int:
    """Return the decision of an agent in the state after a history."""
    return decide(spec, state_after(game, history), deal_seed)


def state_after(game: str, history: list[int]) -> pyspiel.State:
    """Return the state after a history."""
    state = cached_game(game).new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def default_stand_in(game: str) -> str:
    """Return the agent that plays for absent players if the request names none."""
    if own := wire_of(game).stand_in:
        return own
    try:
        check("rule", game)
    except AgentError:
        return "random"
    return "rule"
