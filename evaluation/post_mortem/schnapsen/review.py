"""A played game of Schnapsen, with each move graded by the information available at the time.

The grade of a move is the verdict of the hint that its player had. The result of the move with
open hands, which nobody could see, is given beside it.
"""

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice, Grade, Verdict
from vorhand.games.records import PlainRecord
from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.records import parse_record, replay
from vorhand.games.schnapsen.solve import open_values
from vorhand.games.texts import json_object, single_line
from vorhand.native.errors import InputError
from vorhand.native.schnapsen import Rules, Solver

GAME = "python_schnapsen"

Scale: TypeAlias = Literal["points", "match", ""]
_SCALES: dict[str, Scale] = {"game points": "points", "match": "match"}


class ReviewError(InputError):
    """A line that is no game of Schnapsen, an illegal action, or a game without a move."""


@dataclass(frozen=True)
class PlayedGame:
    """The actions of a game, chance included, as far as it was played; the players if known."""

    game: str
    actions: tuple[int, ...]
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewedMove:
    """A move, its verdict, and its result with open hands and best play of both."""

    at: int  # number of actions of the game before the move
    seat: int  # the player's seat
    action: int  # number of the action
    name: str  # name in words
    values: dict[str, int]  # game points for player 0, by name of each legal move
    best: tuple[str, ...]  # the best moves for the player, with open hands
    cost: int  # game points lost against the best moves
    turned: bool  # True if, with open hands, the move gave away a won deal
    # the hint of an agent with the player's information; None: no hint was requested
    advice: Choice | None = None
    # unit of the two estimates below: game points or the probability to win the match; empty if
    # the agent's figures have no unit, such as shares of visits
    scale: Scale = ""
    # the agent's estimate of the move made, for player 0; None: no estimate
    expected: float | None = None
    promised: float | None = None  # the agent's estimate of its own move, for player 0

    @property
    def verdict(self) -> Verdict | None:
        """The hint's verdict on the move made; None: not graded."""
        return None if self.advice is None else self.advice.verdict_of(self.action)

    @property
    def grade(self) -> Grade:
        """The grade, by what the move's player knew; empty without a mistake, or if not graded."""
        return "" if self.verdict is None else self.verdict.grade

    @property
    def value(self) -> int:
        """Game points for player 0 after the move."""
        return self.values[self.name]

    @property
    def best_value(self) -> int:
        """Game points for player 0 after the best moves."""
        return self.values[self.best[0]]


@dataclass
class ReviewedDeal:
    """A reviewed deal of a game, and the score before it."""

    score: tuple[int, int]
    moves: list[ReviewedMove] = field(default_factory=list)
    winner: int | None = None  # None: the deal was broken off
    game_points: int = 0  # game points of the winner

    def cost(self, seat: int) -> int:
        """Return the game points that a player's moves lost with open hands."""
        return sum(move.cost for move in self.moves if move.seat == seat)

    def turned(self, seat: int) -> int:
        """Count the moves with which a player gave the deal away, judged with open hands."""
        return sum(move.turned for move in self.moves if move.seat == seat)


def read_played(text: str) -> PlayedGame:
    """Return the game in a line of a match log; a deal's record becomes a game of one deal.

    Raises:
        ReviewError, RecordError: the text is no line of a log and no record.
        TextError: the text has no line or several, or a line is too long or binary.
    """
    line = single_line(text)
    if line.startswith("{"):
        try:
            entry = PlainRecord.of_fields(json_object(line), ("deal", "seats", "returns"))
        except ValueError as error:
            raise ReviewError(
                f"{line[:40]!r}: {type(error).__name__}: {error}; expected game and actions"
            ) from error
        return PlayedGame(entry.game, entry.actions, entry.seats)
    rules = Rules()
    record = parse_record(rules, line)
    replay(rules, record)
    return PlayedGame(f"{GAME}(leader={record.leader})", (*record.cards, *record.actions))


def review(
    game: SchnapsenGame,
    actions: Sequence[int],
    agent: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> list[ReviewedDeal]:
    """Return the deals of a game in which a move was made; an agent gives hints and grades.

    The actions include those of chance.

    Raises:
        ReviewError: an action is not legal, or no move was made.
    """
    state: SchnapsenState = game.new_initial_state()
    solver = Solver(game.rules)
    given = None if agent is None else hints(game, actions, agent, seed)
    deals: list[ReviewedDeal] = []
    for at, action in enumerate(actions):
        _check_legal(state, at, action)
        if state.is_chance_node():
            if not state.current.cards:
                first, second = state.score
                deals.append(ReviewedDeal((first, second)))
        else:
            advice = None if given is None else next(given)
            deals[-1].moves.append(_move(solver, state, at, action, advice))
        before = state.score
        state.apply_action(action)
        gained = [now - then for now, then in zip(state.score, before, strict=True)]
        if any(gained):
            deals[-1].winner, deals[-1].game_points = int(gained[1] > 0), max(gained)
        progress(at + 1)
    found = [deal for deal in deals if deal.moves]
    if not found:
        raise ReviewError("no card was played; expected a deal with card play")
    return found


def hints(
    game: SchnapsenGame,
    actions: Sequence[int],
    agent: str,
    seed: int = 0,
    places: Container[int] | None = None,
) -> Iterator[Choice | None]:
    """Yield the hint that the player had at each move, or at some places; None without a choice.

    The actions include those of chance. Hints at a table have the seed 0.

    Raises:
        AgentError, SpecError: there is no such agent, it gives no reasons, or it sees all cards.
        ReviewError: an action is not legal.
    """
    advisers = [adviser(agent, game, seat, seed) for seat in range(2)]
    for number, (state, _) in enumerate(_moves(game, actions)):
        if places is not None and number not in places:
            continue
        seat, choice = state.current_player(), len(state.legal_actions()) > 1
        yield advisers[seat](state.view(seat)) if choice else None


def moves_of(game: SchnapsenGame, actions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield seat and number of each move, without chance; raise ReviewError if one is not legal."""
    for state, action in _moves(game, actions):
        yield state.current_player(), action


def _moves(game: SchnapsenGame, actions: Sequence[int]) -> Iterator[tuple[SchnapsenState, int]]:
    """Yield the state before each move and the move; the state is the same object each time."""
    state: SchnapsenState = game.new_initial_state()
    for at, action in enumerate(actions):
        _check_legal(state, at, action)
        if not state.is_chance_node():
            yield state, action
        state.apply_action(action)


def _check_legal(state: SchnapsenState, at: int, action: int) -> None:
    """Raise ReviewError if an action, with its place in a game, is not legal."""
    if state.is_terminal() or action not in state.legal_actions():
        raise ReviewError(f"action {at}, {action!r}: expected a legal one")


def _move(
    solver: Solver, state: SchnapsenState, at: int, action: int, choice: Choice | None
) -> ReviewedMove:
    rules, seat = state.get_game().rules, state.current_player()
    sign = 1 if seat == 0 else -1
    own = {
        state.action_to_string(seat, each): value
        for each, value in open_values(solver, rules, state.deal).items()
    }
    name = state.action_to_string(seat, action)
    most = max(own.values())
    scale = _SCALES.get(choice.unit, "") if choice else ""
    return ReviewedMove(
        at=at,
        seat=seat,
        action=action,
        name=name,
        values={each: sign * value for each, value in own.items()},
        best=tuple(each for each, value in own.items() if value == most),
        cost=most - own[name],
        turned=most > 0 > own[name],
        advice=choice,
        scale=scale,
        expected=_score(choice, scale, seat, action) if choice else None,
        promised=_score(choice, scale, seat, choice.move) if choice else None,
    )


def _score(choice: Choice, scale: Scale, seat: int, action: int) -> float | None:
    """Return the estimate of an action for player 0; None if the agent or its tree has none."""
    if not scale:
        return None
    score = float(choice.scores[choice.moves.index(action)])
    if math.isnan(score):
        return None
    if seat == 0:
        return score
    return 1 - score if scale == "match" else -score
