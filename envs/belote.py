"""The environments of Belote and Contrée."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.envs.vector import Maker, Options
from vorhand.games.belote.game import BeloteGame
from vorhand.native import envs
from vorhand.native.envs import Environments


def _make(
    game: BeloteGame, options: Options, agents: Mapping[int, object], bidder: object
) -> Environments:
    del agents, bidder  # the core has no agents for this game
    return envs.belote(rules=game.rules, **vars(options))


ENVS = Maker(_make)
