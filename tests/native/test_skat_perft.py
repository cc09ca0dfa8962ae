"""The compiled rules against the slow reference: perft, and single tricks."""

import random

import pytest

from vorhand.native import skat
from vorhand.native.errors import IllegalActionError
from vorhand.tests.native import skat_reference as reference
from vorhand.tests.native.skat_perft import endings
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, mask, names


def test_perft_agrees_with_the_reference() -> None:
    for ending in endings(seed=1):
        assert skat.perft(ending.deal()) == ending.counted()


def test_perft_needs_a_contract() -> None:
    with pytest.raises(IllegalActionError, match="card play"):
        skat.perft(skat.Deal())


def test_random_tricks_agree_card_by_card() -> None:
    rng = random.Random(17)
    for i in range(3_000):
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
    assert names(skat.trump_mask(contract)) == set(reference.trumps(CONTRACTS[contract]))
    for card in PACK:
        group = reference.group(CONTRACTS[contract], card)
        strengths = [skat.strength(contract, PACK.index(c)) for c in group]
        assert strengths == sorted(set(strengths), reverse=True)
