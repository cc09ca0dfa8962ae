"""The environments of Skat."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.envs.vector import Maker, Options
from vorhand.games.card_sets import mask_of
from vorhand.games.skat.game import SkatGame
from vorhand.native import envs
from vorhand.native.envs import Environments


def _make(game: SkatGame, options: Options, agents: Mapping[int, str]) -> Environments:
    return envs.skat(game.first_deal, game.scoring, rule_seats=mask_of(agents), **vars(options))


ENVS = Maker(_make, agents=("rule",))
