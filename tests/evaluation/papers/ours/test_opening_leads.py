"""The report on the opening leads of defenders at Skat."""

import numpy as np
import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import opening_leads
from vorhand.evaluation.papers.ours.opening_leads import STATEMENTS, statements
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import card_name, cards_text, parse_card, parse_cards
from vorhand.games.skat.contracts import CLUBS, GRAND, NULL
from vorhand.native.skat_kermit import games
from vorhand.native.skat_monte_carlo import Player

TRUMP, LONGEST, SINGLE, ACE, ACE_OF_TEN, ACE_ALONE, TEN_ALONE, HIGHEST, LOWEST = STATEMENTS


@pytest.mark.parametrize(
    ("contract", "hand", "led", "expected"),
    [
        (CLUBS, "CJ C7 SA ST S7 HA H9 DK D8 D7", "CJ", {TRUMP: True}),
        (
            CLUBS,
            "CJ C7 SA ST S7 HA H9 DK D8 D7",
            "SA",
            {TRUMP: False, LONGEST: True, ACE: True, ACE_OF_TEN: True},
        ),
        (
            CLUBS,
            "CJ C7 SA ST S7 HA H9 DK D8 D7",
            "H9",
            {TRUMP: False, LONGEST: False, ACE: False, ACE_ALONE: False},
        ),
        # Without a jack a hand has no trump in grand, so no statement about trumps applies.
        (GRAND, "SA ST SK HT H9 H8 H7 DT CA C7", "DT", {LONGEST: False, ACE: False, SINGLE: True}),
        (
            GRAND,
            "SA ST SK HT H9 H8 H7 DT CA C7",
            "H9",
            {LONGEST: True, ACE: False, SINGLE: False, TEN_ALONE: False},
        ),
        (
            GRAND,
            "SJ SQ S9 HK H9 H8 DK DQ CQ C7",
            "SQ",
            {TRUMP: False, LONGEST: False, HIGHEST: True},
        ),
        # In null a ten is lower than a jack, and no statement is about aces.
        (
            NULL,
            "SA SJ ST HK H9 H8 DK DQ CQ C7",
            "ST",
            {LONGEST: True, LOWEST: True},
        ),
        (NULL, "SA SJ ST HK H9 H8 DK DQ DJ C7", "C7", {LONGEST: False, SINGLE: True}),
    ],
)
def test_a_lead_is_described(contract: int, hand: str, led: str, expected: dict[str, bool]) -> None:
    found = dict(statements(contract, parse_cards(hand), parse_card(led)))
    assert found == expected


def test_every_deal_is_a_case_even_without_hits() -> None:
    """Without hits Wilson's interval of n cases ends at z^2 / (n + z^2)."""
    settings = settings_for(experiment("opening-leads"))
    parts = [[["grand", "soloist last", ACE, 0, 30]], [["grand", "soloist last", ACE, 0, 70]]]
    (row,) = opening_leads.EXPERIMENT.report(settings, parts).rows
    assert row.cases == 100
    assert (row.ours.value, row.ours.low) == (0, 0)
    assert row.ours.high == pytest.approx(100 * 1.96**2 / (100 + 1.96**2), abs=1e-3)


def test_leads_are_counted_in_the_games_in_which_a_defender_leads() -> None:
    """Count the aces led in grand games once more, from the names of the cards."""
    numbers: dict[str, float | str] = {"agent": "rule", "deals": 400}
    settings = settings_for(experiment("opening-leads"), "quick", 3, numbers)
    results = [
        opening_leads.EXPERIMENT.work(job) for job in opening_leads.EXPERIMENT.jobs(settings)
    ]
    rows = {row.name: row for row in opening_leads.EXPERIMENT.report(settings, results).rows}
    _, facts, records = games([None] * 3, 400, 3, 0, [Player.rule()] * 3)
    counts = {1: [0, 0], 2: [0, 0]}
    for fact, record in zip(np.asarray(facts), np.asarray(records), strict=True):
        deal = record.view(DEAL)[0]
        if fact[0] not in counts or deal["contract"] != GRAND:
            continue
        hand = cards_text(int(deal["cards"][0])).split()
        led = card_name(int(deal["plays"][0]))
        if led[1] != "J" and any(name[1] == "A" for name in hand):
            counts[fact[0]][0] += led[1] == "A"
            counts[fact[0]][1] += 1
    for place, soloist in (("soloist second", 1), ("soloist last", 2)):
        row = rows[f"{ACE}, grand, {place}"]
        assert row.cases == counts[soloist][1] > 0
        assert row.ours.value == pytest.approx(100 * counts[soloist][0] / counts[soloist][1])
