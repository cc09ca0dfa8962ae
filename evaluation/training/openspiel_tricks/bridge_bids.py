"""The probability of each card given the opening call in Bridge, from the calls of `caller`."""

import random
from pathlib import Path

import numpy as np

from vorhand.agents.openspiel_tricks.bidding.bridge import bridge_call
from vorhand.agents.openspiel_tricks.bridge.beliefs.bids import KINDS, TABLE, Floats, kinds_of
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.view import TableView

_BATCH = 50
_PRIOR = 8.0  # weight of the prior, in hands, so that nothing is certain


def counted(job: tuple[int, int]) -> Floats:
    """Return counts [2, kinds, ranks] of cards: those held, then all; the job is (first, deals)."""
    first, deals = job
    game = load_game("bridge(use_double_dummy_result=false)")
    counts = np.zeros((2, len(KINDS), 13))
    for seed in range(first, first + deals):
        state, rng = game.new_initial_state(), random.Random(seed)
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        view = TableView.of(state, state.current_player())
        assert isinstance(view.rules, Bridge)
        for suit, kind in enumerate(kinds_of(bridge_call(view, view.rules))):
            counts[1, kind] += 1
            counts[0, kind] += [view.first_hand >> (4 * rank + suit) & 1 for rank in range(13)]
    return counts


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    jobs = in_parts(int(settings["deals"]), _BATCH, seed * 10**9)
    held, cards = np.sum(list(ordered_map(counted, jobs, workers)), axis=0)
    chances = (held + _PRIOR / 4) / (cards + _PRIOR)
    table = [
        (kind, *(f"{chance:.4f}" for chance in row))
        for kind, row in zip(KINDS, chances, strict=True)
    ]
    lines = ["\t".join(cells) for cells in [("kind", *"23456789TJQKA"), *table]]
    return [Fitted(TABLE, ("\n".join(lines) + "\n").encode(), "decimal", chances.shape)]


TRAINING = Training(
    summary="How likely each card is in a hand that opens so at Bridge, by the calls of caller.",
    files=(TABLE,),
    settings={"deals": (20, 3000)},
    seed=0,
    takes="a minute",
    run=_run,
)
