"""OpenSpiel's searches at its trick-taking games; a bidder may make the calls."""

from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot, ViewBot, check_acting
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.montecarlo.presets import bidder_of
from vorhand.agents.registry import Unset
from vorhand.agents.spec import Spec
from vorhand.games.packs import part

Bidder = Annotated[Spec | None, Unset("the search itself")]


class SearchBot(SeatBot):
    """A bot that plays cards by a search over states; a bidder decides in the earlier phases."""

    def __init__(
        self, player: int, search: pyspiel.Bot, game_part: GamePart, bidder: ViewBot
    ) -> None:
        super().__init__(player)
        self._search, self._part, self._bidder = search, game_part, bidder

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        view = self._part.view(state, check_acting(state))
        if not self._part.by_worlds(view):
            return self._bidder.decide(view)
        if len(view.legal_actions) == 1:
            return int(view.legal_actions[0])
        return int(self._search.step(state))


def with_bidder(
    search: pyspiel.Bot, game: pyspiel.Game, player: int, seed: int, bidder: Spec | None
) -> pyspiel.Bot:
    """Return the search, with a bidder (if one is given) that decides before the card play."""
    if bidder is None:
        return search
    own: GamePart = part(game.get_type().short_name, "agents")
    caller = bidder_of(own, bidder, game, player, seed)
    assert caller is not None
    return SearchBot(player, search, own, caller)
