"""Checks of the earlier tricks in starts at card play, compared with a slow enumeration."""

import itertools
import random

import pytest

from vorhand.games.skat.contracts import CLUBS, GRAND, HEARTS, Declaration
from vorhand.games.skat.start import Start
from vorhand.native import skat
from vorhand.native.errors import InvalidDealError
from vorhand.native.skat import Deal, Phase

Past = set[tuple[int, int, int, bool]]

ENDING = "play G by 0 cards CJ.SA/C7.ST/HJ.S7/-"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{ENDING} tricks 4 points 40 matadors -2", "matadors -2: the cards allow 1, 2"),
        (f"{ENDING} leader 1 points 40 matadors 1", r"soloist_points 40 in 0 of 8 tricks and the"),
        (f"{ENDING} tricks 8 points 0 matadors 2", "soloist_points 0 in 8 of 8 .*: expected 95"),
        (f"{ENDING} tricks 8 points 0 matadors 1", "soloist_tricks 8 with matadors 1: expected 0"),
        (f"{ENDING} tricks 4 points 1 matadors 1", r"soloist_points 1 in 4 of 8.*expected 11 \.\."),
        (f"{ENDING} tricks 4 points 94 matadors 1", r"soloist_points 94 .*expected 11 \.\. 91"),
        (f"{ENDING} points 4 matadors 1", "leader 0: expected a defender"),
        ("play GH by 1 cards ?CJ.CA.SJ.SA.HJ.HA tricks 8 points 62 matadors 1", "leader 0: expect"),
        ("play GH by 0 cards ?CJ.CA.SJ.SA.DJ.HA tricks 8 points 73 matadors 3", "points 73 .* 81"),
        ("play G by 0 cards ? leader 1", "leader 1: expected 0, forehand leads the first trick"),
        ("play G by 0 cards CJ/D7.D8/D9.DQ/- trick HJ tricks 3 points 30", "matadors 0"),
        (
            "play G by 0 cards S7/D7.D8/D9.DQ/- trick HJ tricks 3 points 30 matadors -3",
            "allow -2, -1, 1",
        ),
        # All eleven trumps but one are gone: the soloist played at most nine cards, and the skat
        # holds two more; but the ten of hearts is a defender's.
        ("play H by 0 cards D7/HT/C7/- tricks 9 points 60 matadors 11", "matadors 11"),
        # Three tens and the rest without points: 15 cannot be made.
        (
            "play N by 0 cards D7.D8.D9.H7.H8.H9.S7.S8.S9/CJ.SJ.HJ.DJ.CQ.SQ.HQ.DQ.CK/"
            "SK.HK.DK.CA.SA.HA.DA.DT.HT/C7.C8 leader 1 points 15",
            "soloist_points 15 in 0 of 1 tricks: expected 0",
        ),
    ],
)
def test_contradictions_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(InvalidDealError, match=message):
        Start.parse(text).deal()


def test_every_position_of_real_play_is_accepted() -> None:
    """The start has the skat, or leaves it out and counts its points for the soloist."""
    rng = random.Random(14)
    positions = 0
    for _ in range(120):
        deal = Deal()
        while not deal.is_over:
            if deal.phase is Phase.PLAY:
                start = Start.at(deal)
                again = start.deal()
                assert (again.matadors, again.soloist_tricks) == (
                    deal.matadors,
                    deal.soloist_tricks,
                )
                points = deal.soloist_points + skat.card_points(deal.skat)
                whole = deal.hand(deal.soloist).bit_count() == 10
                fields = {name: getattr(start, name) for name in Start.__slots__}
                told = deal.matadors if deal.contract < 5 else 0
                Start(**{**fields, "skat": 0, "points": points, "matadors": told}).deal()
                positions += 1 + whole
            actions = deal.legal_actions()
            passed = deal.phase is Phase.BIDDING and rng.random() < 0.7
            deal.apply(actions[0] if passed else rng.choice(actions))
    assert positions > 1500


def matadors(contract: int, twelve: frozenset[int]) -> int:
    """Count matadors along the trumps, as a player does."""
    trumps = [31, 23, 15, 7]
    if contract < GRAND:
        trumps += [8 * contract + rank for rank in range(6, -1, -1)]
    have = [card in twelve for card in trumps]
    run = next((i for i, held in enumerate(have) if held != have[0]), len(have))
    return run if have[0] else -run


def pasts(contract: int, own: frozenset[int], gone: tuple[int, ...], skat_gone: bool) -> Past:
    """Return every possible (soloist's tricks, points, matadors, soloist won the last trick).

    Any three cards may be a trick, led by any player; the soloist may have played any of them.
    """
    found = set()
    for skat_cards in itertools.combinations(gone, 2) if skat_gone else ((),):
        left = [card for card in gone if card not in skat_cards]
        for tricks in partitions(left):
            for mine in itertools.product(*tricks):
                twelve = own | set(mine) | set(skat_cards)
                for wins in itertools.product(
                    *(
                        outcomes(contract, trick, card)
                        for trick, card in zip(tricks, mine, strict=True)
                    )
                ):
                    pile = [c for t, won in zip(tricks, wins, strict=True) if won for c in t]
                    points = skat.card_points(sum(1 << c for c in (*pile, *skat_cards)))
                    number = matadors(contract, twelve)
                    found |= {(sum(wins), points, number, last) for last in set(wins)}
    return found


def partitions(cards: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    if not cards:
        return [()]
    first, *rest = cards
    found = []
    for two in itertools.combinations(rest, 2):
        others = [card for card in rest if card not in two]
        found += [((first, *two), *more) for more in partitions(others)]
    return found


def outcomes(contract: int, trick: tuple[int, ...], mine: int) -> set[bool]:
    """Return whether the soloist's card can win the trick, and whether it can lose it."""
    return {
        order[skat.trick_winner(contract, *order)] == mine
        for order in itertools.permutations(trick)
    }


@pytest.mark.extended
@pytest.mark.parametrize("tricks", [1, 2])
@pytest.mark.parametrize("skat_gone", [False, True])
def test_just_what_can_have_been_is_accepted(tricks: int, skat_gone: bool) -> None:
    rng = random.Random(tricks)
    accepted = refused = 0
    for _ in range(
        {(1, False): 60, (1, True): 25, (2, False): 15, (2, True): 2}[tricks, skat_gone]
    ):
        contract = rng.choice([HEARTS, CLUBS, GRAND])
        pack = sorted(
            range(32), key=lambda card: rng.random() + (card % 8 == 7) * rng.choice([0, 1])
        )
        gone = tuple(pack.pop() for _ in range(3 * tricks + 2 * skat_gone))
        rng.shuffle(pack)
        size = 10 - tricks
        hands = [sum(1 << c for c in pack[size * k : size * (k + 1)]) for k in range(3)]
        skat_set = sum(1 << c for c in pack[3 * size :])
        soloist = rng.randrange(3)
        own = frozenset(pack[size * soloist : size * (soloist + 1)]) | frozenset(pack[3 * size :])
        possible = pasts(contract, own, gone, skat_gone)
        most = skat.card_points(sum(1 << c for c in gone)) + 2
        numbers = {number for *_, number, _ in possible}
        for number in {*numbers, *rng.sample([-4, -3, -2, -1, 1, 2, 3, 4], 3)}:
            for won, points, leads in itertools.product(
                range(tricks + 1), range(most), (True, False)
            ):
                start = Start(
                    hands=(hands[0], hands[1], hands[2]), skat=skat_set,
                    declaration=Declaration(contract), soloist=soloist,
                    leader=soloist if leads else (soloist + 1) % 3,
                    tricks=won, points=points, matadors=number,
                )  # fmt: skip
                expected = (won, points, number, leads) in possible
                assert can_be(start) == expected, (str(start), expected)
                accepted, refused = accepted + expected, refused + (not expected)
    assert accepted > 100
    assert refused > 1000


def can_be(start: Start) -> bool:
    try:
        start.deal()
    except InvalidDealError:
        return False
    return True
