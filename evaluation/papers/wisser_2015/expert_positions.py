"""Wisser (IJCAI 2015), section 5: the share of expert positions that an agent solves.

The paper's program solves 101 of 110 positions, which are not published. The positions here are
others: decisions from Martin Tompa's column "The Schnapsen Log" (``expert_positions.jsonl``, a
position a line; player 0 is to act). Names of suits that a column leaves open are our choice, and
game points that it does not give are 0. Each agent decides
in each position with several seeds. A position is solved if the whole turn is one of the accepted
ones: those that the column recommends and, where all cards are known, all of the same exact value.

Several decisions may come from one column. They count as one case when the interval is computed.
"""

import functools
import itertools
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import share
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.games.card_sets import SUITS
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.errors import InputError
from vorhand.native.schnapsen import Deal, Rules

GAME = "python_schnapsen(match=true)"
_FILE = Path(__file__).with_suffix(".jsonl")
_PLAYER = 0  # the player to act in each position
_CARD = 32  # actions below are cards
_QUEEN, _KING = 1, 2
_RANDOM = "random"
_AGENTS = (
    "pvp(worlds={worlds})",
    "ppp(worlds={worlds})",
    "pimc(worlds={worlds})",
    "pimc(worlds={worlds},belief=policy)",
    "mc(worlds={worlds},belief=policy,evaluator=blended)",
    "vorhand",
    "policy_tree",
    "iimc(worlds={worlds})",
    "vm",
    "prm",
    "alpha_mu",
    "epimc",
    "mcts",
    "ismcts",
    "rule",
    _RANDOM,
)


class ProblemError(InputError):
    """A problem that contradicts itself or the rules."""


@dataclass(frozen=True)
class Problem:
    """A published decision.

    Attributes:
        id: number of the column, and a letter if several decisions come from it.
        author, title, date, url: the source; the page is the one with the solution.
        position: the position as player 0 knows it, see `vorhand.games.schnapsen.positions`.
        moves: the accepted turns, each a list of the names of its actions. Of a longer turn only
            the beginning is given.
        score: game points of players 0 and 1, won so far; "0:0" if the column does not give them.
        note: what the position leaves out or adds.
    """

    id: str
    author: str
    title: str
    date: str
    url: str
    position: str
    moves: Sequence[Sequence[str]]
    score: str = "0:0"
    note: str = ""

    @property
    def column(self) -> str:
        """The number of the column."""
        return self.id[:3]

    @property
    def standing(self) -> tuple[int, int]:
        """The game points of both players."""
        own, other = self.score.split(":")
        return int(own), int(other)

    def solved_by(self, turn: Sequence[str]) -> bool:
        """Return whether a turn is one of those accepted."""
        return any(list(turn[: len(move)]) == list(move) for move in self.moves)


@functools.cache
def problems() -> tuple[Problem, ...]:
    """Return the problems of the file."""
    lines = _FILE.read_text("utf-8").splitlines()
    return tuple(Problem(**json.loads(line)) for line in lines)


def check(game: SchnapsenGame, problem: Problem) -> Deal:
    """Return the deal of a problem; hidden cards are arbitrary.

    Raises:
        PositionError: the cards or the points are impossible.
        ProblemError: the points do not follow from the cards in tricks and possible marriages, or
            an accepted turn is not legal.
    """
    rules = game.rules
    deal = read_position(rules, problem.position)
    if deal.to_move != _PLAYER:
        raise ProblemError(f"{problem.id}: player {deal.to_move} is to act, expected {_PLAYER}")
    if not all(0 <= points < game.match_points for points in problem.standing):
        raise ProblemError(f"{problem.id}: score {problem.score} is not one between two deals")
    announced = deal.points(0) + deal.points(1) - rules.card_points(_in_tricks(rules, deal))
    if announced not in _possible_marriages(rules, deal):
        raise ProblemError(f"{problem.id}: {announced} points are neither cards nor marriages")
    for move in problem.moves:
        after = deal.copy()
        for name in move:
            _apply(rules, after, name, problem)
    if not problem.moves:
        raise ProblemError(f"{problem.id}: expected a move that solves it")
    return deal


def _in_tricks(rules: Rules, deal: Deal) -> int:
    """Return the cards that have been won in tricks."""
    elsewhere = deal.hand(0) | deal.hand(1)
    for card in (*deal.talon, deal.up, deal.led):
        if card >= 0:
            elsewhere |= 1 << card
    return sum(1 << card for card in rules.cards if not elsewhere >> card & 1)


def _possible_marriages(rules: Rules, deal: Deal) -> set[int]:
    """Return the sums of points that may have been announced.

    Of an announced pair one card has been led, and the other is shown if it is still in a hand. A
    player who announced a pair and holds a card of it is player 0, or has shown it.
    """
    led = _in_tricks(rules, deal) | (1 << deal.led if deal.led >= 0 else 0)
    seen = led | deal.hand(_PLAYER) | deal.known(1 - _PLAYER)
    worth = []
    for suit in range(len(SUITS)):
        pair = 1 << suit * 8 + _QUEEN | 1 << suit * 8 + _KING
        if pair & led and pair & ~seen == 0:
            worth.append(rules.royal_points if suit == deal.trump else rules.marriage_points)
    sums = (itertools.combinations(worth, count) for count in range(len(worth) + 1))
    return {sum(some) for some in itertools.chain.from_iterable(sums)}


def _apply(rules: Rules, deal: Deal, name: str, problem: Problem) -> None:
    """Apply the action with this name."""
    legal = {deal.action_name(rules, action): action for action in deal.legal_actions(rules)}
    if name not in legal:
        raise ProblemError(f"{problem.id}: {name} is not legal, expected {', '.join(legal)}")
    deal.apply(rules, legal[name])


def turn_of(
    game: SchnapsenGame, problem: Problem, choose: Callable[[SchnapsenView], int]
) -> list[str]:
    """Return the names of an agent's actions up to the card that it plays."""
    deal, turn = check(game, problem), []
    while True:
        view = SchnapsenView.of_deal(game.rules, deal, _PLAYER, problem.standing, game.match_points)
        action = choose(view)
        turn.append(view.action_name(action))
        if action < _CARD:
            return turn
        deal.apply(game.rules, action)


def _jobs(settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    return [
        [agent.format(worlds=worlds), settings.seed, number]
        for agent in _AGENTS
        for number in range(settings.count("seeds"))
    ]


def _work(job: Job) -> dict[str, list[str]]:
    """Return the turn of an agent in each position, by the id of the problem."""
    agent, seed, number = job
    game, turns = load_game(GAME), {}
    for problem in problems():
        own_seed = random.Random(f"{seed} {number} {problem.id}").randrange(2**31)
        turns[problem.id] = turn_of(game, problem, _chooser(game, agent, own_seed))
    return turns


def _chooser(game: SchnapsenGame, agent: str, seed: int) -> Callable[[SchnapsenView], int]:
    if agent == _RANDOM:  # it decides only in states, which a position without history lacks
        draw = random.Random(seed)
        return lambda view: draw.choice(view.legal_actions)
    bot: Any = make_bot(agent, game, _PLAYER, seed)
    return lambda view: int(bot.decide(view))


def _report(settings: Settings, results: list[dict[str, list[str]]]) -> Report:
    seeds, rows = settings.count("seeds"), []
    suite = problems()
    columns = sorted({problem.column for problem in suite})
    cases = f"{len(suite)} positions of {len(columns)} columns, {seeds} seeds"
    by_agent = [results[first : first + seeds] for first in range(0, len(results), seeds)]
    for (agent, *_), turns in zip(_jobs(settings)[::seeds], by_agent, strict=False):
        hits, counts = np.zeros(len(columns)), np.zeros(len(columns))
        for problem in suite:
            place = columns.index(problem.column)
            hits[place] += sum(problem.solved_by(turn[problem.id]) for turn in turns)
            counts[place] += len(turns)
        rows.append(Row(agent, share(hits, counts) * 100, digits=1, note=cases))
    return Report("Expert positions of Schnapsen solved, %", rows)


EXPERIMENT = Experiment(
    "Wisser, IJCAI 2015, section 5, 101 of 110 expert positions",
    {"seeds": (1, 3), "worlds": (10, 100)},
    _jobs,
    _work,
    _report,
    why="The paper's 110 positions are not published; these are decisions from Tompa's column, so "
    "the shares are not compared.",
)
