"""The types of everything the page's server sends to a browser.

The page's own types, `web/page/src/types.ts`, are generated from these and from the messages of the
wire contract (`vorhand.web.page_types`). Answers about one game are beside its questions, in
`vorhand.web.games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self, TypeAlias

import msgspec
from google.protobuf.message import Message
from msgspec import UNSET, Meta, Struct, UnsetType

from vorhand.agents.montecarlo.choice import Choice, Grade
from vorhand.agents.montecarlo.frame import GaugeKind, GaugeLabel
from vorhand.native.errors import InputError
from vorhand.v1 import observation_pb2, play_pb2, ratings_pb2, tables_pb2

WIRE: dict[str, type[Message]] = {}
"""The messages of the wire contract that browsers receive as JSON, by the names of their types."""


def _wire(message: type[Message], name: str = "") -> Meta:
    """Register a message of the wire contract under a type name, and return its schema."""
    name = name or message.DESCRIPTOR.name
    WIRE[name] = message
    return Meta(extra_json_schema={"$ref": f"#/$defs/{name}"})


Json: TypeAlias = dict[str, Any]
Quota: TypeAlias = Literal["new accounts", "new tables", "tables under way"]
AgentInfo: TypeAlias = Annotated[Json, _wire(tables_pb2.Agent, "AgentInfo")]
Observation: TypeAlias = Annotated[Json, _wire(observation_pb2.Observation)]
Rating: TypeAlias = Annotated[Json, _wire(ratings_pb2.Rating)]
Table: TypeAlias = Annotated[Json, _wire(tables_pb2.Table)]
TableEvent: TypeAlias = Annotated[Json, _wire(play_pb2.Event, "TableEvent")]


class Answer(Struct):
    """An answer to a browser. Fields that are not set are omitted in JSON."""


# Answers to requests.


class Done(Answer):
    """The answer to a request that only has an effect."""


class Failure(Answer):
    """The reason why a request is refused; `quota`: the quota that is reached."""

    error: str
    quota: Quota | UnsetType = UNSET


class GameInfo(Answer):
    """A game; `pack` is the pack whose layout fits it, or empty if it is shown in plain form."""

    name: str
    seats: int
    pack: str


class Setup(Answer):
    """The games of the table server; if `locked`, none until the browser presents the token.

    Invitations lead to the address `public`; if it is empty, to the one that the browser requested.
    """

    locked: bool
    games: list[GameInfo]
    public: str


class Account(Answer):
    """The public name of a browser; `own` is true if browsers have accounts of their own."""

    name: str
    own: bool


class Agents(Answer):
    """The agents that play a game."""

    agents: list[AgentInfo]


class Tables(Answer):
    """Tables with an open seat."""

    tables: list[Table]


class Ratings(Answer):
    """Ratings of people and agents, the best of each game first."""

    ratings: list[Rating]


class Place(Answer):
    """A seat at a table, and the token for acting in it."""

    table_id: str
    seat: int
    token: str


class NewTable(Place):
    """The creator's seat at a new table; `invitation` is the code that invites to a private one."""

    invitation: str | UnsetType = UNSET


class TakenSeat(Place):
    """A seat taken at somebody's table, with its game and number of seats."""

    game: str
    players: int


class TextOutcome(Answer):
    """The outcome of a deal in words."""

    text: str


Outcome: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Outcome"})]
"""An answer type of the game, or `TextOutcome`."""


class DealRecord(Answer):
    """A finished deal; `seen` is what the requested seat knew at its end."""

    game: str
    actions: list[int]
    returns: list[float]
    record: str
    first_seat: int
    outcome: Outcome
    seen: Observation | UnsetType = UNSET


# Hints.


class Gauge(Answer):
    """The meaning of the field `gauge` of moves, see `vorhand.agents.montecarlo.choice.Gauge`."""

    kind: GaugeKind
    label: GaugeLabel
    scale: tuple[float, float]


class HintMove(Answer):
    """A legal move, with the agent's figures for the player who decides; null: unknown."""

    move: str
    gauge: float | None | UnsetType = UNSET
    score: float | None | UnsetType = UNSET
    grade: Grade | UnsetType = UNSET


class ContractHint(Answer):
    """A contract that a bidder examined; `chosen` is the share of skats for which it is best."""

    declaration: str
    discards: list[str]
    chance: float
    score: float
    chosen: float


class Inference(Answer):
    """A card that an agent expects in a place, and the evidence its holder has given.

    `place` is a seat, or 3 for the skat; `counted` is the probability by counting alone.
    """

    card: str
    place: int
    chance: float
    counted: float
    because: list[tuple[str, str]]


class Because(Answer):
    """The reason for a hint, as a sentence.

    `kind`: the kind of sentence. `facts`: the cards and figures in it. `text`: the sentence in
    English.
    """

    kind: str
    facts: dict[str, str | float]
    text: str


class Hint(Answer):
    """An agent's decision and its reasons."""

    agent: str
    move: str
    best: list[str]
    reason: str
    worlds: int
    gauge: Gauge | None
    moves: list[HintMove]
    contracts: list[ContractHint] | UnsetType = UNSET
    inferred: list[Inference] | UnsetType = UNSET
    because: Because | UnsetType = UNSET

    @classmethod
    def of(cls, choice: Choice, agent: str) -> Hint:
        """Return the hint of an agent that made a choice."""
        return msgspec.convert(choice.to_dict() | {"agent": agent}, cls)


# Messages on websockets.


class SocketMessage(Answer):
    """A message to a seat or a spectator: an event, a hint, a new seat after undo, or an error.

    `undo` and `hints`, set with the event `seated`: whether moves can be taken back and hints
    requested at this table. `code`: the status of an error of the stream or of the first message.
    `pong` answers a ping.
    """

    event: TableEvent | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    hint: Hint | UnsetType = UNSET
    place: Place | UnsetType = UNSET
    error: str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    pong: bool | UnsetType = UNSET


# Answers of the analysis board and of reviews in every game.


class ReadLine(Answer):
    """A pasted record or position, as a game and its actions.

    `start`: the position before the actions, if they do not begin with a deal; `seat`: the player
    whose knowledge the text gives, if it leaves cards unknown.
    """

    game: str
    actions: list[int]
    players: list[str] | UnsetType = UNSET
    start: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class LegalMove(Answer):
    """A move that can be made."""

    action: int
    name: str


class MadeMove(Answer):
    """A move that was made; `at` is the number of actions before it, chance included."""

    seat: int
    action: int
    name: str
    at: int


class Knowledge(Answer):
    """One player's knowledge: chances of unseen cards by place, and an agent's advice."""

    seat: int
    belief: str
    possible: int | None
    chances: dict[str, list[float]]
    advice: Hint | None


class GradedMove(Answer):
    """The grade of a move by the hint for its player; null: unknown.

    `chance` and `best_chance`: the chances of winning after the move and after the hint `advice`,
    for the soloist, or for player 0 in games for two. `loss`: the amount lost against the hint, as
    a share of the deal's stake.
    """

    grade: Grade
    chance: float | None
    best_chance: float | None
    advice: str | None
    loss: float | None
    loss_error: float | None

    @classmethod
    def of(cls, advice: Choice | None, action: int, *, others: bool) -> Self:
        """Return the grade of an action by a hint; `others`: subtract the hint's chances from 1."""
        verdict = None if advice is None else advice.verdict_of(action)

        def chance_of(move: int) -> float | None:
            chance = None if advice is None else advice.chance_of(move)
            return 1 - chance if others and chance is not None else chance

        return cls(
            grade=verdict.grade if verdict else "",
            chance=chance_of(action),
            best_chance=None if advice is None else chance_of(advice.move),
            advice=None if advice is None else advice.name,
            loss=None if verdict is None else verdict.loss,
            loss_error=None if verdict is None else verdict.error,
        )


def judged(advice: Choice | None, actions: Sequence[int], *, others: bool) -> GradedMove:
    """Return the grade of one action; raise InputError unless it was among the choices."""
    if advice is None or len(actions) != 1 or actions[0] not in advice.moves:
        raise InputError(f"actions {actions}: expected a legal one, where there is a choice")
    return GradedMove.of(advice, actions[0], others=others)


class Grades(Answer):
    """The grades of the requested moves, in order."""

    grades: list[GradedMove]
