"""Results that are certain for a soloist, in views of played deals."""

import dataclasses
import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from vorhand.games.loading import load_game
from vorhand.games.skat.paranoid import WON, is_lost, question, sure_moves, sure_of
from vorhand.games.skat.solve import OpenPosition
from vorhand.games.skat.view import SkatView, observe
from vorhand.native import skat, skat_solver


def soloists_turns(seeds: range, tricks_left: int) -> Iterator[tuple[SkatView, skat.Deal]]:
    """Yield views of a soloist to move with this number of tricks left, in the rule player's
    deals."""
    for seed in seeds:
        rng, deal = random.Random(seed), skat.Deal()
        while not deal.is_over:
            chance = deal.player == skat.CHANCE_PLAYER
            left = 10 - deal.tricks_played
            at_play = deal.phase == skat.Phase.PLAY and deal.player == deal.soloist
            if at_play and left == tricks_left and len(deal.legal_actions()) > 1:
                yield observe(deal, deal.soloist), deal.copy()
            deal.apply(rng.choice(deal.legal_actions()) if chance else skat.rule_action(deal))


def worlds_of(view: SkatView) -> set[tuple[int, int]]:
    """Return the defenders' hands in every world that the view leaves."""
    worlds = skat.Worlds.known(
        player=view.player,
        soloist=view.soloist,
        hidden=view.hidden,
        known=list(view.known),
        hidden_count=list(view.hidden_count),
        possible=list(view.possible),
    )
    rows = worlds.slice(0, worlds.count)
    first, second = ((view.soloist + k) % 3 for k in (1, 2))
    return {(int(row[first]), int(row[second])) for row in rows}


def worlds_of_masks(unseen: int, may: tuple[int, int], holds: tuple[int, int]) -> set:  # type: ignore[type-arg]
    cards = [card for card in range(32) if unseen >> card & 1]
    found = set()
    for hand in itertools.combinations([c for c in cards if may[0] >> c & 1], holds[0]):
        rest = [c for c in cards if c not in hand and may[1] >> c & 1]
        for other in itertools.combinations(rest, holds[1]):
            found.add((sum(1 << c for c in hand), sum(1 << c for c in other)))
    return found


def test_the_masks_are_the_worlds_of_the_view() -> None:
    seen = 0
    for view, _ in soloists_turns(range(60), 3):
        asked = question(view)
        assert worlds_of_masks(asked.unseen, asked.may, asked.holds) == worlds_of(view)
        seen += 1
    assert seen > 10


def test_what_is_sure_is_won_in_every_world() -> None:
    """A sure card wins in every world with open hands; some cards that do are not sure."""
    sure = 0
    for view, deal in soloists_turns(range(150), 4):
        if view.contract == 5:
            continue
        worlds = worlds_of(view)
        rows = np.zeros((len(worlds), 3), np.uint32)
        for row, (first, second) in zip(rows, worlds, strict=True):
            row[[deal.soloist, (deal.soloist + 1) % 3, (deal.soloist + 2) % 3]] = (
                view.hand,
                first,
                second,
            )
        need = WON - view.soloist_points - skat.card_points(view.known[3])
        setting = (view.contract, view.soloist, view.leader, list(view.trick))
        values, _, _ = skat_solver.solve(rows, *setting, "moves_at_least", low=max(need, 0))
        for card, found in sure_moves(view, nodes=0).items():
            assert found is not None
            if found and view.level == 0:
                skat_open = view.hidden_count[3] == 0
                assert not skat_open or values[:, card].min() == 1
                sure += 1
    assert sure > 5


def test_only_a_soloist_is_asked() -> None:
    view, deal = next(soloists_turns(range(20), 5))
    with pytest.raises(ValueError, match="expected the soloist's in the card play"):
        question(observe(deal, (deal.soloist + 1) % 3))
    assert set(sure_moves(view)) == set(view.legal_actions)


def test_sure_is_what_the_bid_asks_for() -> None:
    """The rules decide whether the certain result wins the game."""
    text = (
        "play H by 0 bid {bid} cards DQ.DK.DT.H7.HT/D9.HA.S9.C7.C9/H9.SK.ST.C8.CQ/SQ.CT "
        "leader 0 tricks 4 points 44 matadors 1"
    )
    asked = {}
    for bid in (18, 20, 30, 40, 50):
        game = load_game(f"python_skat(start={text.format(bid=bid)})")
        view = game.new_initial_state().view(0)
        asked[bid] = (question(view).goal, question(view).need + 44 + 13, is_lost(view))
        won, sure = set(), set(sure_moves(view).values())
        for seed in range(40):
            state, rng = game.new_initial_state(), random.Random(seed)
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            result = state.deal.result()
            won.add(result.won)
            assert result.won == (not is_lost(view) and result.points >= asked[bid][1])
        assert sure == ({False} if is_lost(view) else {True, False} if bid <= 20 else {False})
        assert (True in won) == (bid <= 30)
    assert asked == {
        18: ("points", 61, False),
        20: ("points", 61, False),
        30: ("points", 90, False),
        40: ("every_trick", 120, True),
        50: ("points", 61, True),
    }


def test_an_unseen_skat_may_make_the_game_worth_less() -> None:
    """In a hand game 61 points suffice for bids up to the least value of the game over all
    skats."""
    checked = less = 0
    for view, _ in soloists_turns(range(400), 3):
        if view.contract == 5 or view.level or not view.hand_game:
            continue
        own = view.hand | view.played[view.soloist]
        rows = np.asarray(view.worlds().distinct(0, 400, 0))
        skats = {int(two) for two in rows[:, 3]}
        tops = {abs(skat.matadors(view.contract, own | two)) for two in skats}
        base = (9, 10, 11, 12, 24)[view.contract]
        worth = base * (min(tops) + 2)
        needs = [
            question(dataclasses.replace(view, bid=bid)).need for bid in (worth, worth + 1, 18)
        ]
        assert needs[1] - needs[0] == 29
        assert needs[2] == needs[0]
        checked += 1
        less += len(tops) > 1
    assert checked > 5
    assert less > 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "CJ SJ HJ DJ CA CT CK CQ C9 C8 / DA DT DK DQ D9 D8 D7 HA HT HK / "
            "SA ST SK SQ S9 S8 S7 HQ H9 H8 skat C7 H7 contract=C soloist=0",
            "schwarz",
        ),
        ("D7 D8 / DT SA / S7 S8 skat CA CT contract=N soloist=0 leader=1", "won"),
        ("D9 DA / D7 SA / D8 S8 skat CA CT contract=N soloist=0 leader=1", None),
        ("C7 D7 / CA DA / CT DT skat S7 S8 contract=G soloist=0", None),
    ],
)
def test_sure_of_a_position(text: str, expected: str | None) -> None:
    assert sure_of(OpenPosition.parse(text)) == expected
