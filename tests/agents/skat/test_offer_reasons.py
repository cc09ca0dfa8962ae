"""Hints in Ramsch, on claims, Kontra and Spitze have a sentence with figures of slow playouts."""

import random
from collections import Counter

import pytest

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.claims import answer_offer, method_of
from vorhand.agents.skat.kontra import says_kontra, soloist_wins
from vorhand.agents.skat.offer_reasons import reason_for_offer, reason_for_spitze
from vorhand.agents.skat.ramsch_reasons import SEED, WORLDS
from vorhand.agents.skat.ramsch_reasons import TEXTS as RAMSCH_TEXTS
from vorhand.agents.skat.spitze import gain, with_spitze
from vorhand.games.loading import load_game
from vorhand.games.skat.claims import offer
from vorhand.games.skat.contracts import lowest_trump
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    FIRST_SPITZE,
    GIVE_UP,
    KONTRA,
    LAY_OPEN,
    PLAY_ON,
    Phase,
    Scoring,
    rule_action,
    scores,
)
from vorhand.tests.games.skat.test_schieberamsch import GAME, passed


def losses(state: SkatState, move: int) -> float:
    """Return the share of layouts in which the player loses, by rule players one by one."""
    player = state.current_player()
    view = state.view(player)
    lost = 0
    for row in view.worlds().sample(WORLDS, SEED):
        deal = view.deal(row.tolist())
        deal.apply(move)
        while not deal.is_over:
            deal.apply(rule_action(deal))
        each = scores(Scoring.GAME_VALUE, deal.result())
        lost += each[player] < (sum(each) - each[player]) / 2
    return lost / WORLDS


def test_choices_in_ramsch_against_playouts_one_by_one() -> None:
    """Taking up the skat or pushing it on unseen, and cards of Ramsch."""
    rng = random.Random(5)
    phases: set[Phase] = set()
    while phases != {Phase.PLAY, Phase.PICK_UP_OR_HAND}:
        state = passed(GAME, rng)
        wanted = rng.choice((Phase.PLAY, Phase.PICK_UP_OR_HAND))
        while state.deal.phase != wanted or (wanted == Phase.PLAY and rng.random() < 0.8):
            state.apply_action(rule_action(state.deal))
        player = state.current_player()
        advise = adviser("pimc(worlds=20)", state.get_game(), player, 0, reasons=True)
        choice = advise(state.view(player))
        if choice.because is None or choice.because.kind not in RAMSCH_TEXTS:
            continue
        if choice.because.kind == "loses":
            share, than = (float(choice.because.facts[name]) for name in ("share", "than"))
            assert share == pytest.approx(losses(state, choice.move), abs=1e-6)
            assert share < than
            phases.add(wanted)


def dealt(game: str, rng: random.Random) -> SkatState:
    """Return a state after a random deal."""
    state: SkatState = load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def without_figures(view: SkatView, move: int) -> Choice:
    """Return a decision as of a bot that adds claims to another bot."""
    moves = (*view.legal_actions, *view.offers)
    return Choice(move, moves, tuple(map(view.action_name, moves)), method_of(move))


def offered(view: SkatView) -> int | None:
    """Return the offer or answer of the player to act; None: none."""
    if view.offer is not None:
        return answer_offer(view)
    if says_kontra(view):
        return KONTRA
    return offer(view) if view.phase == Phase.PLAY and view.offers else None


def test_offers_and_answers_have_a_sentence() -> None:
    rng, kinds = random.Random(1), Counter[str]()
    for _ in range(40):
        state = dealt("python_skat(claims=true,kontra=true)", rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            move = offered(view)
            if (
                view.is_soloist
                and GIVE_UP in view.offers
                and not view.offer
                and rng.random() < 0.02
            ):
                state.apply_action(GIVE_UP)
                continue
            if move is not None:
                found = reason_for_offer(view, without_figures(view, move))
                assert found is not None
                kinds[found.kind] += 1
                if found.kind == "soloist wins":
                    assert found.facts["share"] == pytest.approx(soloist_wins(view), abs=1e-6)
                elif view.offer is not None and view.offer[1] == GIVE_UP:
                    assert found.kind == "gives up"
                else:
                    assert found.kind == "rest"
            state.apply_action(rule_action(state.deal) if move is None else move)
    assert set(kinds) == {"soloist wins", "rest", "gives up"}


def test_a_card_that_keeps_the_lowest_trump_says_so() -> None:
    rng, said = random.Random(2), 0
    while not said:
        state = dealt("python_skat(spitze=true)", rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            if view.phase == Phase.PLAY and view.is_soloist and view.spitze_announced:
                lowest = lowest_trump(view.contract)
                card = rule_action(state.deal)
                found = reason_for_spitze(view, without_figures(view, card))
                keeps = lowest in view.legal_actions and lowest != card
                assert (found is not None) == keeps
                said += keeps
            state.apply_action(spitze_or_rule(state))


def spitze_or_rule(state: SkatState) -> int:
    """Return a declaration with Spitze if there is one, else the rule player's action."""
    spitze = [
        action for action in state.view(state.current_player()).offers if action >= FIRST_SPITZE
    ]
    if state.deal.phase == Phase.DECLARE and spitze:
        return spitze[0]
    return int(rule_action(state.deal))


def test_answers_with_open_layouts_and_with_spitze() -> None:
    """A soloist who lays open too early is answered that the rest is not theirs in all layouts."""
    rng = random.Random(3)
    kinds: set[str] = set()
    while kinds != {"rest open", "last trick"}:
        state = dealt("python_skat(claims=true,spitze=true)", rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            if view.offer is not None:
                found = reason_for_offer(view, without_figures(view, PLAY_ON))
                assert found is not None
                if answer_offer(view) == PLAY_ON:
                    assert found.kind == ("last trick" if view.spitze_announced else "rest open")
                    kinds.add(found.kind)
                break
            lays = view.phase == Phase.PLAY and view.is_soloist and LAY_OPEN in view.offers
            state.apply_action(LAY_OPEN if lays else spitze_or_rule(state))


def test_spitze_is_announced_with_the_points_that_it_adds() -> None:
    rng, found = random.Random(2), None
    while found is None:
        state = dealt("python_skat(spitze=true)", rng)
        while not state.is_terminal() and state.deal.phase != Phase.PLAY:
            view = state.view(state.current_player())
            declared = rule_action(state.deal)
            chosen = with_spitze(view, declared)
            if view.phase == Phase.DECLARE and chosen != declared:
                found = reason_for_offer(view, without_figures(view, chosen))
                assert found is not None
                assert found.facts == {"points": pytest.approx(gain(view, declared), abs=1e-6)}
            state.apply_action(declared)
