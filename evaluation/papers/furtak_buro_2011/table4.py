"""Furtak and Buro (2011), table 4: PIMC with forward pruning by estimates (ProbCut).

The paper plays games with the same number of worlds on both sides. Games reveal little about small
differences, so single decisions are examined as well. In each position a first card is chosen by
exact values, and a second by pruned values of the same worlds. A third card is chosen by pruned
values of more worlds: as many as pruning can value with the nodes that the exact values took. The
regret of a card is the value of the best card minus its own, by exact values in other worlds.
Pruning pays only if the third card has a smaller regret than the first.

With ``guess=1`` the estimator is the solver's first guess alone, otherwise that guess with a linear
correction. An estimate takes time as well: ``cost`` is the time per node with pruning, relative to
the time per node without pruning.
"""

import numpy as np

from vorhand.agents.skat.evaluators.estimated import Which, pruned, pruning
from vorhand.agents.skat.outcomes import open_hand
from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.pair_games import Played, pair_jobs, play_pairs
from vorhand.evaluation.papers.skat.regrets import question
from vorhand.games.skat.contracts import NULL

CONFIDENCES = (0.1, 0.3, 0.5, 0.7, 0.9)
_PAPER = {0.1: -0.67, 0.3: -0.79, 0.5: 0.80, 0.7: 1.01, 0.9: 0.84}  # points per game ahead
_GAMES_AT = 0.5
_MORE = 8  # maximum number of worlds, as a multiple of that for exact values


def _agents(worlds: int, which: Which) -> tuple[str, str]:
    common = f"belief=uniform,worlds={worlds}"
    guess = ",estimators=guess" if which == "guess" else ""
    pruned = f"mc(evaluator=estimated(confidence={_GAMES_AT}{guess}),{common})"
    return pruned, f"mc(evaluator=open_hand,{common})"


def _jobs(settings: Settings) -> list[Job]:
    numbers = [settings.count(name) for name in ("reference", "worlds")]
    cost = settings.number("cost")
    which: Which = "guess" if settings.count("guess") else "corrected"
    others = ["guess"] * (which == "guess") + [cost] * (cost != 1)
    decisions = [
        [settings.seed, deal, *numbers, *others] for deal in range(settings.count("decisions"))
    ]
    return [*decisions, *pair_jobs(settings, [_agents(settings.count("worlds"), which)])]


def _work(job: Job) -> Result:
    return play_pairs(job) if isinstance(job[0], str) else _regrets(job)


def _regrets(job: Job) -> Result:
    """Return the regret and nodes of exact values, then three numbers for each threshold.

    They are the regrets of pruned values in the same worlds and in more worlds, and the nodes in
    the same worlds. Null games give None.
    """
    seed, deal, reference, worlds, *others = job
    which: Which = "guess" if "guess" in others else "corrected"
    cost = next((one for one in others if one != "guess"), 1.0)
    decision = question(seed, deal, reference, _MORE * worlds)
    if decision.view.contract == NULL:
        return None
    exact = decision.worths(open_hand()(decision.view, decision.rows, 0, 0, decision.play.legal))
    worth = exact[decision.reference].mean(axis=0)
    regret = worth.max() - worth
    seen = decision.seen[:worlds]
    _, nodes = pruned(decision.view, decision.rows, None)
    budget = nodes[seen].sum()
    result = [_chosen(regret, exact[seen]), float(budget)]
    for p in CONFIDENCES:
        outcomes, spent = pruned(decision.view, decision.rows, pruning(p, which))
        values = decision.worths(outcomes)
        total = np.cumsum(spent[decision.seen])
        affordable = max(1, int(np.searchsorted(total, budget / cost, side="right")))
        result += [
            _chosen(regret, values[seen]),
            _chosen(regret, values[decision.seen[:affordable]]),
            float(spent[seen].sum()),
        ]
    return result


def _chosen(regret: np.ndarray, values: np.ndarray) -> float:
    return float(regret[values.mean(axis=0).argmax()])


def _report(settings: Settings, results: list[Result]) -> Report:
    decisions = settings.count("decisions")
    table = np.array([row for row in results[:decisions] if row is not None], float)
    exact, nodes = table[:, 0], table[:, 1]
    budget = "nodes" if settings.number("cost") == 1 else "time"
    rows = [Row("regret of a decision, exact values", mean(exact), digits=2)]
    findings = []
    for k, p in enumerate(CONFIDENCES):
        same, more, spent = table[:, 2 + 3 * k : 5 + 3 * k].T
        rows.append(Row(f"threshold {p}: nodes left", on_log_scale(ratio(spent, nodes)), digits=2))
        rows.append(Row(f"threshold {p}: regret more, same worlds", mean(same - exact), digits=2))
        gain = mean(exact - more)
        rows.append(Row(f"threshold {p}: regret less, same {budget}", gain, digits=2))
        findings.append(
            Finding(
                f"threshold {p}: in the same {budget} pruning chooses better",
                above(gain),
                f"{gain:+.2f} points of score a decision",
                ours=True,
            )
        )
    ahead = mean(Played(results[decisions:], 1).ahead(0))
    name = f"threshold {_GAMES_AT}: points alone ahead of exact values, same worlds"
    rows.append(Row(name, ahead, _PAPER[_GAMES_AT], 2))
    which = "first" if settings.count("guess") else "corrected"
    title = f"PIMC with values pruned by the {which} guess, {settings.count('worlds')} worlds"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "Furtak and Buro 2011, table 4",
    {
        "decisions": (60, 4000),
        "reference": (320, 640),
        "worlds": (20, 40),
        "deals": (10, 2000),
        "guess": 0,
        "cost": 1.0,
    },
    _jobs,
    _work,
    _report,
    unit="decisions and deals",
    why="Too few games; most regrets of decisions are zero.",
)
