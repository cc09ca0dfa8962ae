"""The compiled rules against the slow reference: perft, and single tricks."""

import random

import pytest

from vorhand.native import skat
from vorhand.native.errors import IllegalActionError
from vorhand.tests.native import skat_reference as reference
from vorhand.tests.native.skat_perft import GAMES, Ending, endings, stored
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, mask, names

STORED = stored()


def cards(ending: Ending) -> int:
    return len(ending.hands[ending.leader].split()) + bool(ending.trick)


def test_stored_endings_are_those_of_the_script() -> None:
    made = list(endings(seed=2026))
    assert len(made) == len(STORED) == 120
    for ending, kept in zip(made, STORED, strict=True):
        assert (ending.game(), ending.level) == (kept.game(), kept.level)
    assert {(e.contract, e.level, cards(e)) for e in STORED} == {
        (*game, n) for game in GAMES for n in (3, 4, 5)
    }


def test_perft_agrees_with_the_stored_counts() -> None:
    wrong = [
        (ending, counted)
        for ending in STORED
        if (counted := skat.perft(ending.deal())) != (ending.sequences, ending.soloist_points)
    ]
    assert wrong == []


def test_perft_agrees_with_the_reference_run_now() -> None:
    fresh = [e for e in endings(seed=1) if cards(e) < 5]
    assert len(fresh) > 90
    for ending in fresh:
        counted = ending.counted()
        assert skat.perft(ending.deal()) == (counted.sequences, counted.soloist_points)


def test_perft_needs_a_contract() -> None:
    with pytest.raises(IllegalActionError, match="card play"):
        skat.perft(skat.Deal())


def test_random_tricks_agree_card_by_card() -> None:
    rng = random.Random(17)
    for i in range(6_000):
        contract = CONTRACTS[i % 6]
        size = rng.randint(1, 10)
        pack = rng.sample(PACK, 3 * size)
        hands = [frozenset(pack[n * size : (n + 1) * size]) for n in range(3)]
        trick: list[str] = []
        for hand in hands:
            led = PACK.index(trick[0]) if trick else -1
            allowed = reference.legal(contract, hand, trick)
            assert names(skat.legal_cards(i % 6, mask(hand), led)) == allowed
            trick.append(rng.choice(sorted(allowed)))
            if led >= 0:
                follow = reference.group(contract, trick[0])
                shown = [] if trick[-1] in follow else follow
                assert skat.void_shown(i % 6, led, PACK.index(trick[-1])) == mask(shown)
        taken = [PACK.index(card) for card in trick]
        assert skat.trick_winner(i % 6, *taken) == reference.winner(contract, trick)
        assert skat.card_points(mask(trick)) == reference.points(trick)


@pytest.mark.parametrize("contract", range(6))
def test_strength_orders_every_group(contract: int) -> None:
    for card in PACK:
        group = reference.group(CONTRACTS[contract], card)
        strengths = [skat.strength(contract, PACK.index(c)) for c in group]
        assert strengths == sorted(set(strengths), reverse=True)
