"""From outcomes in worlds to a decision, and the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.table import Table

from vorhand.agents.skat.beliefs import Worlds
from vorhand.agents.skat.bidding.contracts import Prospect
from vorhand.agents.skat.evaluators import Outcomes
from vorhand.games.skat.cards import NUM_CARDS, cards_text
from vorhand.native.skat import action_name
from vorhand.native.skat_monte_carlo import CardPlay, worths

Objective: TypeAlias = Literal["score", "win", "points"]
Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Decision:
    """One decision and its reasons. Numbers of moves are in the order of `moves`.

    Attributes:
        move: the action chosen.
        moves: the legal actions, ascending.
        reason: who decided: "forced", "rule", "bidder", "worlds" or "tree".
        scores: what is maximised, of the deciding player; empty if it was not computed.
        errors: standard errors of the scores, from the effective number of worlds; empty where
            one world of many tells nothing of them.
        won: probability that the soloist wins.
        points: mean of the soloist's card points; empty in null, and where no more was looked at
            than which levels are reached or who wins.
        lost_in: null: mean of the trick, 1 .. 10, that the soloist is forced to take, 11 for none.
        visits: of a tree search; of worlds, where moves were dropped on the way.
        playouts: mean worth, to the deciding player, of the moves played out by the rule player;
            where that decided between moves whose scores leave it open.
        worlds: how many worlds were looked at (a tree search: iterations), and
        possible: how many there are.
        effective_worlds: see `Worlds.effective_size`.
        contracts: before the card play, what was thought of them, the best first.
    """

    move: int
    moves: tuple[int, ...]
    reason: str
    scores: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    won: tuple[float, ...] = ()
    points: tuple[float, ...] = ()
    lost_in: tuple[float, ...] = ()
    visits: tuple[int, ...] = ()
    playouts: tuple[float, ...] = ()
    worlds: int = 0
    possible: int = 0
    effective_worlds: float = 0.0
    contracts: tuple[Prospect, ...] = ()
    notes: dict[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, moves by name."""
        columns = {
            "score": self.scores,
            "error": self.errors,
            "won": self.won,
            "points": self.points,
            "lost_in": self.lost_in,
            "visits": self.visits,
            "playouts": self.playouts,
        }
        moves = [
            {"move": action_name(move)} | {k: v[i] for k, v in columns.items() if v}
            for i, move in enumerate(self.moves)
        ]
        return {
            "move": action_name(self.move),
            "reason": self.reason,
            "worlds": self.worlds,
            "possible": self.possible,
            "effective_worlds": self.effective_worlds,
            "moves": moves,
            "contracts": [contract.to_dict() for contract in self.contracts],
        } | self.notes

    def table(self) -> Table:
        """The moves, or the contracts, and what speaks for them, the best first.

        Where nothing was computed, the move alone.
        """
        if self.contracts:
            return _contract_table(self)
        title = f"{action_name(self.move)} ({self.reason}"
        if self.worlds and self.reason == "tree":
            title += f", {self.worlds:,} iterations, {self.possible:,} worlds"
        elif self.worlds:
            title += f", {self.worlds:,} of {self.possible:,} worlds"
        table = _titled(title + ")", "move")
        columns = self._columns()
        for name in columns:
            table.add_column(name, justify="right")
        order = sorted(
            range(len(self.moves)),
            key=lambda i: (
                self.moves[i] != self.move,
                -(self.visits[i] if self.visits else self.scores[i] if self.scores else 0),
            ),
        )
        for i in order if columns else order[:1]:
            table.add_row(action_name(self.moves[i]), *(cells[i] for cells in columns.values()))
        return table

    def _columns(self) -> dict[str, list[str]]:
        """What was computed, as text, by heading."""
        scores = [f"{score:.3f}" for score in self.scores]
        if self.errors:
            both = zip(self.scores, self.errors, strict=True)
            scores = [f"{score:.2f} ± {error:.2f}" for score, error in both]
        columns = {
            "score": scores,
            "soloist wins": [f"{won:.1%}" for won in self.won],
            "his points": [f"{points:.1f}" for points in self.points],
            "loses in trick": [f"{trick:.1f}" for trick in self.lost_in],
            "visits": [f"{visits:,}" for visits in self.visits],
            "played out": [f"{worth:.2f}" for worth in self.playouts],
        }
        return {name: cells for name, cells in columns.items() if cells}


def _titled(title: str, first_column: str) -> Table:
    """A table that is at least as wide as its title."""
    table = Table(title=title, box=None, min_width=len(title))
    table.add_column(first_column)
    return table


def _contract_table(decision: Decision) -> Table:
    best = decision.contracts[0]
    # Two cards are laid away, one action each.
    lays_away = decision.move < NUM_CARDS
    title = cards_text(best.discards) if lays_away else action_name(decision.move)
    title += f" ({decision.reason}"
    if "chance" in decision.notes:
        title += f", wins {decision.notes['chance']:.1%} for {decision.notes['value']}"
    table = _titled(title + ")", "contract")
    # Where the skat is not known each contract is the best after some of the skats only.
    skats = any(prospect.chosen < 1 for prospect in decision.contracts)
    table.add_column("best after" if skats else "laid away", justify="right" if skats else "left")
    for name in ("wins", "with open cards", "score"):
        table.add_column(name, justify="right")
    for prospect in decision.contracts:
        by_hand = prospect.declaration.hand
        share = "" if by_hand else f"{prospect.chosen:.0%} of skats"
        table.add_row(
            prospect.declaration.in_words(),
            share if skats else cards_text(prospect.discards),
            f"{prospect.chance:.1%}",
            f"{prospect.open_hand:.1%}",
            f"{prospect.score:+.1f}",
        )
    return table


def weighted_mean(
    play: CardPlay,
    moves: tuple[int, ...],
    worlds: Worlds,
    outcomes: Outcomes,
    objective: Objective,
    sign: int,
    possible: int,
) -> Decision:
    """The move of best weighted mean worth, the lowest of equals.

    Args:
        play: what the player to move knows.
        moves: legal cards.
        worlds: the worlds, with weights.
        outcomes: int16 [n, 32].
        objective: what is maximised by the soloist and minimised by the defenders.
        sign: +1 for the soloist, -1 for a defender.
        possible: number of worlds there are.
    """
    columns = list(moves)
    looked_at = outcomes[:, columns] >= 0
    complete = looked_at.all(axis=0)

    def of(aim: Objective) -> Floats:
        return np.asarray(worths(play, worlds.rows, outcomes, aim))[:, columns]

    values = sign * of(objective)
    weights = worlds.weights[:, None] * looked_at
    weights /= weights.sum(axis=0)

    def mean(numbers: Floats) -> Floats:
        means: Floats = (weights * np.where(looked_at, numbers, 0)).sum(axis=0)
        return means

    scores = mean(values)
    sizes = 1 / np.square(weights).sum(axis=0)
    variance = mean(np.square(values - scores))
    # Unbiased for equal weights; worlds drawn without repetition leave less to chance, all none.
    unseen = 1 - looked_at.sum(axis=0) / possible
    known = (unseen == 0) | (sizes > _ONE_WORLD)
    spread = unseen * variance / np.maximum(sizes - 1, 1e-9)
    highest = scores[complete].max()
    best = np.flatnonzero(complete & (scores >= highest - _rounding(scores)))[0]
    return Decision(
        move=moves[best],
        moves=moves,
        reason="worlds",
        scores=tuple(scores.tolist()),
        errors=tuple(np.sqrt(spread).tolist()) if known.all() else (),
        won=tuple(mean(of("win")).tolist()),
        points=() if play.is_null else tuple(mean(of("points")).tolist()),
        lost_in=tuple(mean(_lost_in(outcomes[:, columns])).tolist()) if play.is_null else (),
        visits=() if complete.all() else tuple(looked_at.sum(axis=0).tolist()),
        worlds=len(worlds.rows),
        possible=possible,
        effective_worlds=worlds.effective_size,
    )


_ONE_WORLD = 1.5  # fewer effective ones tell nothing of the spread


def left_open(values: Floats, worlds: Worlds, doubt: float) -> npt.NDArray[np.bool_]:
    """Which moves are as good as the best for all that the worlds tell.

    Args:
        values: [n, moves], to the player; nan in moves not looked at in all worlds.
        worlds: the n worlds.
        doubt: how many standard errors of the difference, in the same worlds, a move may trail
            the best; 0: none.

    Returns:
        [moves]; true for the best.
    """
    means = worlds.weights @ values
    behind = values[:, [int(np.nanargmax(means))]] - values
    mean = worlds.weights @ behind
    size = worlds.effective_size
    spread = worlds.weights @ np.square(behind - mean)
    variance = spread / (size - 1) if size > _ONE_WORLD else 0 * mean
    found: npt.NDArray[np.bool_] = mean <= doubt * np.sqrt(variance) + _rounding(means)
    return found


def _rounding(scores: Floats) -> float:
    """Sums in floating point closer than this are equal."""
    return 1e-12 * max(1.0, float(np.nanmax(np.abs(scores))))


_CONFIDENCE = 2  # standard errors by which a move must trail to be dropped
_UNSEEN = 0.25  # of the stake that a world not yet met may bring it


def can_catch_up(values: Floats, worlds: Worlds) -> npt.NDArray[np.bool_]:
    """Whether each move may still prove the best.

    A move is given up when it trails the best one, in the same worlds, by more than two
    standard errors of the difference, one more world counted in that speaks for it by a
    quarter of the stake: a world of a kind that has not been met yet.

    Args:
        values: [n, moves], to the player.
        worlds: the n worlds.

    Returns:
        [moves]; true for the best.
    """
    means = worlds.weights @ values
    size = worlds.effective_size
    behind = values[:, [int(np.argmax(means))]] - values
    unseen = _UNSEEN * (values.max() - values.min())
    mean = (size * (worlds.weights @ behind) - unseen) / (size + 1)
    square = (size * (worlds.weights @ np.square(behind)) + unseen**2) / (size + 1)
    error = np.sqrt(np.maximum(square - mean**2, 0) / size)
    kept: npt.NDArray[np.bool_] = mean <= _CONFIDENCE * error
    return kept


def _lost_in(tricks: Outcomes) -> Floats:
    """The trick in which a null is lost, 11 where it is not."""
    return np.where(tricks == 0, 11, tricks).astype(np.float64)
