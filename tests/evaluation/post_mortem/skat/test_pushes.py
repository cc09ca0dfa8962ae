"""Reviews of pushes before Ramsch, against playouts one by one and the rules of grades."""

import itertools
import math
import random
from collections import Counter
from statistics import fmean, stdev

import pytest
from scipy import stats

from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.evaluation.post_mortem.skat import pushes
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.cards import card_list, card_set, parse_card
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.view import SkatView
from vorhand.native.errors import InputError
from vorhand.native.skat import PICK_UP, PUSH_UNSEEN, Scoring, rule_action, scores
from vorhand.tests.agents.skat.test_equal_pairs import Definition, names
from vorhand.tests.agents.skat.test_push_reasons import at_the_first_card
from vorhand.tests.games.skat.test_schieberamsch import GAME, passed
from vorhand.tests.sizes import sizes

_STAKE = 61.5  # one and a half times the 41 card points with which a player may lose undoubled
_FEW = 200


def pushed_at_random(rng: random.Random) -> tuple[SkatState, list[tuple[int, int, list[int]]]]:
    """Play a deal of random pushes to its end; return also seat, action and cards of each."""
    state, made = passed(GAME, rng), []
    while state.deal.is_pushing:
        seat, taken = state.current_player(), rng.choice([PICK_UP, PICK_UP, PUSH_UNSEEN])
        state.apply_action(taken)
        cards = []
        while state.deal.is_pushing and state.current_player() == seat:
            cards.append(rng.choice(state.legal_actions()))
            state.apply_action(cards[-1])
        made.append((seat, taken, cards))
    while not state.is_terminal():
        state.apply_action(rule_action(state.deal))
    return state, made


def scores_by_world(view: SkatView, pair: int) -> list[float]:
    """Return the player's score less the others' mean in each world, by rule players."""
    found = []
    for row in uniform(view, pushes.WORLDS, pushes.SEED + 1).rows:
        deal = view.deal([int(cards) for cards in row])
        deal.apply_all(bytes(card_list(pair)))
        while not deal.is_over:
            deal.apply(rule_action(deal))
        each = scores(Scoring.GAME_VALUE, deal.result())
        found.append(each[view.player] - (sum(each) - each[view.player]) / 2)
    return found


def by_rule(state: SkatState) -> list[int]:
    """Return the pair that the rule player pushes on."""
    deal, found = state.deal.copy(), []
    for _ in range(2):
        found.append(rule_action(deal))
        deal.apply(found[-1])
    return found


def grade(losses: list[float], stake: float, moves: int) -> str:
    """Return the grade of the losses by world, of one of several moves."""
    loss = fmean(losses) / stake
    error = stdev(losses) / math.sqrt(len(losses)) / stake
    if loss <= error * stats.t.ppf(1 - 0.05 / (moves * (moves - 1)), len(losses) - 1):
        return ""
    limits = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
    return next((name for least, name in limits if loss >= least), "")


@pytest.mark.parametrize("count", sizes(3, 20))
def test_pairs_against_playouts_one_by_one(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare means, shares, losses and grades of all pairs considered."""
    monkeypatch.setattr(pushes, "WORLDS", _FEW)
    rng, grades, unseen = random.Random(2), Counter[str](), Counter[int]()
    for _ in range(count):
        state = at_the_first_card(rng)
        view = state.view(state.current_player())
        plain = [card for card in card_list(view.hand) if card % 8 != 7]  # jacks stay in the hand
        pairs = list(itertools.combinations(plain, 2))
        assert sorted(pushes.all_pairs(view)) == sorted(map(card_set, pairs))
        hint, pushed = by_rule(state), rng.choice(pairs)
        found = pushes.compare_pairs(view, hint, pushed)
        assert found.move == card_set(hint)
        made = set(map(card_set, (hint, pushed)))
        assert made < set(found.moves) <= set(map(card_set, pairs))
        by_definition = Definition(view)
        valued = [
            card_set(map(parse_card, by_definition.first(names(pair)))) for pair in found.moves
        ]
        others = set(valued) - {valued[found.moves.index(pair)] for pair in made}
        assert len(others) == len(set(found.moves) - made) == pushes.OTHERS
        by_pair = {pair: scores_by_world(view, pair) for pair in set(valued)}
        values = [by_pair[pair] for pair in valued]
        assert found.scores == pytest.approx(list(map(fmean, values)))
        shares = [fmean(value < 0 for value in column) for column in values]
        assert found.diagnostics["lost"] == pytest.approx(shares)
        doubled = sum(move == PUSH_UNSEEN for move in state.history())
        unseen[doubled] += 1
        stake = _STAKE * 2**doubled
        best = values[found.moves.index(found.move)]
        for pair, column in zip(found.moves, values, strict=True):
            verdict = found.verdict_of(pair)
            assert verdict is not None
            losses = [own - other for own, other in zip(best, column, strict=True)]
            assert verdict.loss == pytest.approx(max(0, fmean(losses) / stake))
            assert verdict.grade == (
                "" if pair == found.move else grade(losses, stake, len(by_pair))
            )
            grades[verdict.grade] += 1
    assert len(grades) > 1
    assert len(unseen) > 1


@pytest.mark.parametrize("count", sizes(4, 30))
def test_equal_pairs_have_equal_figures(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Push on each pair of a group; as an answer to the others it has the same figures as well."""
    monkeypatch.setattr(pushes, "WORLDS", _FEW)
    rng, compared = random.Random(8), 0
    while compared < count:
        state = at_the_first_card(rng)
        view = state.view(state.current_player())
        by_definition = Definition(view)
        one = rng.choice(by_definition.pairs())
        equal = [pair for pair in by_definition.pairs() if by_definition.equal(pair, one)]
        if len(equal) == 1:
            continue
        hint, found = by_rule(state), []
        for pair in equal:
            cards = sorted(map(parse_card, pair))
            alone = pushes.compare_pairs(view, hint, cards)
            answered = pushes.compare_pairs(view, hint, sorted(map(parse_card, one)), cards)
            for choice in (alone, answered):
                place = choice.moves.index(card_set(cards))
                verdict = choice.verdicts[place]
                assert verdict is not None
                lost = choice.diagnostics["lost"][place]
                found.append((choice.scores[place], lost, verdict.grade, verdict.loss))
        assert {figures[:3] for figures in found} == {found[0][:3]}
        assert [figures[3] for figures in found] == pytest.approx([found[0][3]] * len(found))
        compared += 1


def test_each_decision_of_a_deal_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushes, "WORLDS", _FEW)
    rng, unseen = random.Random(5), 0
    for _ in range(3):
        state, made = pushed_at_random(rng)
        played = PlayedDeal("", ("a", "b", "c"), state.deal)
        found = pushes.pushes_of(played)
        assert [(each.view.player, list(each.actions)) for each in found] == [
            (seat, actions)
            for seat, taken, cards in made
            for actions in ([taken], cards)
            if actions
        ]
        for each in found:
            advice, view = each.advice("pimc(worlds=4)"), each.view
            assert advice.verdict_of(each.move) is not None
            assert each.is_pair == (advice.moves != (PICK_UP, PUSH_UNSEEN))
            assert view.hand & ~view.picked_up_skat == state.deal.dealt_hand(view.player)
            if each.is_pair:
                assert view.picked_up_skat == state.deal.received[view.player]
                assert each.move & view.hand == each.move == card_set(each.actions)
            unseen += each.actions == (PUSH_UNSEEN,)
    assert unseen > 0


def test_an_answer_is_judged_as_a_pair_that_was_pushed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are those of a review in which the player pushed the answer on."""
    monkeypatch.setattr(pushes, "WORLDS", _FEW)
    rng, judged = random.Random(9), 0
    while judged < 20:
        state = at_the_first_card(rng)
        view = state.view(state.current_player())
        plain = [card for card in card_list(view.hand) if card % 8 != 7]
        hint, pushed, answer = by_rule(state), *(sorted(rng.sample(plain, 2)) for _ in range(2))
        whole, own = pushes.compare_pairs(view, hint, pushed, answer), card_set(answer)
        reviewed = pushes.compare_pairs(view, hint, pushed)
        assert set(reviewed.moves) | {own} == set(whole.moves)
        if own in reviewed.moves:
            assert whole.verdicts == reviewed.verdicts
            continue
        instead = pushes.compare_pairs(view, hint, answer)
        scores = dict(zip(whole.moves, whole.scores, strict=True))
        assert scores.pop(own) == instead.scores[instead.moves.index(own)]
        assert scores == dict(zip(reviewed.moves, reviewed.scores, strict=True))
        judged += 1
    jack = 7
    for wrong in ([jack, plain[0]], [plain[0]], [plain[0]] * 2, [2**30, 2**30 + 1]):
        with pytest.raises(InputError, match="expected two that may be pushed on"):
            pushes.compare_pairs(view, hint, pushed, wrong)
