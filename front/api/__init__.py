"""The public names for authors of agents, beliefs, evaluators and experiments.

Names imported from here, from `vorhand.api.skat` and `vorhand.api.schnapsen`, from `vorhand.envs`,
and from `vorhand` itself stay compatible, as docs/stability.md says. All other modules may change
at any time.

    register, belief, evaluator, decision, ties
                     decorators that give a factory its name in specs
    View, Worlds, Values, Scores, Choice
                     a player's knowledge, the parts of a decision, and its record
    make_bot, agents, load_game
                     agents and games by their names
    Match, run_match, read_match, Results
                     duplicate matches, their logs and their statistics
"""

from vorhand.agents import (
    Agent,
    AgentError,
    BeliefSpec,
    DecisionSpec,
    EvaluatorSpec,
    Range,
    Spec,
    SpecError,
    TiesSpec,
    agents,
    make_bot,
    register,
)
from vorhand.agents.generic.beliefs.every import every_world
from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.choice import Choice, Evidence
from vorhand.agents.montecarlo.frame import (
    Belief,
    DecisionRule,
    Evaluator,
    Flags,
    Floats,
    Scores,
    Settled,
    TieRule,
    Values,
    View,
    Worlds,
)
from vorhand.agents.registry import belief, decision, evaluator, ties
from vorhand.evaluation.arena import (
    Figure,
    LogError,
    Match,
    MatchError,
    Results,
    Until,
    as_csv,
    as_data,
    figures,
    read_match,
    summary,
    tables,
)
from vorhand.evaluation.arena.run import run as run_match
from vorhand.evaluation.frames import read_log
from vorhand.games.loading import GameError, load_game

__all__ = [
    "Agent",
    "AgentError",
    "Belief",
    "BeliefSpec",
    "Choice",
    "DecisionRule",
    "DecisionSpec",
    "Evaluator",
    "EvaluatorSpec",
    "Evidence",
    "Figure",
    "Flags",
    "Floats",
    "GameError",
    "LogError",
    "Match",
    "MatchError",
    "Range",
    "Results",
    "Scores",
    "Settled",
    "Spec",
    "SpecError",
    "StateView",
    "StateWorlds",
    "ThumbBot",
    "TieRule",
    "TiesSpec",
    "Until",
    "Values",
    "View",
    "Worlds",
    "agents",
    "as_csv",
    "as_data",
    "belief",
    "decision",
    "evaluator",
    "every_world",
    "figures",
    "load_game",
    "make_bot",
    "read_log",
    "read_match",
    "register",
    "run_match",
    "summary",
    "tables",
    "ties",
]
