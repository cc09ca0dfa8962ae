"""Spitze: who may declare it, when it is made, its value, and what is known by it."""

import dataclasses
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.spitze import gain
from vorhand.evaluation.arena import Match, Results, read_log, run
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import NotationError
from vorhand.games.skat.claims import answer, offer
from vorhand.games.skat.coherence import IncoherentViewError, check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.records import server_line
from vorhand.games.skat.records.settling import result_of
from vorhand.games.skat.score_list import ListedDeal
from vorhand.games.skat.structs import action_from_struct
from vorhand.games.skat.view import SPITZE
from vorhand.games.skat.worth import worth_of
from vorhand.native import skat
from vorhand.native.errors import InputError
from vorhand.native.skat import FIRST_DECLARATION, FIRST_SPITZE, Phase, rule_action
from vorhand.native.skat_card_location import played_deal
from vorhand.service.games.observations import wire_of
from vorhand.tests.games.skat.deals import played_along, random_action
from vorhand.tests.games.skat.knowing import check_known
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, Hand, names, trumps
from vorhand.tests.sizes import sizes
from vorhand.web.games import skat as web

GAME = "python_skat(spitze=true)"
ALL = "python_skat(spitze=true,claims=true,kontra=true,ramsch=true)"
OFF = pyspiel.load_game("python_skat(claims=true,kontra=true,ramsch=true)")
BASES = (9, 10, 11, 12, 24)


def lowest(contract: int) -> str:
    """Return the name of the lowest trump."""
    return trumps(CONTRACTS[contract])[-1]


def possible(hand: Hand, plain: list[int]) -> list[int]:
    """Return the declarations with Spitze by docs/skat-club-rules.md, from those without it."""
    found = []
    for action in plain:
        contract = (action - FIRST_DECLARATION) // 4
        if contract != 5 and lowest(contract) in hand:
            found.append(action - FIRST_DECLARATION + FIRST_SPITZE)
    return found


def trumps_of(contract: int) -> set[str]:
    """Return the names of the trumps of a suit or grand."""
    return set(trumps(CONTRACTS[contract]))


def made(state: SkatState) -> bool:
    """Return whether the soloist's lowest trump took the tenth trick, told from the plays."""
    deal = state.deal
    pairs = [
        (seat, PACK[action])
        for seat, action in zip(deal.history_players, deal.history, strict=True)
        if seat < 3 and action < 32
    ]
    plays = pairs[2:] if deal.picked_up else pairs
    if len(plays) < 30:
        return False
    others = {name for seat, name in plays[27:] if seat != deal.soloist}
    last = (deal.soloist, lowest(deal.contract)) in plays[27:]
    return last and not others & trumps_of(deal.contract)


def all_jacks(state: SkatState) -> bool:
    """Return whether a soloist of grand was left with all jacks, so that Spitze counts nothing."""
    deal = state.deal
    ten = deal.hand(deal.soloist) | deal.played(deal.soloist)
    return deal.contract == 4 and all(ten >> jack & 1 for jack in (7, 15, 23, 31))


def spitze_action(state: SkatState, rng: random.Random, *, keen: bool = True) -> int:
    """Return an action: mostly the rule player's, with Spitze wherever it may be declared."""
    legal = state.legal_actions()
    with_it = [action for action in legal if action in SPITZE]
    if with_it and keen:
        return rng.choice(with_it)
    if state.current_player() < 0 or rng.random() < 0.1:
        return random_action(state, rng)
    return int(rule_action(state.deal)) if state.deal.offer < 0 else random_action(state, rng)


def along(deals: int, seed: int, name: str = GAME) -> Iterator[SkatState]:
    """Yield the state before every action of deals with many Spitzen, and the last one."""
    return played_along(name, deals, seed, spitze_action)


def test_training_records_hold_all_cards_after_a_declaration_with_spitze() -> None:
    played = 0
    for state in along(40, 8):
        deal = state.deal
        if not (deal.is_over and deal.spitze_announced):
            continue
        record = np.frombuffer(played_deal(deal), DEAL)[0]
        declared = max(i for i, action in enumerate(deal.history) if action in SPITZE)
        cards = [action for action in deal.history[declared:] if action < 32]
        assert record["plays"][: record["size"]].tolist() == cards
        played += len(cards) == 30
    assert played > 3


@pytest.mark.parametrize("count", sizes(80, 2_000))
def test_rules_against_the_reference(count: int) -> None:
    """Compare legal declarations, success, and the value, which is one level higher."""
    seen = {(announced, ok): 0 for announced in (False, True) for ok in (False, True)}
    for state in along(count, 1):
        deal = state.deal
        legal = state.legal_actions()
        if deal.phase == Phase.DECLARE:
            plain = [action for action in legal if action < skat.GIVE_UP]
            assert legal == plain + possible(names(deal.hand(deal.player)), plain)
        else:
            assert not set(legal) & set(SPITZE)
        if not state.is_terminal() or deal.soloist < 0:
            continue
        result = deal.result()
        ok = made(state)
        assert result.spitze == (deal.spitze_announced and not all_jacks(state))
        seen[result.spitze, ok] += 1
        if not result.spitze:
            assert not result.spitze_made
            continue
        assert result.spitze_made == ok
        twin = OFF.new_initial_state()  # the same deal without Spitze
        for action in deal.history:
            plain_action = action - FIRST_SPITZE + FIRST_DECLARATION if action in SPITZE else action
            twin.apply_action(plain_action)
        other, mine = worth_of(twin.deal.result()), worth_of(result)
        assert mine.value == other.value + BASES[deal.contract]
        assert mine.steps == (*other.steps, "spitze")
        assert result.overbid == (mine.value < deal.bid)
        enough = {0: result.points > 60, 1: result.points >= 90}.get(result.level)
        if enough is None:  # schwarz announced
            enough = result.tricks == 10
        assert result.won == (ok and enough and not result.overbid)
        assert result.value == (mine.value if result.won else -2 * mine.counts)
        listed = ListedDeal.of(("a", "b", "c"), deal, result_of(deal))
        assert listed.contract.endswith("P")
        assert listed.value == result.value
    assert min(seen[True, ok] for ok in (False, True)) > 0
    assert seen[False, False] > 0


@pytest.mark.parametrize("count", sizes(6, 100))
def test_what_is_known_and_written(count: int) -> None:
    """All know where the lowest trump is; records and texts refuse Spitze by name."""
    announced = 0
    for state in along(count, 3, ALL):
        deal = state.deal
        check_known(state, claims=True, kontra=True, ramsch=True, spitze=True)
        if deal.player < 0 or not deal.spitze_announced:
            continue
        view, announced = state.view(deal.player), announced + 1
        assert view.spitze_announced
        assert view.declaration is not None
        assert view.declaration.spitze
        with pytest.raises(InputError, match="no Spitze"):
            _ = view.text
        with pytest.raises(IncoherentViewError):
            check_view(view, claims=True, kontra=True, ramsch=True)
        low = 7 if deal.contract == 4 else 8 * deal.contract
        assert (view.known[deal.soloist] >> low & 1) == (deal.hand(deal.soloist) >> low & 1)
    assert announced > 0


def test_incoherent_views_are_refused() -> None:
    """A view that hides the lowest trump, or has Spitze where it cannot be, is refused."""
    for state in along(40, 5):
        deal = state.deal
        if deal.phase != Phase.PLAY or not deal.spitze_announced or deal.tricks_played:
            continue
        view = state.view(state.current_player())
        if view.is_soloist:
            continue
        known = list(view.known)
        known[deal.soloist] = 0
        changes: dict[str, Any] = {
            "known": tuple(known),
            "contract": (view.contract + 1) % 5,
            "moves": bytes(move if move not in SPITZE else SPITZE[-1] for move in view.moves),
        }
        for name, value in changes.items():
            wrong = dataclasses.replace(view, **{name: value})
            if wrong != view:
                with pytest.raises(IncoherentViewError):
                    check_view(wrong, spitze=True)
        return
    pytest.fail("no deal with Spitze")


def test_logs_and_records(tmp_path: Path) -> None:
    match, log = Match.create(GAME, ["random", "rule", "random"], seed=4), tmp_path / "log"
    played = Results(match)
    run(match, 12, played, log=log)
    assert read_log(log).returns().tolist() == played.returns().tolist()
    lines = [line for line in log.read_text().splitlines() if '"actions"' in line]
    assert lines  # those with Spitze
    for state in along(30, 6):
        if state.is_terminal() and state.deal.spitze_announced:
            with pytest.raises(InputError, match="no Spitze"):
                server_line(state, "abc", 1, 1)
            line = wire_of("python_skat").record(state, GAME, 0, "abc")
            assert read_played_deal(line).deal == state.deal
            return
    pytest.fail("no deal with Spitze")


def test_the_page_tells_spitze_and_why_the_game_is_lost() -> None:
    """Answers of the page have the contract in words and letters, and whether it was missed."""
    seen = set()
    for state in along(60, 8):
        if not state.is_terminal() or not state.deal.spitze_announced or all_jacks(state):
            continue
        answer = web.position({"game": GAME, "actions": state.history(), "brief": True})
        assert answer["contract"].endswith(" spitze")
        assert "spitze" in answer["result"]["worth"]["steps"]
        assert answer["result"]["missed"] is not made(state)
        assert "spitze" in str(state)
        seen.add(made(state))
    assert seen == {False, True}


def strong(cards_dealt: str, name: str = GAME, skat_cards: str = "") -> SkatState:
    """Return the state in which forehand declares from the hand; the first cards are dealt so."""
    cards, away = (
        [PACK.index(word) for word in text.split()] for text in (cards_dealt, skat_cards)
    )
    rest = [card for card in range(32) if card not in cards + away]
    random.Random(1).shuffle(rest)
    state: SkatState = pyspiel.load_game(name).new_initial_state()
    for card in (*cards, *rest, *away):
        state.apply_action(card)
    for move in (skat.PASS, skat.PASS, skat.FIRST_BID, skat.PLAY_HAND):
        state.apply_action(move)
    return state


@pytest.mark.parametrize(
    "agent", ["rule", "pimc(worlds=5)", "vorhand(worlds=40)", "ismcts(iterations=8)"]
)
def test_agents_declare_a_safe_spitze_and_make_it(agent: str) -> None:
    """Eight trumps outlast three, so that the seven takes the last trick if it is kept."""
    state = strong("HJ CA CT CK CQ C9 C8 C7 S7 S8")
    bots = [make_bot(agent, state.get_game(), seat, 3) for seat in range(3)]
    action = bots[0].step(state)
    assert action in SPITZE
    assert state.action_to_string(action).startswith("clubs")
    assert make_bot(agent, state.get_game(), 0, 3).step(state) == action
    state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    result = state.deal.result()
    assert (result.won, result.spitze_made) == (True, True)


def test_agents_do_not_declare_it_with_a_weak_hand() -> None:
    state = strong("HJ CQ CK C9 C8 C7 S8 H9 D8 D9")
    clubs = FIRST_DECLARATION + 12
    assert gain(state.view(0), clubs) < 0
    assert make_bot("rule", state.get_game(), 0, 3).step(state) not in SPITZE


def test_the_gain_is_the_mean_over_worlds_played_one_by_one() -> None:
    state = strong("HJ CA CT CK CQ C9 C8 C7 S7 S8")
    view, clubs, total = state.view(0), FIRST_DECLARATION + 12, 0.0
    rows = np.asarray(uniform(view, 100, view.digest(0)).rows)[:, :4]
    for world in rows.tolist():
        order = [card for place in world for card in range(32) if place >> card & 1]
        for sign, action in ((1, FIRST_SPITZE + 12), (-1, clubs)):
            other = state.get_game().new_initial_state()
            for move in (*order, *state.history()[32:], action):
                other.apply_action(move)
            while not other.is_terminal():
                other.apply_action(rule_action(other.deal))
            own, second, third = other.returns()
            total += sign * (own - (second + third) / 2)
    assert gain(view, clubs) == pytest.approx(total / len(rows))
    assert gain(view, FIRST_DECLARATION) == -np.inf  # diamonds: too few trumps


def test_with_all_jacks_in_grand_it_counts_nothing() -> None:
    """The jack of diamonds cannot be beaten then, but others cannot know that."""
    for cards, counts in (
        ("CJ SJ HJ DJ CA CT SA ST HA HT", 0),
        ("CJ SJ DJ CA CT CK SA ST HA HT", 1),
    ):
        state = strong(cards)
        state.apply_action(FIRST_SPITZE + 16)
        while not state.is_terminal():
            state.apply_action(rule_action(state.deal))
        result = state.deal.result()
        assert result.spitze == counts
        assert ("spitze" in worth_of(result).steps) == counts


def test_whoever_gives_up_misses_or_grants_it() -> None:
    """A defender who concedes leaves the last trick to the soloist, who keeps the card."""
    for giver, ok in ((0, False), (1, True)):
        state = strong("HJ CA CT CK CQ C9 C8 C7 S7 S8", "python_skat(spitze=true,claims=true)")
        state.apply_action(FIRST_SPITZE + 12)
        state.apply_action(29)  # the ace of trumps
        while state.current_player() != giver:
            state.apply_action(state.legal_actions()[0])
        state.apply_action(skat.GIVE_UP)
        while not state.is_terminal():
            state.apply_action(skat.AGREE)
        result = state.deal.result()
        assert (result.spitze_made, result.won) == (ok, ok)


def test_the_lowest_trump_on_the_table_of_the_last_trick_may_still_make_it() -> None:
    """A defender who gives up in the last trick grants it if no card beats the lowest trump yet."""
    counts = {True: 0, False: 0}
    for state in along(60, 9, "python_skat(spitze=true,claims=true)"):
        deal = state.deal
        if not deal.spitze_announced or all_jacks(state) or deal.tricks_played != 9:
            continue
        table = [PACK[card] for card in deal.trick]
        low = lowest(deal.contract)
        if low not in table or skat.GIVE_UP not in state.legal_actions():
            continue
        beaten = bool(trumps_of(deal.contract) & set(table) - {low})
        over = state.clone()
        over.apply_action(skat.GIVE_UP)
        while not over.is_terminal():
            over.apply_action(skat.AGREE)
        assert over.deal.result().spitze_made is not beaten
        counts[beaten] += 1
    assert min(counts.values()) > 0


def test_no_agent_claims_or_grants_a_spitze_that_all_tricks_do_not_prove() -> None:
    """The soloist takes the last two tricks only if the seven ruffs, and so misses Spitze."""
    hands = "CJ SJ HJ DJ CA CT CK C7 HA S7 CQ C9 C8 SA ST SK SQ D7 D8 D9 S9 S8 HT HK HQ H9 H8 H7"
    state = strong(hands, "python_skat(spitze=true,claims=true)", "DK DQ")
    state.apply_action(FIRST_SPITZE + 12)
    kept = [PACK.index(name) for name in "CJ SJ HJ DJ CA CT CK S7 C7 HA SA ST SK S9 S8 HT".split()]
    while state.deal.tricks_played < 8 or state.current_player() != 0:
        cards = [action for action in state.legal_actions() if action < 32]
        leads = not state.deal.trick or state.deal.tricks_played == 7
        if state.current_player() == 0 or leads:
            cards = [next(card for card in kept if card in cards)]
        state.apply_action(next((card for card in cards if card not in kept), cards[0]))
    assert {PACK[action] for action in state.legal_actions()[:2]} == {"C7", "HA"}
    assert offer(state.view(0)) is None
    state.apply_action(skat.LAY_OPEN)
    assert answer(state.view(1)) == skat.PLAY_ON
    state.apply_action(skat.PLAY_ON)
    state.apply_action(PACK.index("C7"))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    result = state.deal.result()
    assert (result.tricks, result.spitze_made, result.won) == (9, False, False)


@pytest.mark.parametrize("scoring", ["seeger_fabian", "game_value", "zero_sum"])
def test_returns_of_the_most_expensive_games_are_within_the_bounds(scoring: str) -> None:
    """With a jack in the skat grand ouvert with four and Spitze has twelve levels."""
    cards = "CJ SJ DJ CA CT CK CQ C9 C8 C7"
    game = f"python_skat(spitze=true,bock=true,scoring={scoring})"
    for keeps in (True, False):
        state = strong(cards, game, skat_cards="HJ D7")
        state.apply_action(FIRST_SPITZE + 19)
        while not state.is_terminal():
            legal = state.legal_actions()
            ours = state.current_player() == 0
            best = [action for action in legal if action in (31, 23)] or legal[::-1]
            kept = [action for action in best if action != 7 or not keeps] or legal
            state.apply_action((kept if keeps or 7 not in legal else [7])[0] if ours else legal[0])
        result = state.deal.result()
        assert (result.value, result.won) == ((576, True) if keeps else (-1152, False))
        assert state.get_game().min_utility() <= min(state.returns())
        assert max(state.returns()) <= state.get_game().max_utility()


def test_structs_of_impossible_declarations_are_refused() -> None:
    struct = {"kind": "declare", "contract": "clubs", "level": "plain"}
    assert action_from_struct(struct | {"spitze": True}) == FIRST_SPITZE + 12
    assert action_from_struct(struct | {"spitze": False}) == FIRST_DECLARATION + 12
    for wrong, message in (
        ({"spitze": "no"}, "'no'"),
        ({"contract": "null", "spitze": True}, "null"),
    ):
        with pytest.raises(NotationError, match=message):
            action_from_struct(struct | wrong)
