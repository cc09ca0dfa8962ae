"""Grades of played cards, compared with hints, with counts by hand and with open hands."""

import itertools

import pytest
from msgspec import UNSET, structs

from vorhand.agents.montecarlo.advisers import usual_adviser
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, played_deal
from vorhand.evaluation.post_mortem.skat.review import hints, review
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_list, card_name, parse_card, parse_cards
from vorhand.native.skat import Deal
from vorhand.service.games.observations import observe as observed
from vorhand.service.games.observations import observer_of
from vorhand.tests.games.skat.plain_search import soloist_wins
from vorhand.tests.games.skat.records.sample import GAMES_FILE
from vorhand.web.answers import Hint
from vorhand.web.boards import advise
from vorhand.web.games.skat import WEB

AGENT = "pimc(worlds=10)"
NOBODY = ("", "", "")

# The soloist of a grand leads, has 43 points and needs 18; the jack of spades is out.
OTHERS = "SJ C8 CQ HK S7 ST"
START = (
    "python_skat(start=play G by 0 cards DJ.C9.CA/{left}/{right}/DQ.H9 tricks 5 points 40 "
    "matadors 1)"
)


def layout(left: list[int]) -> Deal:
    """Return the ending with these cards in middlehand."""
    right = [card for card in card_list(parse_cards(OTHERS)) if card not in left]
    sides = [".".join(map(card_name, some)) for some in (left, right)]
    deal: Deal = load_game(START.format(left=sides[0], right=sides[1])).first_deal.copy()
    return deal


def played_on(deal: Deal, card: int) -> PlayedDeal:
    """Return the deal after this card, played to its end by the first legal cards."""
    deal = deal.copy()
    deal.apply(card)
    while not deal.is_over:
        deal.apply(deal.legal_actions()[0])
    return PlayedDeal("", NOBODY, deal, deal.result().won)


def test_a_card_that_is_right_by_what_is_known_is_no_mistake_where_it_loses() -> None:
    """The ace of clubs wins in 12 of 20 layouts, the jack in two; in this layout the jack wins."""
    good, lucky = parse_card("CA"), parse_card("DJ")
    wins = {good: 0, lucky: 0}
    for left in itertools.combinations(card_list(parse_cards(OTHERS)), 3):
        for card in wins:
            after = layout(list(left))
            after.apply(card)
            wins[card] += soloist_wins(after)
    assert wins == {good: 12, lucky: 2}
    here = layout(card_list(parse_cards("SJ C8 CQ")))
    agent = "pimc(worlds=1000)"  # all twenty layouts
    found = {card: review(played_on(here, card), agent).plays[0] for card in wins}
    advice = found[good].advice
    assert advice is not None
    assert advice.name == "CA"
    assert (found[good].grade, found[good].judged.error) == ("", True)
    assert found[good].open_loss > 0
    verdict = found[lucky].verdict
    assert verdict is not None
    assert verdict.loss == pytest.approx((12 - 2) / 20, abs=1e-6)
    assert verdict.error == 0
    assert (found[lucky].grade, found[lucky].judged.error) == ("blunder", False)
    assert found[lucky].open_loss == 0


@pytest.mark.parametrize("number", [2, 9, 39])
def test_no_card_that_a_hint_names_is_called_a_mistake(number: int) -> None:
    """The hint's card and its equals are no mistakes in real deals, however these were played."""
    played = played_deal(GAMES_FILE, number)
    asked = 0
    for advice in hints(played, AGENT):
        if advice is None:
            continue
        for move in advice.best:
            verdict = advice.verdict_of(move)
            assert verdict is not None
            assert (verdict.loss, verdict.grade) == (0, "")
            asked += 1
    assert asked > 15


def test_the_hint_at_the_page_is_the_one_of_the_review() -> None:
    """Both ways use the same agent, worlds and seed: over the wire and in the review."""
    game = load_game(START.format(left="SJ.C8.CQ", right="HK.S7.ST"))
    observer, state, told = observer_of(game), game.new_initial_state(), []
    while not state.is_terminal():
        seat = state.current_player()
        seen = observed(observer, str(game), state, seat).SerializeToString()
        told.append(advise(seen, ""))
        state.apply_action(state.legal_actions()[-1])
    played = PlayedDeal("", NOBODY, state.deal)
    assert told[0].agent == "vorhand"
    given = list(hints(played, str(usual_adviser("python_skat"))))
    for hint, advice in zip(told, given, strict=True):
        if advice is not None:
            # Only the page gives a sentence.
            assert Hint.of(advice, "vorhand") == structs.replace(hint, because=UNSET)
    assert sum(advice is not None for advice in given) >= 3


def test_grades_come_in_parts_as_in_the_whole_review() -> None:
    deal = layout(card_list(parse_cards("SJ C8 CQ")))
    cards = list(deal.legal_actions())
    after = played_on(deal, cards[0]).deal
    actions = list(after.history)
    name = START.format(left="SJ.C8.CQ", right="HK.S7.ST")
    line = f'{{"game": "{name}", "actions": {actions}, "seats": ["a", "b", "c"]}}'
    whole = WEB.questions["review"]({"text": line})["plays"]
    parts: list[dict[str, object]] = []
    while len(parts) < len(whole):
        ask = {"text": line, "first": len(parts), "count": 2}
        parts += WEB.questions["grades"](ask)["grades"]
    assert [{key: play[key] for key in part} for play, part in zip(whole, parts, strict=True)] == (
        parts
    )
    assert any(part["loss"] is not None for part in parts)
    for first, count in ((-1, 2), (0, None), ("0", 1), (0, 10**9)):
        with pytest.raises(ValueError, match="expected"):
            WEB.questions["grades"]({"text": line, "first": first, "count": count})
