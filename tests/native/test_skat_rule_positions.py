"""Hand-made decisions, each for one rule of thumb of the rule player."""

import re

import pytest

from vorhand.games.skat.cards import card_set, parse_card, parse_cards
from vorhand.native import skat
from vorhand.native.skat import Deal, Phase, action_name, rule_action

POSITIONS = """
schmear on the partner's sure trick
C CJ C9 S9 H9 / SK SQ H8 D7 / HT H7 S8 S7 HQ leader 0 table DK DA best HT

stint the soloist's trick
C CJ C9 S9 H9 / HT H7 S8 S7 HQ / SK SQ H8 D7 leader 2 table D9 DA best H7 S8 S7

keep the ten from the ace
C CJ C9 S9 H9 / DT D7 S8 S7 HQ / SK SQ H8 D8 leader 2 table D9 DA best D7

bring the bare ten home with the partner
C CJ C9 S9 HA / SK SQ H8 D7 / HT SA S8 S7 D8 leader 0 table CQ CK best HT SA

trumps are drawn from strength
C CJ SJ HJ CA CT CK C9 SA ST D7 / DJ CQ S9 S8 HA HK H7 DA DT D8 / C8 C7 SK SQ S7 HT HQ H9 DK DQ
leader 0 table best CJ SJ HJ

winners are cashed when the trumps are gone
C SA ST H7 / SK HA DA / SQ S9 HT leader 0 table best SA ST

last in hand takes with the full card
G SA ST S7 CJ / HA H9 D9 / HK HT D8 leader 1 table SK S9 best SA ST

the trick that makes 61 is ruffed
C CJ D7 S7 / S9 DA / S8 DT leader 1 table HA HT best CJ points 50

a loser is thrown on a trick without points
C CJ D7 SA / S9 DA / S8 DT leader 1 table H7 H8 best D7

null: as high as one can stay under
N HQ H8 H7 S7 / HA S9 D9 / S8 D8 D7 leader 1 table H9 HK best HQ

null: the dangerous card is thrown
N DA D8 S8 S7 / SA S9 D9 / CT DK D7 leader 1 table HA H7 best DA

null: stay under the soloist and he is caught
N HQ H8 S7 / S8 SA D8 D7 / CA D9 CK leader 2 table ST SJ best S8
"""
"""Rules and endings: the contract, hands by seat, the cards on the table, which count to no hand,
and those that the rule allows. Seat 0 is the soloist; cards in nobody's hand are out of play."""
CASES = [case.split("\n", 1) for case in POSITIONS.strip().split("\n\n")]


def ending(text: str) -> tuple[Deal, list[str]]:
    """Return the deal in a position, and the best cards."""
    cards, *fields = re.split(r"\s*\b(leader|table|best|points)\b\s*", text)
    named = {"points": "30", **dict(zip(fields[::2], fields[1::2], strict=True))}
    contract, hands = cards[0], [parse_cards(hand) for hand in cards[1:].split("/")]
    trick = [parse_card(name) for name in named["table"].split()]
    gone = 0xFFFFFFFF & ~(sum(hands) | card_set(trick))
    before = contract != "N" and gone.bit_count() > 2  # tricks were played
    deal = Deal.card_play(
        (hands[0], hands[1], hands[2]),
        skat=gone if gone.bit_count() == 2 else 0,
        soloist=0,
        contract="DHSCGN".index(contract),
        leader=int(named["leader"]),
        trick=trick,
        soloist_points=min(int(named["points"]), skat.card_points(gone)) if before else 0,
        soloist_tricks=3 if before else 0,
        matadors=1 if before else 0,
        any_past=True,
    )
    return deal, named["best"].split()


@pytest.mark.parametrize(("rule", "text"), CASES, ids=[rule for rule, _ in CASES])
def test_card_play(rule: str, text: str) -> None:
    deal, best = ending(text)
    assert action_name(rule_action(deal)) in best, rule


def dealt(hand: str, seat: int) -> Deal:
    """Return the given hand at a seat, the other cards in ascending order."""
    ten = [parse_card(name) for name in hand.split()]
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
