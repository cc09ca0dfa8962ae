"""Information set Monte Carlo tree search at Tarok."""

import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSFinalPolicyType

from vorhand.agents.generic.players.openspiel_ismcts import SeededISMCTSBot
from vorhand.agents.openspiel_tricks.players.search_bot import with_bidder
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import register
from vorhand.agents.spec import Spec
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.tarok_world import TarokWorld, known_cards


class _InformationSets(SeededISMCTSBot):
    """OpenSpiel's search over worlds of Tarok."""

    def get_state_key(self, state: pyspiel.State) -> tuple[int, str]:
        """Return the player to act and what they know of the cards."""
        player = state.current_player()
        if isinstance(state, TarokWorld):
            return player, state.information_state_string(player)
        play = TarokView.of(state, player).play
        assert play is not None
        return player, known_cards(play, player)


@register("ismcts", games=GAMES)
def _ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Simulations = 100,
    exploration: Exploration = 40.0,
) -> pyspiel.Bot:
    """Search by IS-MCTS (OpenSpiel's, random playouts) over worlds; call like `caller`."""
    usual = ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    search = _InformationSets(
        game,
        seed,
        uct_c=exploration,
        max_simulations=simulations,
        max_world_samples=-1,
        final_policy_type=usual,
    )
    return with_bidder(search, game, player, seed, Spec("caller"))
