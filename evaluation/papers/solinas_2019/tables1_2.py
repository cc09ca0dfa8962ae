"""Solinas, Rebstock and Buro (AAAI 2019), tables 1 and 2: the inputs of the networks.

The inputs of our networks are counted in the implementation, group by group, and compared with the
paper's. All are zeros and ones. The form of the networks (figure 1 of the paper) is read from a
shipped network, that of `bdci` for suit games. Only the part of the form that the paper states is
compared: the history passes through four layers of its own, the last of which has 32 units, and
there are 128 outputs.
"""

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import file_name, layers_of, read_arrays
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row, exact
from vorhand.native.skat_card_location import LOCATION_INPUTS, location_groups

_INPUTS, _NETWORK = "inputs", "network"
_PAPER = {
    "own cards": 32,
    "skat, if seen": 32,
    "cards played, by player": 96,
    "cards led, by opponent": 64,
    "cards sloughed, by opponent": 64,
    "voids, by opponent": 10,
    "highest bids of all players": 22,
    "cards of the trick, by opponent": 32,
    "soloist": 3,
    "trump suit": 5,
    "cards of all tricks, by player": 768,
}
_NOTES = {
    "highest bids of all players": "paper: the opponents' alone, type and size",
    "cards of the trick, by opponent": "paper: the cards alone",
    "cards of all tricks, by player": "paper: 24 cards in order; ours: nine tricks, by player",
}
_PAPER_BRANCH = {"layers of the history's branch": 4, "units at its end": 32, "outputs": 128}


def _work(job: Job) -> dict[str, int]:
    (kind,) = job
    if kind == _INPUTS:
        groups = location_groups()
        ends = [first for _, first in groups[1:]] + [LOCATION_INPUTS]
        return {name: end - first for (name, first), end in zip(groups, ends, strict=True)}
    arrays = read_arrays(FOLDER / file_name("bdci"))
    branch, trunk = (layers_of(arrays, f"suit.{part}") for part in ("sequence", "trunk"))
    widths = [weights.shape[1] for weights, _ in trunk]
    return {
        "layers of the history's branch": len(branch),
        "units at its end": branch[-1][0].shape[1],
        "inputs of the trunk": trunk[0][0].shape[0],
        "layers of the trunk": len(trunk),
        "units of its widest layer": max(widths),
        "outputs": widths[-1],
    }


def _report(settings: Settings, results: list[dict[str, int]]) -> Report:
    inputs, network = results
    rows = [
        Row(f"input, {name}", exact(size), _PAPER.get(name), 0, _NOTES.get(name, ""))
        for name, size in inputs.items()
    ]
    total = sum(inputs.values())
    rows.append(Row("input, together", exact(total), sum(_PAPER.values()), 0))
    rows += [
        Row(f"network, {name}", exact(size), _PAPER_BRANCH.get(name), 0)
        for name, size in network.items()
    ]
    return Report("Inputs and form of the card-location network of suit games", rows)


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), tables 1 and 2 and figure 1",
    {},
    lambda settings: [[_INPUTS], [_NETWORK]],
    _work,
    _report,
    why="Our networks also see the seat, the bids of all players and who played each card.",
)
