"""Lines of paranoid bidding tables."""

from vorhand.evaluation.papers.furtak_2013.bidding_lines import GAMES, LENGTH, SKATS, line, skats_of
from vorhand.games.skat.cards import parse_cards

DISCARDS = 66


def test_a_hand_that_takes_every_trick() -> None:
    """Four jacks and six clubs: in clubs and grand all points are sure."""
    hand = parse_cards("CJ SJ HJ DJ CA CT CK CQ C9 C8")
    skats = skats_of(hand)
    assert len(skats) == SKATS
    values = line(hand, 0, skats[:1], 100)
    assert len(values) == DISCARDS * GAMES + GAMES
    assert LENGTH == (SKATS * DISCARDS + 1) * GAMES
    assert skats[0] == parse_cards("D7 D8")
    last = values[-GAMES:]  # from the hand
    assert last[3] == last[4] == 3
    by_discards = [values[k : k + GAMES] for k in range(0, len(values) - GAMES, GAMES)]
    # The first pair is the skat itself, diamonds being the lowest cards.
    assert by_discards[0][3] == by_discards[0][4] == 3


def test_a_hopeless_hand_is_sure_of_nothing() -> None:
    hand = parse_cards("D7 D8 D9 H7 H8 H9 S7 S8 S9 C7")
    assert set(line(hand, 1, skats_of(hand)[-1:], 100)) == {0}
