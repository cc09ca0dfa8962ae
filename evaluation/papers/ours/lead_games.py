"""The gain of another opening lead by a defender at Skat, in whole games.

`vorhand` bids, discards and declares random deals in all seats. Each case has its own sequence of
deals. In the first of these deals in which a defender leads, two agents choose the lead. If both
choose the same card, the gain is 0. Otherwise the game is played twice, once after each lead, by
the second agent in all seats. The gain is what the soloist loses by the first lead compared with
the second, in points by Seeger and Fabian.

A game has a single outcome, so the same two cards are also valued in worlds of the belief of
`vorhand`, played out by an agent that searches but sees only its own cards.
"""

import time
from collections.abc import Callable

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.regret_values import BELIEF, fold_values
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.defences import Defence, opening_lead
from vorhand.evaluation.papers.skat.role_games import Replays, seeds_of
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, kind_of


def _jobs(settings: Settings) -> list[Job]:
    first, specs = settings.count("first"), [settings.spec(name) for name in ("agent", "before")]
    numbers = range(first, first + settings.count("deals"))
    how = [settings.count("worlds"), settings.spec("playout"), *specs]
    return [[settings.seed, number, *how] for number in numbers]


def work(job: Job) -> Result:
    """Return the kind of contract, both agents' cards and milliseconds, and the cards' results.

    The results are the soloist's points and success (1 or 0) in both games, and the means of the
    defenders' points in worlds. They are empty if the cards are the same.
    """
    seed, number, worlds, playout, *specs = job
    actions, seeds = opening_lead(seed, number), seeds_of(seed, number)
    lead = Defence("lead", actions)
    cards, times = [], []
    for spec in specs:
        state = lead.state()
        bot = make_bot(spec, state.get_game(), state.current_player(), seeds[0])
        start = time.process_time()
        cards.append(int(bot.step(state)))
        times.append(round(1000 * (time.process_time() - start), 1))
    games, values = [], []
    if cards[0] != cards[1]:
        after = [Replays(actions + bytes([card]), seeds) for card in cards]
        games = [list(deal.play(specs[1], specs[1])) for deal in after]
        values = fold_values(lead.view(), cards, worlds, seeds[1], playout, BELIEF)
    return [kind_of(int(lead.state().deal.contract)), cards, times, games, values]


def _report(settings: Settings, results: list[Result]) -> Report:
    new, old = settings.spec("agent"), settings.spec("before")
    kinds = np.array([kind for kind, *_ in results])
    differ = np.array([float(bool(result[-2])) for result in results])
    gains = {text: np.array([of(*result[-2:]) for result in results]) for text, of in _GAINS}
    rows = []
    for kind in ("all", *KINDS):
        those = (kinds == kind) | (kind == "all")
        if (count := int(those.sum())) < 2:
            continue
        figures = {text: estimates.mean(column[those]) for text, column in gains.items()}
        figures["another card, %"] = estimates.share(differ[those], np.ones(count)) * 100
        rows += [
            Row(f"{text}, {kind} ({count:,} deals)", figure, digits=1, cases=count)
            for text, figure in figures.items()
        ]
    times = np.array([milliseconds for _, _, milliseconds, *_ in results])
    for spec, column in zip((new, old), times.T, strict=True):
        rows.append(Row(f"milliseconds a lead, {spec}", estimates.positive(column), digits=0))
    findings = []
    for text, column in list(gains.items())[:2]:
        gain = estimates.mean(column)
        named = f"{new} leads better than {old}: {text}"
        findings.append(Finding(named, above(gain), f"{gain.value:+.1f}", ours=True))
    return Report(f"Leads of {new} and of {old}", rows, findings)


_GAINS: tuple[tuple[str, Callable[[Result, Result], float]], ...] = (
    ("points a game gained", lambda games, _: games[1][0] - games[0][0] if games else 0.0),
    ("points gained in worlds", lambda _, values: values[0] - values[1] if values else 0.0),
    ("games won more, %", lambda games, _: 100.0 * (games[1][1] - games[0][1]) if games else 0.0),
)

EXPERIMENT = Experiment(
    "docs/notes/skat-lead.md",
    {
        "deals": (4, 2000),
        "first": 10_000,
        "worlds": (10, 60),
        "playout": "pimc(worlds=10,values=levels,belief=by_role)",
        "agent": "vorhand(worlds=40,lead_worlds=2000)",
        "before": "vorhand(worlds=40)",
    },
    _jobs,
    work,
    _report,
    unit="deals",
)
