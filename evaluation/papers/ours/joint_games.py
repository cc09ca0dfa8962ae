"""The gain at Skat of joint searches, which use all worlds at once, over PIMC at equal time.

Kermit's bidding makes the contracts. In the same deals one side, the soloist or both defenders,
plays by a joint search, and the other side by PIMC; all have the same belief. `SEARCHES` gives PIMC
the number of worlds that takes the same time in a trial. The time of a decision is measured again
at one turn of each deal; rule players play up to that turn.
"""

import random
import time

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import Table, table
from vorhand.native.skat import rule_action

SEARCHES = (
    ("alpha_mu(plies=2,worlds=40)", "pimc(worlds=40)"),
    ("epimc(depth=4,worlds=20)", "pimc(worlds=54)"),
    ("kbps(worlds=20)", "pimc(worlds=32)"),
)
"""Searches, each with a PIMC that takes the same time."""


def _work(job: Job) -> Result:
    """Return for each search four pairs of numbers.

    The first three are the soloist's points and win (1 or 0), with the search as soloist, with the
    search in defence, and with PIMC in all seats. The last pair is the milliseconds that a decision
    takes the search and PIMC.
    """
    seed, number = job
    deal = table("any", seed, number, "kermit")
    turn = _turn(deal, number)
    results = []
    for search, pimc in SEARCHES:
        games = [deal.play(search, pimc), deal.play(pimc, search), deal.play(pimc, pimc)]
        results.append([*games, [_milliseconds(spec, turn, number) for spec in (search, pimc)]])
    return results


def _turn(deal: Table, number: int) -> pyspiel.State:
    """Return a random turn with a choice, reached by the play of rule players."""
    state, turns = deal.first_lead(), []
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            turns.append(state.clone())
        state.apply_action(rule_action(state.deal))
    return random.Random(number).choice(turns)


def _milliseconds(spec: str, state: pyspiel.State, seed: int) -> float:
    bot = make_bot(spec, state.get_game(), state.current_player(), seed)
    start = time.process_time()
    bot.step(state)
    return round(1000 * (time.process_time() - start), 3)


def _report(settings: Settings, results: list[Result]) -> Report:
    games = np.array(results, float)  # axes: deal, search, game or times, pair
    rows, findings = [], []
    for k, (search, pimc) in enumerate(SEARCHES):
        alone, defence, before, times = np.moveaxis(games[:, k], 1, 0)
        for part, gain in (("alone", alone - before), ("in defence", before - defence)):
            points, won = mean(gain[:, 0]), mean(gain[:, 1]) * 100
            rows.append(Row(f"{search} less {pimc}, {part}: points a game", points, digits=1))
            rows.append(Row(f"{search} less {pimc}, {part}: games won, %", won, digits=1))
            text = f"{search} gains over {pimc}, {part}"
            evidence = f"{points.value:+.1f} a game"
            findings.append(Finding(text, above(points), evidence, ours=True))
        for spec, each_time in zip((search, pimc), times.T, strict=True):
            rows.append(Row(f"{spec}: milliseconds a decision", mean(each_time), digits=1))
        longer = on_log_scale(ratio(times[:, 0], times[:, 1]))
        rows.append(Row(f"{search} / {pimc}: time", longer, digits=2))
    title = f"{len(games)} deals with Kermit's contracts: searches of all worlds against PIMC"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "docs/notes/skat-joint-searches.md",
    {"deals": (20, 400)},
    each("deals"),
    _work,
    _report,
    unit="deals",
    why="The methods' papers give no games of Skat against PIMC at equal time.",
)
