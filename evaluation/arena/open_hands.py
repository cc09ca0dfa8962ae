"""The mean loss of an agent against open hands, from the logs of its matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import CountedEstimate, mean
from vorhand.games.records import PlainRecord


def mean_loss(
    logs: Sequence[Path], agent: str, loss: Callable[[PlainRecord, int], float]
) -> CountedEstimate:
    """Estimate the loss of one seat of an agent per deal; the rotations of a deal are averaged.

    Args:
        logs: logs of matches with rotated seats.
        agent: name of the agent at the table.
        loss: function that returns what the player of a seat has lost in a game.
    """
    deals = []
    for log in logs:
        records = [PlainRecord.parse(line) for line in log.read_text("utf-8").splitlines()]
        games = [loss(record, record.seats.index(agent)) for record in records]
        deals += np.reshape(games, (-1, len(records[0].seats))).mean(axis=1).tolist()
    return mean(np.array(deals, np.float64)).of_cases(len(deals))
