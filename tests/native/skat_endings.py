"""Endings of declared games for the tests of the compiled searches, and their payoffs."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vorhand.games.skat.cards import card_list
from vorhand.native import skat, skat_solver
from vorhand.native.skat import Scoring
from vorhand.native.skat_monte_carlo import CardPlay
from vorhand.tests.native.test_skat_scoring import judge

from .skat_positions import GRAND, NULL, Position, random_position, random_worlds

PACK = 0xFFFFFFFF
PLAIN, SCHNEIDER, SCHWARZ, OUVERT = range(4)
LEVELS = (0, 31, 61, 90)


def points_of(cards: int) -> int:
    return int(skat.card_points(cards))


@dataclass(frozen=True)
class Game:
    """The declaration, and the results of the play before the ending."""

    level: int
    hand: bool
    bid: int
    matadors: int
    skat: int
    points: int  # the soloist's, without the skat
    gone: int  # cards played or out of the game

    @cached_property
    def skat_points(self) -> int:
        return points_of(self.skat)

    def pay(self, contract: int, points: int, takes_all: bool, objective: str) -> float:
        """Return the soloist's payoff at the end; `points` include the skat.

        `takes_all`: the soloist took every trick, or made the null.
        """
        if contract == NULL:
            points, tricks = 0, 0 if takes_all else 1
        elif self.level >= SCHWARZ:
            points, tricks = (120, 10) if takes_all else (0, 1)
        else:
            points, tricks = max(level for level in LEVELS if level <= points), 1
        if objective == "points" and contract != NULL:
            return points
        result = judge(
            contract, self.matadors, points, tricks,
            level=self.level, hand=self.hand, bid=self.bid, soloist=0,
        )  # fmt: skip
        if objective == "win":
            return float(result.won)
        soloist, *others = skat.scores(Scoring.SEEGER_FABIAN, result)
        return float(soloist - sum(others) / 2)

    def card_play(self, position: Position) -> CardPlay:
        player, soloist = position.to_move, position.soloist
        tricks = 10 - len(card_list(position.hands[player]))
        won = 0 if position.contract == NULL else tricks if self.level >= SCHWARZ else tricks // 2
        on_table = sum(1 << card for card in position.trick)
        return CardPlay(
            contract=position.contract, level=self.level, hand_game=self.hand, soloist=soloist,
            leader=position.leader, trick=position.trick, player=player,
            hand=position.hands[player], skat=0,
            open_hand=position.hands[soloist] if self.level == OUVERT else 0,
            gone=self.gone | on_table, voids=(0, 0, 0), led=(0, 0, 0), soloist_played=0,
            points=(self.points, points_of(self.gone) - self.points), tricks=(won, tricks - won),
            bid=self.bid, given_matadors=self.matadors,
        )  # fmt: skip

    def row(self, position: Position) -> list[int]:
        return [*position.hands, self.skat]


def _value(position: Position) -> int:
    """Return the further points that the soloist gets with open cards."""
    if position.contract == NULL:
        return 0
    return int(skat_solver.solve(position.worlds, *position.setting)[0][0])


def _game(rng: np.random.Generator, contract: int, held: int, value: int) -> Game:
    """Return a game around the cards that are held or on the table.

    In most of these games the soloist, with `value` points more, just reaches or misses a level.
    """
    others = [int(card) for card in rng.permutation(card_list(PACK & ~held))]
    skat_cards = sum(1 << card for card in others[:2])
    gone = PACK & ~held & ~skat_cards
    level = PLAIN
    if contract == NULL:
        level = int(rng.choice([PLAIN, OUVERT]))
    elif rng.random() < 0.3:
        level = int(rng.choice([SCHNEIDER, SCHWARZ, OUVERT]))
    if level in (SCHWARZ, OUVERT) and contract != NULL:
        points = points_of(gone)
    else:
        to_come = value + int(rng.integers(-2, 5))
        points = int(rng.choice(LEVELS[1:])) - points_of(skat_cards) - to_come
    return Game(
        level=level,
        hand=contract != NULL and level != PLAIN,
        bid=int(rng.choice([18, 18, 20, 24, 72])) if contract != NULL else 18,
        matadors=0 if contract == NULL else int(rng.choice([-2, -1, 1, 2, 3, 4])),
        skat=skat_cards,
        points=min(max(points, 0), points_of(gone)),
        gone=gone,
    )


def random_ending(
    rng: np.random.Generator, cards: int, contract: int | None = None
) -> tuple[Game, Position]:
    """Return one world of an ending, none, one or two cards on the table."""
    position = random_position(rng, cards, contract)
    held = sum(position.hands) | sum(1 << card for card in position.trick)
    return _game(rng, position.contract, held, _value(position)), position


def random_ending_worlds(
    rng: np.random.Generator, n: int, cards: int
) -> tuple[Game, list[Position]]:
    """Return worlds of an ending with the same skat that the player to move cannot distinguish."""
    contract, seat = int(rng.integers(GRAND + 2)), int(rng.integers(3))
    setting = contract, int(rng.integers(3)), seat
    trick: list[int] = []
    while True:
        rows, (*_, trick) = random_worlds(rng, 1, cards, setting, int(rng.integers(3)))
        if len(rows):
            break
    mover = (setting[2] + len(trick)) % 3
    first = [int(hand) for hand in rows[0]]
    held = sum(first) | sum(1 << card for card in trick)
    unseen = card_list(held & ~first[mover] & ~sum(1 << card for card in trick))
    sizes = [0 if seat == mover else len(card_list(first[seat])) for seat in range(3)]
    positions: list[Position] = []
    while len(positions) < n:
        dealt = [int(card) for card in rng.permutation(unseen)]
        hands, at = list(first), 0
        for seat in range(3):
            if seat == mover:
                continue
            hands[seat] = sum(1 << card for card in dealt[at : at + sizes[seat]])
            at += sizes[seat]
        if len(trick) == 2:
            second = 1 << trick[1]
            before = hands[(setting[2] + 1) % 3] | second
            if not skat.legal_cards(contract, before, trick[0]) & second:
                hands = list(first)
        positions.append(Position((hands[0], hands[1], hands[2]), *setting, list(trick)))
    return _game(rng, contract, held, _value(positions[0])), positions


def rows_of(game: Game, positions: list[Position]) -> NDArray[np.uint32]:
    return np.array([game.row(position) for position in positions], np.uint32)
