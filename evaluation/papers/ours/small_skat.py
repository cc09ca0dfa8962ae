"""Card play of Skat with small packs: numbers of information sets, and exploitability of agents.

Chance deals all cards of the pack, so each game is one job. Best responses are exact over all
deals, by one player against the two others. CFR+ approximates a solution; two defenders who do not
speak need not find the best one together. `pimc` averages open-hand values over all worlds, and
gives equally good moves equal probability. The strategy of any other agent consists of its
decisions with one seed, one in each information set. Points are the soloist's tournament points
less those of one defender.
"""

from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.skat_deals import small_game
from vorhand.evaluation.equilibrium.small_games import exploitability, strategies
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, exact, known
from vorhand.games.loading import load_game

GAMES = (
    "python_skat(start=play C by 0 cards ?CJ.CA.CT.SA.ST.SK.HA.HT points 40 tricks 4 past ?)",
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.SA.ST.HA.HT.HK points 42 tricks 4 past ?)",
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.CK.SA.ST.SK.HA.HT.HK points 25 tricks 3 "
    "past ?)",
)
_ASKED = ("rule", "pimc(worlds=40)", "ismcts(iterations=400)")
_SOLVED = 0.5
_COUNTS = ("deals", "states", "information sets with a choice")
_SEATS = 3


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    sizes = settings.count("iterations"), settings.count("asked")
    return [[settings.seed, game, *sizes] for game in games]


def work(job: Job) -> Result:
    """Return the counts, the value to the soloist, and the exploitability of each strategy."""
    seed, name, iterations, asked = job
    game = load_game(name)
    small = small_game(game)
    tree = small.tree
    agents = _ASKED if tree.seat.size <= asked else ()
    policies = strategies(game, small, iterations, agents, seed)
    exploitable = {
        agent: exploitability(tree, policy, _SEATS) for agent, policy in policies.items()
    }
    counts = [len(small.packs), small.states, small.information_sets]
    return [counts, float(array_game.world_values(tree, policies["CFR+"]).mean()), exploitable]


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for job, (counts, value, exploitable) in zip(_jobs(settings), results, strict=False):
        name = _short(job[1])
        rows += [
            Row(f"{what}: {name}", exact(count), digits=0)
            for what, count in zip(_COUNTS, counts, strict=True)
        ]
        rows.append(Row(f"value of CFR+ to the soloist: {name}", exact(value), digits=3))
        rows += [
            Row(f"exploitability of {agent}: {name}", exact(gain), digits=3)
            for agent, gain in exploitable.items()
        ]
        solved = exploitable["CFR+"]
        text = f"{name}: CFR+ is exploitable by at most {_SOLVED} points a deal"
        findings.append(Finding(text, known(solved <= _SOLVED), f"{solved:.3f}", ours=True))
    return Report("Skat with small packs", rows, findings)


def _short(name: str) -> str:
    """Name a game by the number of its cards."""
    return f"{load_game(name).start.chance_cards} cards"


EXPERIMENT = Experiment(
    "Skat with small packs, solved",
    {"games": (2, len(GAMES)), "iterations": (100, 200), "asked": (1_000, 40_000)},
    _jobs,
    work,
    _report,
    unit="games",
)
