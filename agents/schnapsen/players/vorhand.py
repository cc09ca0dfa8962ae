"""The player of Schnapsen named after the project."""

import pyspiel

from vorhand.agents.montecarlo.advisers import presumed
from vorhand.agents.montecarlo.bots import MonteCarloBot, ViewBot
from vorhand.agents.parameters import AgentError, Seconds
from vorhand.agents.registry import arguments_of, make_bot, register
from vorhand.agents.schnapsen import AGENTS
from vorhand.agents.schnapsen.players.policy_tree import Iterations, Least
from vorhand.agents.schnapsen.worlds import GAMES, has_policy
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
    """Play as policy_tree or, if no policy was fitted, as pvp (in 100 worlds without seconds).

    seconds: the time for each decision.
    iterations: number of iterations of the tree search; each draws a world.
    least: minimum number of visits of each action, see policy_tree; unused without a tree.
    """
    given = {"seconds": seconds, "iterations": iterations, "least": least}
    bot: ViewBot = make_bot(
        replaced(game, Spec.of_given("vorhand", given)), game, player, seed, seated=False
    )
    if has_policy(game):
        return bot
    return MonteCarloBot(AGENTS, player, seed, lambda view, _: presumed(bot.consider(view)))


def replaced(game: SchnapsenGame, spec: Spec) -> Spec:
    """Return the spec of the agent that plays a game in place of `vorhand` with these parameters.

    Raises:
        AgentError: the spec sets a parameter that the other agent does not have.
    """
    given = arguments_of(spec, game.get_type().short_name)
    if has_policy(game):
        return Spec.of_given("policy_tree", given)
    if given["iterations"] is not None:
        raise AgentError(f"iterations={given['iterations']}: expected none without policy_tree")
    seconds = given["seconds"]
    return Spec.of_given("pvp", {"seconds": seconds, "worlds": 100 if seconds is None else None})
