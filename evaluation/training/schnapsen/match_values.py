"""The probability of winning a match of Schnapsen from each score, used by PVP.

A tournament has one or more rounds. After each round the table is measured from all matches so
far, and the agents continue with the new table.
"""

from pathlib import Path

from rich.console import Console
from rich.progress import track

from vorhand.agents import split_specs
from vorhand.agents.schnapsen.match_values import MatchValues, measured_values
from vorhand.agents.schnapsen.match_values import match_values as named_values
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.schnapsen_matches import MatchOutcome, match_outcomes, share_won
from vorhand.evaluation.workers.processes import Workers

_MATCH_POINTS = 7


def measure(
    settings: Settings, seed: int, workers: Workers
) -> tuple[MatchValues, list[MatchOutcome]]:
    """Play the rounds; return the table from all matches, and the matches.

    Raises:
        TrainingError: there are not two agents.
    """
    values = begun = named_values(str(settings["start"]), _MATCH_POINTS)
    matches, game = int(settings["matches"]), str(settings["game"])
    game = f"{game.removesuffix(')')}{',' if '(' in game else '('}match=true)"
    played: list[MatchOutcome] = []
    for number in range(int(settings["rounds"])):
        specs = split_specs(str(settings["agents"]).replace("{values}", str(values)))
        if len(specs) != 2:
            raise TrainingError(f"agents {settings['agents']}: expected two")
        parts = match_outcomes(
            game, (str(specs[0]), str(specs[1])), matches, seed + number, workers
        )
        finished = (match for part in parts for match in part)
        played += track(finished, f"round {number + 1}: matches", total=matches, transient=True)
        # All matches of the round count, so the table does not depend on the order of the workers.
        values = measured_values(played, begun)
    return values, played


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    values, played = measure(settings, seed, workers)
    won = share_won(played, 0.98) * 100
    first, second = split_specs(str(settings["agents"]))
    Console().print(
        f"{first} won {won:.1f} per cent of {len(played)} matches against {second}, at 98%",
        soft_wrap=True,
        markup=False,
    )
    content = values.to_json().encode()
    return [Fitted("match_values.json", content, "decimal", values.table.shape)]


_PVP = "pvp(worlds=8,match_values={values})"
_SAME: Settings = {"game": "python_schnapsen", "start": "start", "rounds": 1}

TRAINING = Training(
    summary="the chance to win a match of Schnapsen from each score, by playing matches; "
    "{values} in the agents stands for the table of the rounds before",
    files=("match_values.json",),
    settings={"agents": ("rule,rule", f"{_PVP},{_PVP}"), "matches": (20, 3000), **_SAME},
    seed=1,
    takes="about 16 minutes of one core",
    run=_run,
)
