"""Monte Carlo Skat players put together from belief, evaluator and objective."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.skat.beliefs import Belief, Worlds, check_consistent, uniform
from vorhand.agents.skat.decisions import Decision, Objective, weighted_mean
from vorhand.agents.skat.evaluators import Evaluator, card_play, open_hand, true_world
from vorhand.games.skat.view import View
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import Deal, Phase, rule_action
from vorhand.native.skat_monte_carlo import Player

Decide: TypeAlias = Callable[[View, int], Decision]
"""Decides from what the player knows and a seed."""

_FIRST_BATCH = 8  # worlds evaluated before the clock is looked at


def by_rule(view: View, seed: int) -> Decision:
    """The rule player's decision, in any phase."""
    del seed
    check_consistent(view)
    # It looks at what the player knows, so any world serves.
    world = view.worlds().slice(0, 1)[0]
    return Decision(rule_action(view.deal(world.tolist())), view.legal_actions, "rule")


class SkatBot(pyspiel.Bot):  # type: ignore[misc]
    """Decides the card play by ``decide``, everything before it by ``bidder``.

    A decision follows from the bot's seed and what the player knows, and from nothing else:
    the same information set gets the same answer whenever it comes up.

    Args:
        player: its seat.
        seed: of all its random choices.
        decide: decides the card play where there is a choice.
        bidder: decides before the card play.
    """

    def __init__(self, player: int, seed: int, decide: Decide, bidder: Decide = by_rule) -> None:
        pyspiel.Bot.__init__(self)
        self._player = player
        self._seed = seed
        self._decide = decide
        self._bidder = bidder

    def player_id(self) -> int:
        """The bot's seat."""
        return self._player

    def restart(self) -> None:
        """Nothing to forget."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget."""

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return self.explain(state.view(state.current_player())).move

    def explain(self, view: View) -> Decision:
        """The decision in a view of the player to act, and the reasons for it.

        Raises:
            NoWorldError: what the player knows contradicts itself.
            ValueError: it is not this player's turn.
        """
        moves = view.legal_actions
        if not moves:
            raise ValueError(f"seat {view.player} is not to act: {view.phase.name.lower()}")
        if len(moves) == 1:
            return Decision(moves[0], moves, "forced")
        if view.phase != Phase.PLAY:
            return self._bidder(view, self._seed)
        return self._decide(view, decision_seed(self._seed, view))


def decision_seed(seed: int, view: View) -> int:
    """A seed for the decision at this information set, 64 bits."""
    known = (view.player, view.hand, view.dealt_hand, view.known, view.hidden, view.possible)
    text = repr((seed, known, view.moves, view.movers, view.contract, view.level, view.soloist))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def composed(
    belief: Belief,
    evaluator: Evaluator,
    objective: Objective,
    worlds: int,
    seconds: float | None,
    ties: Decide | None = None,
) -> Decide:
    """Decides by the weighted mean over worlds.

    Args:
        belief: gives the worlds.
        evaluator: says what each move leads to in each.
        objective: what an outcome is worth.
        worlds: how many worlds, at most.
        seconds: wall time after which no more worlds are taken up; None: no limit.
        ties: chooses where its move is as good as the best; None: the lowest card.
    """

    def decide(view: View, seed: int) -> Decision:
        play = card_play(view)
        check_consistent(view)
        possible = int(view.worlds().count)
        sign = 1 if view.is_soloist else -1
        if seconds is None:
            found = belief(view, 0, worlds, seed)
            outcomes = evaluator(play, found.rows, seed)
        else:
            found, outcomes = _until(seconds, view, seed, play)
        moves = view.legal_actions
        preferred = ties(view, seed).move if ties else None
        return weighted_mean(play, moves, found, outcomes, objective, sign, possible, preferred)

    def _until(
        limit: float, view: View, seed: int, play: native.CardPlay
    ) -> tuple[Worlds, np.typing.NDArray[np.int16]]:
        """Batches of worlds until the time is over; a batch takes at most a quarter of it."""
        end = time.perf_counter() + limit
        parts: list[np.typing.NDArray[np.int16]] = []
        done, size = 0, min(_FIRST_BATCH, worlds)
        while done < worlds:
            started = time.perf_counter()
            batch = belief(view, done, min(size, worlds - done), seed).rows
            if len(batch) == 0:
                break
            # Playouts of a batch draw from a stream of their own.
            parts.append(evaluator(play, batch, seed + done))
            done += len(batch)
            now = time.perf_counter()
            pace = (now - started) / len(batch)
            size = int(min(limit / 4, end - now) / max(pace, 1e-9))
            if size < 1:
                break
        # Weights of all worlds together: those of the batches do not compare.
        return belief(view, 0, done, seed), np.concatenate(parts)

    return decide


def searched(
    iterations: int, playout: Player, exploration: float, observers: str, objective: Objective
) -> Decide:
    """Decides by information set Monte Carlo tree search; the move visited most."""

    def decide(view: View, seed: int) -> Decision:
        play = card_play(view)
        world = uniform(view, 0, 1, seed).rows
        visits, _, reward, nodes = native.ismcts(
            play, world, iterations, playout, exploration, observers, objective, seed
        )
        moves = view.legal_actions
        counts = np.asarray(visits)[list(moves)]
        return Decision(
            move=moves[int(np.argmax(counts))],
            moves=moves,
            reason="tree",
            scores=tuple(np.asarray(reward)[list(moves)].tolist()),
            visits=tuple(counts.tolist()),
            worlds=iterations,
            possible=int(view.worlds().count),
            notes={"nodes": nodes},
        )

    return decide


class PerfectBot(SkatBot):
    """Sees all cards in the card play and plays perfectly against players who see them too."""

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        deal: Deal = state.deal
        view = state.view(state.current_player())
        if view.phase != Phase.PLAY or len(view.legal_actions) == 1:
            return super().step(state)
        return self.explain_open(view, deal).move

    def explain_open(self, view: View, deal: Deal) -> Decision:
        """The decision where the cards lie as in the deal."""
        play, rows = card_play(view), true_world(deal)
        worlds = Worlds(rows, np.ones(1))
        sign = 1 if view.is_soloist else -1
        outcomes = open_hand()(play, rows, 0)
        decision = weighted_mean(play, view.legal_actions, worlds, outcomes, "score", sign, 1)
        return replace(decision, reason="open hand")
