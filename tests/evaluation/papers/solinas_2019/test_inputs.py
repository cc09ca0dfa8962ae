"""The inputs of the networks by group, and the time of a move, from constructed results."""

from pathlib import Path

import numpy as np

from vorhand.evaluation.papers.solinas_2019 import section4
from vorhand.evaluation.papers.solinas_2019.tables1_2 import EXPERIMENT
from vorhand.native.skat_card_location import (
    LOCATION_BID_INPUTS,
    LOCATION_INPUTS,
    LOCATION_SEQUENCE,
    Tastes,
    begun_deals,
    location_examples,
    location_groups,
    played_by_rule,
)
from vorhand.tests.evaluation.papers.small import reported, reproduce, values


def test_groups_cover_all_inputs_in_order() -> None:
    names, firsts = zip(*location_groups(), strict=True)
    assert firsts[0] == 0
    assert list(firsts) == sorted(set(firsts))
    assert firsts[names.index("cards played, by player")] == LOCATION_BID_INPUTS
    assert firsts[names.index("cards of all tricks, by player")] == LOCATION_SEQUENCE
    assert len(set(names)) == len(names)
    assert firsts[-1] + 9 * 3 == LOCATION_INPUTS  # nine leaders, one of three each


def test_groups_hold_what_they_are_called() -> None:
    """Counts of ones in each group at the third card of the second trick."""
    ply, deals = 5, 40
    tastes = Tastes(boldness=20, null=30, grand=10, hand=20, ouvert=0)
    records = played_by_rule(begun_deals(deals, 1, 0, tastes), 1, 0, tastes)
    inputs, _, _ = location_examples(records, np.full(deals, ply))
    ends = [first for _, first in location_groups()[1:]] + [LOCATION_INPUTS]
    ones = {
        name: set(np.asarray(inputs)[:, first:end].sum(axis=1).tolist())
        for (name, first), end in zip(location_groups(), ends, strict=True)
    }
    assert ones["own cards"] == {9}
    assert ones["own cards at the first lead"] == {10}
    assert ones["skat, if seen"] <= {0, 2}
    assert ones["soloist"] == ones["seat"] == ones["number of the trick"] == {1}
    assert ones["cards of the trick, by opponent"] == {2}
    assert ones["cards played, by player"] == ones["cards of all tricks, by player"] == {ply}
    assert ones["leaders of all tricks"] == {2}
    assert ones["cards led, by opponent"] <= {0, 1, 2}


def test_inputs_beside_the_papers(tmp_path: Path) -> None:
    report = reproduce("solinas-tables1.2", tmp_path)
    found = values(report)
    assert found["input, together"] == LOCATION_INPUTS
    theirs = {row.name: row.paper for row in report.rows if row.paper is not None}
    assert theirs["input, together"] == 360 + 768
    assert found["network, units at its end"] == 32
    # the network that is trained: the sequence's end joins the other inputs
    assert found["network, inputs of the trunk"] == LOCATION_SEQUENCE + 32
    assert EXPERIMENT.why


def test_a_ratio_of_times_is_judged() -> None:
    noise = np.linspace(-1, 1, 30)
    for bdci, ratio, verdict in ((286, "agrees", "holds"), (50, "differs", "does not hold")):
        results = np.stack([90 + noise, 93 + noise, 90 - noise, bdci - noise], axis=1)
        report = reported("solinas-section4", results.tolist(), deals=10)
        [row] = [row for row in report.rows if row.paper is not None]
        assert row.verdict.startswith(ratio)
        assert report.findings[0].verdict == verdict


def test_decisions_have_a_choice_in_the_first_eight_tricks() -> None:
    for number in range(8):
        view = section4._decision("suit", 0, number)
        assert len(view.legal_actions) > 1
        assert len(view.plays) < 24
