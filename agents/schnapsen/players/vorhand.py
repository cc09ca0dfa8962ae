"""The player of Schnapsen named after the project: the strongest."""

import pyspiel

from vorhand.agents.montecarlo.advisers import presumed
from vorhand.agents.montecarlo.bots import MonteCarloBot, ViewBot
from vorhand.agents.parameters import AgentError, Seconds
from vorhand.agents.registry import make_bot, register
from vorhand.agents.schnapsen import AGENTS
from vorhand.agents.schnapsen.players.policy_tree import Iterations, Least
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.game import SchnapsenGame


@register("vorhand", games=GAMES, fitted=("match_values.json", "schnapsen_policy.bin"))
def vorhand(
    game: SchnapsenGame,
    player: int,
    seed: int,
    *,
    seconds: Seconds = None,
    iterations: Iterations = None,
    least: Least = 0,
) -> pyspiel.Bot:
    """Play the strongest: policy_tree, in Kinderschnapsen pvp with 100 worlds.

    seconds: the time for each decision.
    iterations: number of iterations of the tree search; each draws a world.
    least: final visits of each action, see policy_tree; without a tree it has no effect.
    """
    if not game.kinder:
        told = {"seconds": seconds, "iterations": iterations, "least": least}
        spec = Spec.of_given("policy_tree", told)
        return make_bot(spec, game, player, seed, seated=False)
    if iterations is not None:
        raise AgentError(f"iterations={iterations}: expected none in Kinderschnapsen")
    given = {"seconds": seconds, "worlds": 100 if seconds is None else None}
    bot: ViewBot = make_bot(Spec.of_given("pvp", given), game, player, seed, seated=False)
    return MonteCarloBot(AGENTS, player, seed, lambda view, _: presumed(bot.consider(view)))
