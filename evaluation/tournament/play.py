"""The play of a tournament's matches; games in their logs are not played again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena import Results, run
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.tournament.plan import Contest
from vorhand.evaluation.workers.processes import Workers, staying


@dataclass(frozen=True)
class Played:
    """A contest and its results.

    Attributes:
        differences: for each pair of agents and each deal, the score of the first minus that of the
            second, as a mean over the seatings. The deals of all pairs are in the same order.
    """

    contest: Contest
    differences: dict[tuple[str, str], Floats]


def play(
    contests: Sequence[Contest],
    folder: Path,
    workers: Workers = 1,
    progress: Callable[[str, int], None] = lambda game, deals: None,
) -> list[Played]:
    """Play all matches; continue those whose logs exist.

    The logs do not depend on the number of workers or on interruptions.

    Args:
        contests: the contests to play.
        folder: folder for the logs, one per match; created if missing.
        workers: number of processes, or a Ray cluster.
        progress: callback, called with a game and the number of its deals done since the last call.

    Raises:
        LogError: a log there belongs to another match, or was written by code that plays
            differently.
        MatchError: an agent failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with staying(workers) as processes:
        return [_play_one(contest, folder, processes, progress) for contest in contests]


def _play_one(
    contest: Contest, folder: Path, workers: Workers, progress: Callable[[str, int], None]
) -> Played:
    differences: dict[tuple[str, str], list[Floats]] = {}
    for pairing in contest.pairings():
        results, reported = Results(pairing.match), [0]

        def tell(done: int, reported: list[int] = reported) -> None:
            progress(contest.game, done - reported[0])
            reported[0] = done

        log = folder / pairing.file
        run(pairing.match, pairing.deals, results, log=log, workers=workers, progress=tell)
        one = [agent == pairing.agents[0] for agent in pairing.match.agents]
        differences.setdefault(pairing.agents, []).append(_differences(results, np.array(one)))
    return Played(contest, {two: np.concatenate(parts) for two, parts in differences.items()})


def _differences(results: Results, one: np.ndarray) -> Floats:
    """Return for each deal the mean score of the agents in ``one`` minus that of all others."""
    scores = np.stack([results.scores(agent).mean(axis=1) for agent in range(len(one))])
    return np.asarray(scores[one].mean(axis=0) - scores[~one].mean(axis=0))
