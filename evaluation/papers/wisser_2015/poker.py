"""Wisser (IJCAI 2015), section 6: PPP and PIMC against CFR in poker.

The paper says that PPP's mean payoff against "a very simple CFR agent" with the coarsest
abstraction, in heads-up limit hold'em, was four times PIMC's. It gives no figure, no k, and no
number of hands, worlds or buckets. Kuhn and Leduc poker come first; their results are exact.
"""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents.generic.equilibrium import Solution, solve
from vorhand.evaluation.arena import Match, play_deal
from vorhand.evaluation.arena.estimates import Estimate, mean, on_log_scale, ratio
from vorhand.evaluation.equilibrium import tabular
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import (
    Finding,
    Report,
    Row,
    Verdict,
    above,
    all_hold,
    below,
    every,
    exact,
    holds_somewhere,
    known,
)

HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=10 10 20 20,"
    "maxRaises=3 4 4 4,stack=1000 1000)"
)
_BIG_BLIND = 10.0
_SMALL = ("kuhn_poker", "leduc_poker")
_NAMES = {"kuhn_poker": "Kuhn", "leduc_poker": "Leduc"}
_AGENTS = {
    "PIMC": "pimc",
    "PPP k=0": "ppp",
    "PPP k=0.25": "ppp(knowledge=0.25)",
    "PPP k=0.5": "ppp(knowledge=0.5)",
    "PPP k=0.75": "ppp(knowledge=0.75)",
}
_JOB_DEALS = 250
_EXPLOITABILITY = 1e-3
_LEAST, _MOST = 3, 5  # bounds of a ratio that counts as four


def _jobs(settings: Settings) -> list[Job]:
    exactly: list[Job] = [[game, agent] for game in _SMALL for agent in _AGENTS.values()]
    worlds = settings.count("worlds")
    sampled: list[Job] = [
        [
            agent.replace(")", f",worlds={worlds})") if "(" in agent else f"{agent}({worlds=})",
            settings.count("buckets"),
            *part,
            settings.seed,
        ]
        for part in settings.parts("deals", _JOB_DEALS)
        for agent in _AGENTS.values()
    ]
    return exactly + sampled


def _work(job: Job) -> list[float]:
    return _exactly(*job) if len(job) == 2 else _played(*job)


def _exactly(name: str, agent: str) -> list[float]:
    """Return mean payoffs over both seats: against an equilibrium, and against best responses."""
    game = pyspiel.load_game(name)
    player = tabular.tabulate(game, agent)
    equilibrium = tabular.tabulate_solution(game, _solved(name))
    seated = ([player, equilibrium], [equilibrium, player])
    payoffs = [tabular.value(game, policies)[seat] for seat, policies in enumerate(seated)]
    worst = [tabular.against_best_response(game, player, seat) for seat in range(2)]
    return [float(np.mean(payoffs)), float(np.mean(worst))]


@functools.cache
def _solved(name: str) -> Solution:
    game = pyspiel.load_game(name)
    return solve(game, exploitability=_EXPLOITABILITY, iterations=10_000)


def _played(agent: str, buckets: int, start: int, count: int, seed: int) -> list[float]:
    """Return the big blinds won per hand in each deal, which is played from both seats."""
    match = Match.create(HOLDEM, [agent, f"bucket_cfr({buckets=})"], seed)
    payoffs = []
    for deal in range(start, start + count):
        first, second = play_deal(match, deal)
        payoffs.append((first.returns()[0] + second.returns()[1]) / 2 / _BIG_BLIND)
    return payoffs


def _report(settings: Settings, results: list[list[float]]) -> Report:
    rows, small = [], {}
    pairs = [(game, agent) for game in _SMALL for agent in _AGENTS]
    for (game, agent), values in zip(pairs, results, strict=False):
        small[game, agent] = values[0]
        for opponent, value in zip(("CFR+", "best response"), values, strict=True):
            rows.append(Row(f"{_NAMES[game]}: {agent} against {opponent}", exact(value)))
    parts = results[len(pairs) :]
    hands = {
        agent: np.array([x for part in parts[k :: len(_AGENTS)] for x in part], np.float64)
        for k, agent in enumerate(_AGENTS)
    }
    note = f"big blinds a hand, {settings.count('deals'):,} deals in both seats"
    for agent, payoffs in hands.items():
        rows.append(Row(f"hold'em: {agent} against bucket CFR", mean(payoffs), note=note))
    findings = [*_of_small(small), *_of_holdem(hands)]
    return Report("Payoff a hand of PIMC and PPP against CFR at poker", rows, findings)


def _of_small(payoffs: Mapping[tuple[str, str], float]) -> list[Finding]:
    findings = []
    for game in _SMALL:
        ours, theirs = (payoffs[game, agent] for agent in ("PPP k=0", "PIMC"))
        findings.append(
            Finding(
                f"PPP (k=0) gets more than PIMC against an equilibrium player: {_NAMES[game]}",
                known(ours > theirs),
                f"{ours:+.3f} and {theirs:+.3f} a hand, computed",
                ours=True,
            )
        )
    return findings


def _of_holdem(hands: Mapping[str, Any]) -> list[Finding]:
    """Judge PPP's lead over PIMC on the same deals, and the ratio of four between their payoffs."""
    pimc = hands["PIMC"]
    more = {agent: mean(hands[agent] - pimc) for agent in list(_AGENTS)[1:]}
    finding = holds_somewhere(
        "hold'em: PPP gets more than PIMC, at one k",
        {agent: [above(gain)] for agent, gain in more.items()},
        "; ".join(f"{agent} {_told(gain)}" for agent, gain in more.items()),
    )
    best = max(list(_AGENTS)[1:], key=lambda agent: float(hands[agent].mean()))
    verdicts = [above(mean(pimc)), above(mean(hands[best]))]
    evidence = f"PIMC {_told(mean(pimc))}, {best} {_told(mean(hands[best]))}"
    if every(*verdicts) is Verdict.HOLDS:
        times = on_log_scale(ratio(hands[best], pimc))
        verdicts = [every(above(times, _LEAST), below(times, _MOST))]
        evidence = f"{best}: {times.value:.1f} times, {times.low:.1f} to {times.high:.1f}"
    text = f"hold'em: PPP's mean payoff against CFR is four times PIMC's, {_LEAST} to {_MOST} times"
    return [finding, all_hold(text, verdicts, evidence)]


def _told(estimate: Estimate) -> str:
    return f"{estimate.value:+.3f} ({estimate.low:+.3f} to {estimate.high:+.3f})"


EXPERIMENT = Experiment(
    "Wisser, IJCAI 2015, section 6 (one ratio, no other figure)",
    {"deals": (1000, 50_000), "worlds": 100, "buckets": 5},
    _jobs,
    _work,
    _report,
    extras=("numba",),
    why="The paper gives one ratio, and neither stakes nor the knowledge function.",
)
