"""The environments of Schnapsen and Kinderschnapsen: single deals, or matches."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.agents.schnapsen.compiled_players import compiled_player
from vorhand.envs.vector import Maker, Options
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.native import envs
from vorhand.native.envs import Environments
from vorhand.native.schnapsen import Player


def _make(
    game: SchnapsenGame, options: Options, agents: Mapping[int, Player], bidder: object
) -> Environments:
    del bidder  # Schnapsen has no bidding
    return envs.schnapsen(
        game.rules,
        match=game.match,
        match_points=game.match_points,
        score=game.start_score,
        capped=game.capped,
        leader=game.leader,
        agents=(agents.get(0), agents.get(1)),
        **vars(options),
    )


ENVS = Maker(_make, in_core=compiled_player)
