"""The environments of Schnapsen and Kinderschnapsen: single deals, or matches."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.envs.vector import Maker, Options
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.native import envs
from vorhand.native.envs import Environments


def _make(
    game: SchnapsenGame, options: Options, agents: Mapping[int, object], bidder: object
) -> Environments:
    del agents, bidder  # none in the core
    return envs.schnapsen(
        game.rules,
        match=game.match,
        match_points=game.match_points,
        score=game.start_score,
        capped=game.capped,
        leader=game.leader,
        **vars(options),
    )


ENVS = Maker(_make)
