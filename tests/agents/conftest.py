"""Agents and parts that are registered for one test only."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pyspiel
import pytest

from vorhand.agents import BeliefSpec, Range, Spec, make_bot, register, registry
from vorhand.agents.generic.beliefs.every import every_world
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.montecarlo.frame import Belief, DecisionRule, Evaluator, TieRule
from vorhand.agents.montecarlo.ties.last import last
from vorhand.agents.registry import belief, decision, evaluator, ties
from vorhand.native.errors import InputError


@pytest.fixture
def toy_agents() -> Iterator[list[Any]]:
    """Register some agents for one test; they record how they are made."""
    with registry.temporary():
        yield _registered()


def _registered() -> list[Any]:
    made: list[Any] = []

    @register("toy", games=("leduc_poker",))
    def toy(
        game: pyspiel.Game,
        player: int,
        seed: int,
        *,
        worlds: Annotated[int, Range(1)] = 160,
        share: Annotated[float, Range(0, 1)] = 0.5,
        rule: Literal["mean", "max"] = "mean",
        seconds: Annotated[float, Range(0)] | None = None,
        file: str | None = None,
        fast: bool = False,
        playout: Spec = Spec("random"),
    ) -> pyspiel.Bot:
        """Return a toy.

        More about it.
        """
        made.append((worlds, share, rule, seconds, file, fast, playout))
        if worlds == 13:
            raise InputError("13 worlds: expected luck")
        return make_bot(playout, game, player, seed)

    @register("toy", games=("kuhn_poker",))
    def kuhn_toy(game: pyspiel.Game, player: int, seed: int, *, bluff: int) -> pyspiel.Bot:
        """Return a toy for Kuhn poker."""
        made.append(bluff)
        return make_bot("random", game, player, seed)

    @register("dial://")
    def dial(
        game: pyspiel.Game, player: int, seed: int, *, url: str, timeout: float = 1.0
    ) -> pyspiel.Bot:
        """Dials out."""
        made.append((url, timeout))
        return make_bot("random", game, player, seed)

    return made


@pytest.fixture
def toy_parts(toy_agents: list[Any]) -> list[Any]:
    """Register a belief, an evaluator, a decision and a tie rule for one test, in the same way."""
    made = toy_agents

    @belief("peek", games=("leduc_poker",), sees_hidden_cards=True)
    def peek(game: pyspiel.Game, seed: int, *, depth: Annotated[int, Range(0, 9)] = 3) -> Belief:
        """Look into the other hand.

        That is cheating.
        """
        made.append(("peek", game.get_type().short_name, seed, depth))
        return every_world

    @evaluator("guess", games=("leduc_poker", "kuhn_poker"), reads_files=True)
    def guess(*, by: Spec = Spec("random"), belief: BeliefSpec | None = None) -> Evaluator:
        """Guesses."""
        made.append(("guess", by, belief))
        return open_hand

    @decision("boldest", games=("leduc_poker",))
    def boldest(*, share: Annotated[float, Range(0, 1)] = 0.5) -> DecisionRule:
        """Return the move that is best in the share of worlds that are best for it."""
        made.append(("boldest", share))
        return lambda values, weights: values.worth.max(axis=0)

    @ties("middle", games=("leduc_poker",))
    def middle() -> TieRule:
        """Return the one in the middle."""
        return last()

    return made
