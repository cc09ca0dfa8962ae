"""The registry, which creates a ``pyspiel.Bot`` from a spec string.

Agents, and the beliefs, evaluators, decision rules and tie rules that Monte Carlo agents are built
from, are registered next to their code by one decorator on their factory. The keyword-only
parameters of the factory are the parameters of the spec, typed by their annotations::

    @belief("declared", games=("python_skat",))
    def declared(*, trust: Annotated[float, Range(0)] = 2.0) -> Belief:
        '''Draw worlds in which the soloist has cards for the declaration.'''

    @register("mc_bidder", games=("python_skat",))
    def mc_bidder(
        game: pyspiel.Game, player: int, seed: int, *, worlds: Annotated[int, Range(4)] = 160
    ) -> pyspiel.Bot:
        '''Bid by open-hand play over worlds.'''

Annotations may be ``bool``, ``int``, ``float``, ``str``, ``Spec`` (another agent), `BeliefSpec` and
similar types, ``Literal`` of strings, each of them with ``| None`` if an unset parameter has a
meaning of its own, and ``Annotated`` with a `Range`. One name may be registered several times for
different games; an entry for a specific game takes precedence over one for any game. In a spec the
first parameter may be given without its name: ``played_out(rule)``. A factory of a part that needs
the game, or the seed of the bot, takes them as parameters of these names before its keywords.

A name that ends in ``://`` stands for all specs with that URL scheme; its factory gets the whole
URL as the keyword ``url``.

Other packages add agents and parts by an entry point of the group ``vorhand.agents`` that names the
module with the factories. These modules are imported when an unknown name is looked up, or when all
entries are listed. The user's own files (`vorhand.agents.own_files`) are imported before every
lookup.

The random choices of an agent are determined by the ``seed`` it is made with.
"""

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, SupportsIndex, TypeVar, get_args

import pyspiel

from vorhand.agents.cpp_searches import check_search
from vorhand.agents.discovery import LEFT_OUT, import_all, load
from vorhand.agents.entry import WORDS, Agent, Factory
from vorhand.agents.own_files import import_file, import_own_files
from vorhand.agents.parameters import (
    REQUIRED,
    AgentError,
    BeliefSpec,
    DecisionSpec,
    EvaluatorSpec,
    Kind,
    Parameter,
    Range,
    TiesSpec,
    UnknownError,
    Unset,
    check_seed,
    parameters_of,
)
from vorhand.agents.provenance import note_spec
from vorhand.agents.spec import Spec, SpecError
from vorhand.games.packs import part
from vorhand.native.errors import InputError, did_you_mean

__all__ = [
    "KINDS",
    "Agent",
    "AgentError",
    "BeliefSpec",
    "DecisionSpec",
    "EvaluatorSpec",
    "Parameter",
    "Range",
    "TiesSpec",
    "Unset",
    "agents",
    "arguments_of",
    "belief",
    "check",
    "decision",
    "evaluator",
    "find",
    "make",
    "make_bot",
    "register",
    "registered",
    "sees_hidden_cards",
    "ties",
]

FactoryT = TypeVar("FactoryT", bound=Factory)

KINDS: tuple[Kind, ...] = get_args(Kind)


_REGISTERED: dict[tuple[Kind, str], list[Agent]] = {}


def add(entry: Agent) -> None:
    """Register an entry; a module may replace its own entry.

    Raises:
        AgentError: another module has registered this name for one of these games, so a spec would
            be ambiguous.
    """
    if not entry.is_ours:  # load our own modules, to detect a conflict of names
        for game in entry.games or (None,):
            load(entry.kind, entry.name, game)
    entries = _REGISTERED.setdefault((entry.kind, entry.name), [])
    for other in entries:
        if other.meets(entry) and other.module != entry.module:
            games = ", ".join(entry.games) or "any game"
            # Which of the two was imported first depends on the caller. The error asks for another
            # name for the entry that is not ours.
            ours, theirs = sorted((other, entry), key=lambda each: not each.is_ours)
            raise AgentError(
                f"{WORDS[entry.kind][0]} {entry.name!r} for {games}: {ours.place} registers "
                f"one; expected another name in {theirs.place}"
            )
    entries[:] = [other for other in entries if not other.meets(entry)] + [entry]
    _bind.cache_clear()


@contextlib.contextmanager
def temporary() -> Iterator[None]:
    """Undo, at the end of the block, all registrations and imports of own files made in it."""
    import_all()
    before = {key: list(entries) for key, entries in _REGISTERED.items()}
    try:
        yield
    finally:
        _REGISTERED.clear()
        _REGISTERED.update(before)
        _bind.cache_clear()
        import_file.cache_clear()


def _registrar(
    kind: Kind, name: str, *, games: Iterable[str] = (), **traits: Any
) -> Callable[[FactoryT], FactoryT]:
    word = WORDS[kind][0]
    if not isinstance(name, str):
        raise AgentError(f"{word} {name!r}: expected a name in brackets behind the decorator's")
    if isinstance(games, str):
        raise AgentError(f"{word} {name!r}: games={games!r}: expected several, as ({games!r},)")

    def decorate(factory: FactoryT) -> FactoryT:
        summary = (inspect.getdoc(factory) or "").partition("\n")[0]
        add(Agent(kind, name, tuple(games), summary, parameters_of(factory), factory, **traits))
        return factory

    return decorate


def register(
    name: str, *, games: Iterable[str] = (), **traits: Any
) -> Callable[[FactoryT], FactoryT]:
    """Register the decorated factory ``(game, player, seed, *, ...)`` as an agent.

    Args:
        name: the name in specs.
        games: short names of the games it plays; empty for any OpenSpiel game.
        traits: further fields of `Agent`, such as ``sees_hidden_cards=True``.
    """
    return _registrar("agent", name, games=games, **traits)


belief = functools.partial(_registrar, "belief")
"""Register a factory of a `Belief`; see `register`."""

evaluator = functools.partial(_registrar, "evaluator")
"""Register a factory of an `Evaluator`; see `register`."""

decision = functools.partial(_registrar, "decision")
"""Register a factory of a `DecisionRule`; see `register`."""

ties = functools.partial(_registrar, "ties")
"""Register a factory of a `TieRule`; see `register`."""


def registered(kind: Kind, game: str | None = None) -> list[Agent]:
    """Return all entries of a kind, sorted by name; with a game, only those for that game."""
    import_all()
    names = sorted(name for of, name in _REGISTERED if of == kind)
    if game is None:
        # The order of registration depends on earlier lookups.
        return [
            entry
            for name in names
            for entry in sorted(_REGISTERED[kind, name], key=lambda entry: entry.games)
        ]
    entries = [lookup(kind, name, game) for name in names]
    return [entry for entry in entries if entry is not None]


def agents(game: str | None = None) -> list[Agent]:
    """Return the registered agents, sorted by name; with a game's short name, only its agents."""
    return registered("agent", game)


def lookup(kind: Kind, name: str, game: str | None) -> Agent | None:
    """Return the entry with a name for the game with this short name, or None."""
    load(kind, name, game)
    entries = _REGISTERED.get((kind, name), [])
    if game is not None:
        if own := next((entry for entry in entries if game in entry.games), None):
            return own
        load(kind, name, None)
        entries = _REGISTERED.get((kind, name), [])
    ranked = sorted(entries, key=lambda entry: bool(entry.games))
    return next((entry for entry in ranked if entry.plays(game)), None)


def find(spec: Spec | str, game: str | None = None, kind: Kind = "agent") -> Agent:
    """Return the entry that a spec names for the game with this short name, by default an agent.

    Raises:
        SpecError: the spec does not parse.
        AgentError: no such entry for this game; the message lists the entries that exist.
    """
    spec = _as_spec(spec)
    import_own_files()
    name = _registered_name(spec)
    entry = lookup(kind, name, game)
    if entry is None:  # another package may register this name for the game
        import_all()
        entry = lookup(kind, name, game)
    if entry is not None:
        return entry
    candidates = _REGISTERED.get((kind, name), [])
    suited = tuple(dict.fromkeys(entry.name for entry in registered(kind, game)))
    word, words = WORDS[kind]
    if candidates:
        theirs = ", ".join(sorted({game for entry in candidates for game in entry.games}))
        verb = "plays" if kind == "agent" else "is for"
        raise UnknownError(
            f"{word} {spec.name!r} {verb} {theirs or 'plain OpenSpiel states'}, not {game}; "
            f"{words} that {'do' if kind == 'agent' else 'are'}:",
            kind,
            suited,
        )
    if missing := LEFT_OUT.get(spec.name.partition("://")[0].removesuffix("s")):
        raise AgentError(f"{word} {spec.name!r}: {missing}")
    hint = _meant(spec.name, kind) or " your own needs --import FILE;"
    text = f"unknown {word} {spec.name!r};{hint} {words}:"
    raise UnknownError(text, kind, suited)


def _meant(name: str, kind: Kind) -> str:
    """Suggest other entries for a name that is not registered for this kind."""
    others = [other for other in KINDS if other != kind and (other, name) in _REGISTERED]
    if others:
        word = WORDS[others[0]][0]
        outer = "mc" if others[0] == "evaluator" else "pimc"
        example = f", as in {outer}({others[0]}={name})" if kind == "agent" else ""
        article = "an" if word[0] in "aeiou" else "a"
        return f" {name} is {article} {word}{example};"
    names = {registered_name for of, registered_name in _REGISTERED if of == kind}
    meant = did_you_mean(name, names)
    return f" {meant}" if meant else ""


def check(spec: Spec | str, game: str | None = None) -> Spec:
    """Check an agent's spec, including the specs inside it, without making the bot.

    Without a game the spec must be valid for at least one game.

    Returns:
        The parsed spec.

    Raises:
        SpecError: the spec does not parse.
        AgentError: unknown agent or parameter, or a value that does not fit.
    """
    spec = _as_spec(spec)
    try:
        _bind(spec, game, "agent")
    except AgentError:
        if game is not None or not _fits_some_game(spec):
            raise
    return spec


def _fits_some_game(spec: Spec) -> bool:
    """Return whether an agent of this name for some game takes these parameters."""
    entries = _REGISTERED.get(("agent", _registered_name(spec)), [])
    for game in {game for entry in entries for game in entry.games}:
        with contextlib.suppress(AgentError):
            _bind(spec, game, "agent")
            return True
    return False


_DEPTH: ContextVar[int] = ContextVar("agents being made, each inside the one before", default=0)


def is_outermost() -> bool:
    """Return whether the agent under construction is not a part of another agent."""
    return _DEPTH.get() <= 1


def note_used(spec: Spec | str) -> None:
    """Record the use of a spec, unless it is a part of an agent under construction."""
    if _DEPTH.get() == 0:
        note_spec(spec)


def make_bot(
    spec: Spec | str, game: pyspiel.Game, player: int, seed: int, *, seated: bool = True
) -> pyspiel.Bot:
    """Make the bot that a spec describes.

    Args:
        spec: the spec, for example ``"pimc(worlds=160)"``.
        game: the game it will play.
        player: the seat it will play from.
        seed: the same seed gives the same play; 0 to 2**31 - 1.
        seated: True if the bot plays whole games, in which it may also have to answer offers; False
            if it only makes single decisions.

    Raises:
        SpecError: the spec does not parse.
        AgentError: unknown agent or parameter, a value that does not fit, no such seat, game
            parameters that the agent does not play, or a search that cannot play games written in
            Python.
    """
    spec = _as_spec(spec)
    if not isinstance(game, pyspiel.Game):
        raise AgentError(f"game {game!r}: expected a game, as vorhand.load_game gives")
    if not isinstance(player, SupportsIndex) or not 0 <= player < game.num_players():
        seats = f"0 .. {game.num_players() - 1}, a seat of {game.get_type().short_name}"
        raise AgentError(f"agent {spec}: player {player!r}: expected {seats}")
    check_seed(spec, seed)
    agent, arguments = _bind(spec, game.get_type().short_name, "agent")
    own = part(game.get_type().short_name, "agents")
    note_used(spec)
    depth = _DEPTH.set(_DEPTH.get() + 1)
    try:
        if own is not None and agent.games:
            own.check(game)
        bot = agent.factory(game, player, seed, **arguments)
        check_search(bot, game)
    except (SpecError, AgentError):
        raise
    except InputError as error:
        raise AgentError(f"agent {spec}: {error}") from error
    finally:
        _DEPTH.reset(depth)
    if not hasattr(bot, "step"):
        raise AgentError(f"agent {spec}: its factory returned {bot!r}; expected a pyspiel.Bot")
    return own.seated(bot, game, player) if own is not None and seated else bot


def make(kind: Kind, spec: Spec | str, game: pyspiel.Game, seed: int = 0) -> Any:
    """Make the belief, evaluator, decision rule or tie rule that a spec describes.

    Raises:
        SpecError, AgentError: as `check`.
    """
    entry, arguments = _bind(_as_spec(spec), game.get_type().short_name, kind)
    note_used(spec)
    return build(entry, arguments, game, seed)


def build(entry: Agent, arguments: Mapping[str, Any], game: pyspiel.Game, seed: int) -> Any:
    """Make a part from its registered entry."""
    wanted = inspect.signature(entry.factory).parameters
    given: dict[str, Any] = {"game": game, "seed": seed}
    beside = {name: given[name] for name in wanted if name in given}
    return entry.factory(**beside, **arguments)


def sees_hidden_cards(spec: Spec | str, game: str | None = None) -> bool:
    """Return whether an agent, or anything inside it, sees hidden cards.

    Raises:
        SpecError, AgentError: as `check`.
    """
    return any(entry.sees_hidden_cards for entry in entries_of(spec, game))


def entries_of(spec: Spec | str, game: str | None = None, kind: Kind = "agent") -> list[Agent]:
    """Return the entry that a spec names and all entries inside it, defaults included.

    Raises:
        SpecError, AgentError: as `check`.
    """
    return [entry for entry, _ in parts_of(spec, game, kind)]


def parts_of(
    spec: Spec | str, game: str | None = None, kind: Kind = "agent"
) -> Iterator[tuple[Agent, dict[str, Any]]]:
    """Yield the entry that a spec names and all entries inside it, with all their parameters.

    Raises:
        SpecError, AgentError: as `check`.
    """
    entry, arguments = find(spec, game, kind), arguments_of(spec, game, kind)
    yield entry, arguments
    for name, value in arguments.items():
        if isinstance(value, Spec):
            yield from parts_of(value, game, entry.parameters[name].names)


def arguments_of(spec: Spec | str, game: str | None = None, kind: Kind = "agent") -> dict[str, Any]:
    """Return all parameters of the entry that a spec names; omitted ones have their defaults.

    Raises:
        SpecError, AgentError: as `check`.
    """
    entry, arguments = _bind(_as_spec(spec), game, kind)
    defaults = {parameter.name: parameter.default for parameter in entry.parameters.values()}
    return defaults | arguments


@functools.lru_cache(maxsize=1024)
def _bind(spec: Spec, game: str | None, kind: Kind) -> tuple[Agent, dict[str, Any]]:
    """Return the entry and the keyword arguments for its factory."""
    entry = find(spec, game, kind)
    word = WORDS[kind][0]
    arguments: dict[str, Any] = {}
    for name, value in _named(spec, entry, word):
        parameter = entry.parameters.get(name)
        if parameter is None:
            known = "; ".join(map(str, entry.parameters.values())) or "none"
            now = f"; it is called {entry.renamed[name]} now" if name in entry.renamed else ""
            raise AgentError(f"{word} {spec}: unknown parameter {name!r}{now}; parameters: {known}")
        try:
            arguments[name] = parameter.convert(value)
        except (SpecError, AgentError) as error:
            raise AgentError(f"{word} {spec}: {error}") from error
    missing = [p for p in entry.parameters.values() if p.default is REQUIRED]
    if unset := [p.name for p in missing if p.name not in arguments]:
        raise AgentError(f"{word} {spec}: {unset[0]} must be set ({entry.parameters[unset[0]]})")
    for name, inner in arguments.items():
        if isinstance(inner, Spec):
            _bind(inner, game, entry.parameters[name].names)
    if spec.is_dialled:
        arguments["url"] = spec.name
    return entry, arguments


def _named(spec: Spec, entry: Agent, word: str) -> list[tuple[str, Any]]:
    """Return the parameters of a spec by name; an unnamed value belongs to the first parameter."""
    first = next(iter(entry.parameters), None)
    named = []
    for name, value in spec.params:
        if not name and first is None:
            raise AgentError(f"{word} {spec}: expected no parameters")
        if not name and first in dict(spec.params):
            raise AgentError(f"{word} {spec}: {first} is given twice")
        named.append((name or str(first), value))
    return named


def _as_spec(spec: Spec | str) -> Spec:
    if isinstance(spec, str):
        return Spec.parse(spec)
    if not isinstance(spec, Spec):
        raise AgentError(f"agent {spec!r}: expected a spec, such as 'pimc(worlds=10)'")
    return spec


def _registered_name(spec: Spec) -> str:
    scheme, separator, _ = spec.name.partition("://")
    return scheme + separator
