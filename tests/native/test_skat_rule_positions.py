"""Hand-made decisions, each showing a rule of thumb that the rule player keeps."""

from dataclasses import dataclass

import pytest

from vorhand.native import skat
from vorhand.native.skat import Deal, Phase, action_name, rule_action
from vorhand.tests.native.skat_positions import GRAND, NULL, card, mask

CLUBS = 3


@dataclass(frozen=True)
class Position:
    """An ending: seat 0 is the soloist, cards in nobody's hand are out of play.

    The cards on the table count to no hand. `best` are the cards the rule allows.
    """

    rule: str
    contract: int
    hands: tuple[str, str, str]
    leader: int
    trick: str
    best: str
    soloist_points: int = 30

    def deal(self) -> Deal:
        first, second, third = (mask(hand.split()) for hand in self.hands)
        trick = [card(name) for name in self.trick.split()]
        gone = 0xFFFFFFFF & ~(first | second | third | sum(1 << c for c in trick))
        whole = gone.bit_count() == 2
        null = self.contract == NULL
        return Deal.card_play(
            (first, second, third),
            skat=gone if whole else 0,
            soloist=0,
            contract=self.contract,
            leader=self.leader,
            trick=trick,
            soloist_points=0 if null or whole else min(self.soloist_points, skat.card_points(gone)),
            soloist_tricks=0 if null or whole else 3,
            matadors=0 if null or whole else 1,
            any_past=True,
        )


POSITIONS = [
    Position(
        "schmear on the partner's sure trick",
        CLUBS,
        ("CJ C9 S9 H9", "SK SQ H8 D7", "HT H7 S8 S7 HQ"),
        leader=0,
        trick="DK DA",
        best="HT",
    ),
    Position(
        "stint the soloist's trick",
        CLUBS,
        ("CJ C9 S9 H9", "HT H7 S8 S7 HQ", "SK SQ H8 D7"),
        leader=2,
        trick="D9 DA",
        best="H7 S8 S7",
    ),
    Position(
        "keep the ten from the ace",
        CLUBS,
        ("CJ C9 S9 H9", "DT D7 S8 S7 HQ", "SK SQ H8 D8"),
        leader=2,
        trick="D9 DA",
        best="D7",
    ),
    Position(
        "bring the bare ten home with the partner",
        CLUBS,
        ("CJ C9 S9 HA", "SK SQ H8 D7", "HT SA S8 S7 D8"),
        leader=0,
        trick="CQ CK",
        best="HT SA",
    ),
    Position(
        "trumps are drawn from strength",
        CLUBS,
        (
            "CJ SJ HJ CA CT CK C9 SA ST D7",
            "DJ CQ S9 S8 HA HK H7 DA DT D8",
            "C8 C7 SK SQ S7 HT HQ H9 DK DQ",
        ),
        leader=0,
        trick="",
        best="CJ SJ HJ",
    ),
    Position(
        "winners are cashed when the trumps are gone",
        CLUBS,
        ("SA ST H7", "SK HA DA", "SQ S9 HT"),
        leader=0,
        trick="",
        best="SA ST",
    ),
    Position(
        "last in hand takes with the full card",
        GRAND,
        ("SA ST S7 CJ", "HA H9 D9", "HK HT D8"),
        leader=1,
        trick="SK S9",
        best="SA ST",
    ),
    Position(
        "the trick that makes 61 is ruffed",
        CLUBS,
        ("CJ D7 S7", "S9 DA", "S8 DT"),
        leader=1,
        trick="HA HT",
        best="CJ",
        soloist_points=50,
    ),
    Position(
        "a loser is thrown on a trick without points",
        CLUBS,
        ("CJ D7 SA", "S9 DA", "S8 DT"),
        leader=1,
        trick="H7 H8",
        best="D7",
    ),
    Position(
        "null: as high as one can stay under",
        NULL,
        ("HQ H8 H7 S7", "HA S9 D9", "S8 D8 D7"),
        leader=1,
        trick="H9 HK",
        best="HQ",
    ),
    Position(
        "null: the dangerous card is thrown",
        NULL,
        ("DA D8 S8 S7", "SA S9 D9", "CT DK D7"),
        leader=1,
        trick="HA H7",
        best="DA",
    ),
    Position(
        "null: stay under the soloist and he is caught",
        NULL,
        ("HQ H8 S7", "S8 SA D8 D7", "CA D9 CK"),
        leader=2,
        trick="ST SJ",
        best="S8",
    ),
]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.rule)
def test_card_play(position: Position) -> None:
    played = action_name(rule_action(position.deal()))
    assert played in position.best.split()


def dealt(hand: str, seat: int) -> Deal:
    """The given hand at a seat, the other cards in ascending order."""
    ten = [card(name) for name in hand.split()]
    rest = [c for c in range(32) if c not in ten]
    order = rest[: 10 * seat] + ten + rest[10 * seat :]
    deal = Deal()
    for c in order:
        deal.apply(c)
    return deal


def declared(hand: str, seat: int) -> str:
    """Return the declaration of a seat that alone bids; 'pass' if it does not bid."""
    deal = dealt(hand, seat)
    while deal.phase not in (Phase.PLAY, Phase.OVER):
        deal.apply(rule_action(deal) if deal.player == seat else skat.PASS)
    if deal.soloist < 0:
        return "pass"
    return action_name([a for a in deal.history if a >= skat.FIRST_DECLARATION][-1])


def test_bids_on_what_it_holds() -> None:
    assert declared("C7 C8 S7 S8 H7 HQ HK D9 DQ DK", 1) == "pass"
    assert declared("CJ SJ HJ DJ CA CT SA ST HA D7", 0).startswith("grand")
    assert declared("CJ SJ CA CT CK CQ C9 SA H7 D7", 0).startswith(("clubs", "grand"))
    assert declared("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8", 1).startswith("null")


def test_announces_what_it_cannot_lose() -> None:
    assert declared("CJ SJ HJ DJ CA CT CK CQ C9 C8", 0) in ("grand ouvert", "clubs ouvert")
