"""Adapter of OpenSpiel's Tarok to the frame."""

import random
from dataclasses import replace

import pyspiel

from vorhand.agents import openspiel_tricks
from vorhand.agents.discovery import modules_of
from vorhand.agents.generic.views import ResamplingError
from vorhand.games.openspiel_tricks.tarok import TarokContract
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.tarok_world import world

GAMES = ("tarok",)


def _resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    view = TarokView.of(state, player)
    if view.play is None:
        raise ResamplingError(
            "game tarok: before the card play OpenSpiel cannot set up a state with given hands; "
            "expected an agent that calls by itself, as pimc, mcts and ismcts do"
        )
    hands = view.worlds(1, rng.getrandbits(60))
    known = view.assuming(int(view.partners(hands)[0]))
    assert known.play is not None
    assert isinstance(known.contract, TarokContract)
    return world(known.contract, known.play, hands[0].tolist())


AGENTS = replace(
    openspiel_tricks.AGENTS,
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="uniform",
        evaluators="error_allowing open_hand played_out",
        players="caller ismcts mcts",
    ),
    view=TarokView.of,
    resample=_resample,
)
