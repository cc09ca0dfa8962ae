"""The gain of move inference and playouts over PVP, from the decisions in which they differ.

Duplicate matches of two good players contain little information per deal: most decisions are the
same, and the rest is largely chance. Here PVP plays both hands. If another player would have moved
differently, both moves are played out on the same cards by quick players with the same random
numbers. The difference is the gain of the decision. The sum over a deal, halved because both
hands decide, is one player's gain per deal. It is a first-order estimate, because each decision is
judged by itself, after PVP's moves and before those of quick players.
"""

import random
from typing import NamedTuple

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import ViewBot, view_of
from vorhand.evaluation.arena.estimates import mean
from vorhand.evaluation.arena.game_loop import play_game, uniformly
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.games.loading import load_game
from vorhand.native.schnapsen import Solver

PLAYERS = {
    "belief by the policy": "pvp(worlds={w},belief=policy)",
    "and blended with playouts": "mc(worlds={w},belief=policy,evaluator=blended)",
}
"""The players that are compared; w is the number of worlds."""

_PVP = "pvp(worlds={w})"
_QUICK = "pvp(worlds=5)"


class Deviation(NamedTuple):
    """One deal, with the decisions of one agent for both hands after the first lead."""

    gain: float  # gain in game points of the decisions of both hands together
    decisions: int  # number of decisions with a choice and hidden cards
    differing: int  # number of these decisions in which the move differs from PVP's


def _jobs(settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    return [[worlds, settings.seed, number] for number in range(settings.count("deals"))]


def _work(job: Job) -> list[Deviation]:
    worlds, seed, number = job
    agents = [agent.format(w=worlds) for agent in (_PVP, *PLAYERS.values())]
    return deviations(agents, random.Random(f"{seed} {number}"))


def deviations(agents: list[str], chance: random.Random) -> list[Deviation]:
    """Return the gains over the first agent of each of the following ones, in one deal."""
    game = load_game("python_schnapsen")
    seeds = [chance.randrange(2**31) for _ in range(2)]
    quick = _seated(game, _QUICK, seeds)
    state = play_game(
        game.new_initial_state(),
        quick,
        chance,
        outcome=uniformly,
        until=lambda state: state.current.deal.led >= 0,
    )
    seated = [_seated(game, agent, seeds) for agent in agents]
    found = [Deviation(0, 0, 0) for _ in agents]
    while not state.is_terminal() and not _open_handed(state):
        player = state.current_player()
        if len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
            continue
        view = view_of(state, player)
        first, *moves = [bots[player].decide(view) for bots in seated]
        differing = {first, *moves} if set(moves) != {first} else set()
        worth = {move: _played_on(state, player, move, quick) for move in differing}
        for place, move in enumerate(moves, 1):
            gain, decisions, differed = found[place]
            if move != first:
                gain += worth[move] - worth[first]
            found[place] = Deviation(gain, decisions + 1, differed + (move != first))
        state.apply_action(first)
    return found[1:]


def _seated(game: pyspiel.Game, agent: str, seeds: list[int]) -> list[ViewBot]:
    return [make_bot(agent, game, seat, seed) for seat, seed in enumerate(seeds)]


def _open_handed(state: pyspiel.State) -> bool:
    """Return True if the talon is used up, so that both know all cards."""
    return bool(state.current.deal.up < 0)


def _played_on(state: pyspiel.State, player: int, move: int, bots: list[ViewBot]) -> float:
    """Return the player's game points after a move; once all cards are known, play is perfect."""
    state = state.clone()
    state.apply_action(move)
    play_game(state, bots, random.Random(0), until=_open_handed)  # no chance nodes are left
    if state.is_terminal():
        return float(state.returns()[player])
    value = Solver(state.get_game().rules).value(state.current.deal)
    return float(value if player == 0 else -value)


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    rows, findings = [], []
    for name, deals in zip(PLAYERS, np.array(results).transpose(1, 0, 2), strict=True):
        gains, decisions, differing = deals.T
        gained = mean(gains / 2)
        note = (
            f"{differing.sum() / decisions.sum():.1%} of {int(decisions.sum()):,} decisions differ"
        )
        rows.append(Row(name, gained, note=note))
        findings.append(Finding(f"{name}: gains on PVP", above(gained), f"{gained:+.3f}"))
    return Report("Game points a deal gained on PVP", rows, findings)


EXPERIMENT = Experiment(
    "ours; PVP of Wisser, IJCAI 2015",
    {"deals": (20, 1000), "worlds": (10, 100)},
    _jobs,
    _work,
    _report,
    unit="deals",
)
