"""Long, Sturtevant, Buro and Furtak (AAAI 2010), section "Measuring PIMC in Skat": endings solved.

Deals of the rule player (in the paper: of people) with three tricks left are solved by CFR+, and
PIMC plays in one seat against the solution. The cost of an error is counted in the player's own
tournament points: the score of a soloist, or the 40 points of a defender if the soloist loses. The
paper does not define an unresolved deal. So the share of undecided deals, and the loss in these
deals, depend on our definition; their product, the loss per deal, depends on it less.
"""

from dataclasses import asdict
from typing import Any

from vorhand.evaluation.equilibrium import skat_endings
from vorhand.evaluation.equilibrium.skat_endings import Ending, Figures
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row

_LIST = 180  # deals of a list in a tournament
_UNDECIDED = "undecided is a definition: ours, two lines of play have different winners"


def _jobs(settings: Settings) -> list[Job]:
    numbers = (settings.count(name) for name in ("tricks", "iterations", "nodes"))
    fixed = list(numbers)
    return [[seed, *fixed] for seed in skat_endings.seeds(settings.count("deals"), settings.seed)]


def _work(job: Job) -> dict[str, Any]:
    seed, tricks, iterations, nodes = job
    deal = skat_endings.play_to(seed, tricks)
    return asdict(skat_endings.examine(deal, iterations, nodes, seed))


def _report(settings: Settings, results: list[dict[str, Any]]) -> Report:
    endings = [Ending(**result) for result in results]
    f = Figures(endings, skat_endings.deals_of(skat_endings.seeds(len(endings), settings.seed)))
    comparable = settings.count("tricks") == 3
    per_deal = f.over("over worlds", f.all, f.winner)
    figures = (
        ("deals undecided: the winner", f.share(f.winner), 0.15, 2, _UNDECIDED),
        ("deals undecided: the score", f.share(f.undecided), None, 2, ""),
        (
            "loss where the winner is undecided",
            f.over("over worlds", f.winner),
            0.42,
            2,
            _UNDECIDED,
        ),
        ("loss where the score is undecided", f.over("over worlds", f.undecided), None, 2, ""),
        ("loss a deal, where the winner is undecided", per_deal, 0.063, 3, ""),
        (f"the same in {_LIST} deals, points", per_deal * _LIST, None, 1, "the paper: 11.3"),
        ("loss a deal", f.over("over worlds", f.all, f.undecided), None, 3, ""),
        ("loss a deal, as the cards lie", f.over("loss", f.all), None, 3, ""),
        ("loss a deal as the soloist, as the cards lie", f.over("soloist", f.all), None, 3, ""),
        ("loss a deal as a defender, as the cards lie", f.over("defender", f.all), None, 3, ""),
        ("a best response gains where undecided", f.over("gap", f.undecided), None, 3, ""),
    )
    rows = [
        Row(name, ours, paper if comparable else None, digits, note)
        for name, ours, paper, digits, note in figures
    ]
    title = "What PIMC loses in a seat, in its own tournament points; mean over seats and worlds"
    return Report(title, rows)


EXPERIMENT = Experiment(
    "Long et al., AAAI 2010, Skat endings of three tricks solved",
    {"deals": (60, 3000), "tricks": 3, "iterations": 60, "nodes": (100_000, 1_000_000)},
    _jobs,
    _work,
    _report,
    unit="deals",
    extras=("numba",),
    why="The paper does not define an undecided deal. Our definition strongly affects the share of "
    "such deals and the loss in them, but the loss per deal less.",
)
