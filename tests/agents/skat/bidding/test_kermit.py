"""Kermit's bidder and knn: choices on clear hands, alone and as bidders of other agents."""

import dataclasses
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from rich.console import Console

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.frame import NoWorldError
from vorhand.agents.skat.bidding.contract_table import Contracts
from vorhand.agents.skat.bidding.kermit import KermitLook, bids_beside, compiled_kermit
from vorhand.agents.skat.bidding.knn import NEIGHBOURS, features, kind_of, knowledge, neighbours
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import parse_cards
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.view import observe
from vorhand.native import fitted
from vorhand.native.skat import Deal, Phase, bid_values
from vorhand.native.skat_kermit import GameWorth, Kermit
from vorhand.tests.agents.skat.bidding.test_bidder import STRONG, dealt, until_play

GAME = load_game("python_skat")


def deals(n: int) -> list[Deal]:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(n):
        deal = Deal()
        deal.apply_all(bytes(rng.permutation(32).tolist()))
        found.append(deal)
    return found


@pytest.mark.parametrize("spec", ["kermit", "knn"])
@pytest.mark.parametrize("contract", STRONG)
def test_plays_what_cannot_be_missed(spec: str, contract: int) -> None:
    state = until_play(STRONG[contract], spec)
    assert state.deal.soloist == 0
    assert state.deal.contract in (contract, GRAND if contract != NULL else NULL)


@pytest.mark.parametrize("spec", ["kermit", "knn"])
def test_passes_with_nothing(spec: str) -> None:
    # Middlehand and rearhand have been dealt the same kind of cards.
    state = dealt("D9 DQ DK H9 HQ HK S9 SQ SK C9", 1)
    assert make_bot(spec, GAME, 1, 1).step(state) == 32


def kermit_of(*files: str) -> Kermit:
    return Kermit(0.6, GameWorth(*map(fitted.read, files)))


@pytest.mark.extended
@pytest.mark.parametrize(
    ("parameters", "compiled"),
    [
        ("tried=0", compiled_kermit(0.6, tried=0)),
        ("tried=3", compiled_kermit(0.6, tried=3)),
        ("against=search", kermit_of("game_worth.bin", "search_curves.bin")),
        ("against=policy", kermit_of("game_worth_policy.bin")),
        ("against=others", kermit_of("game_worth_policy.bin", "others_curves.bin")),
    ],
)
def test_the_agent_decides_as_the_compiled_bidder(parameters: str, compiled: Kermit) -> None:
    """Chances against other players change some decisions."""
    bot = make_bot(f"kermit(sure=false,{parameters})", GAME, 0, 1)
    as_usual, against = make_bot("kermit(sure=false)", GAME, 0, 1), "against" in parameters
    otherwise = decided = 0
    for deal in deals(12 if against else 4):
        while deal.phase not in (Phase.PLAY, Phase.OVER):
            view = observe(deal, deal.player)
            choice = bot.explain(view)
            if choice.reason != "forced":
                assert choice.move == compiled.action(deal)
                decided += 1
                if against:
                    otherwise += choice.move != as_usual.explain(view).move
            deal.apply(choice.move)
    assert decided > 10
    assert (otherwise > 0) == against


def twelve_cards(n: int, spec: str) -> Iterator[Deal]:
    """Yield deals in which the bidder has picked up the skat."""
    bot = make_bot(spec, GAME, 0, 1)
    for deal in deals(n):
        while deal.phase in (Phase.BIDDING, Phase.PICK_UP_OR_HAND):
            deal.apply(bot.explain(observe(deal, deal.player)).move)
        if deal.picked_up and not deal.is_over:
            yield deal


@pytest.mark.extended
@pytest.mark.parametrize(("sure", "tried"), [("true", 2), ("false", 8)])
def test_the_plan_is_carried_out_and_every_contract_is_told(sure: str, tried: int) -> None:
    spec = f"kermit(against=policy,tried={tried},sure={sure})"
    bot, seen = make_bot(spec, GAME, 0, 1), 0
    for deal in twelve_cards(5, spec):
        plan = bot.explain(observe(deal, deal.player)).details.prospects[0].declaration
        for _ in range(3):
            choice = bot.explain(observe(deal, deal.player))
            deal.apply(choice.move)
            if choice.reason != "forced":
                told = [prospect.declaration for prospect in choice.details.prospects]
                assert len(set(told)) == len(told) >= 5
                assert told[0] == plan
        assert (deal.contract, deal.level) == (plan.contract, plan.level)
        seen += 1
    assert seen > 1


@pytest.mark.extended
@pytest.mark.parametrize("tried", [0, 2])
def test_who_put_another_card_away_is_told_the_best_that_is_left(tried: int) -> None:
    spec = f"kermit(against=policy,tried={tried},sure=false)"
    bot, compiled, other = make_bot(spec, GAME, 0, 1), compiled_kermit(0.6, "policy", tried), 0
    for deal in twelve_cards(5, spec):
        view = observe(deal, deal.player)
        bids = bids_beside(view)
        plan = bot.explain(view).details.prospects[0]
        strange = [a for a in view.legal_actions[:-1] if not plan.discards >> a & 1]
        deal.apply(strange[0])
        after = observe(deal, deal.player)
        choice = bot.explain(after)
        setting = after.hand | after.skat, after.bid, after.player, bids, after.skat
        best = compiled.try_out(*setting)[0]
        first = choice.details.prospects[0]
        assert (first.declaration.contract, first.discards) == (best[0], best[4])
        assert choice.move == compiled.action(deal)
        if tried:  # the search also tries the other pairs of discards
            assert {way[:2] for way in compiled.try_out(*setting)} == {
                way[:2] for way in compiled.with_skat(*setting)
            }
        other += 1
    assert other > 1


def test_bids_of_the_others_enter() -> None:
    view = dealt("CJ HJ DA DT DK D9 HA HK S8 C7", 0).view(0)
    assert bids_beside(view) == (0, 0)
    chances = [
        KermitLook(Kermit(0.6), view.hand, 0, bids).after_pickup(20)[0].chance
        for bids in ((0, 0), (18, 0), (33, 0))
    ]
    assert len(set(chances)) == 3
    state = dealt("CJ HJ DA DT DK D9 HA HK S8 C7", 0)
    state.apply_action(34 + bid_values().index(22))  # middlehand
    assert bids_beside(state.view(0)) == (22, 0)


@pytest.mark.parametrize(
    ("hand", "shown", "shares"),
    [
        ("CJ DJ CA CK C9 C8 HA D7 S8 S9", "clubs", None),
        # This contract is the best with every skat; no cards are discarded yet.
        ("CJ SJ HJ DJ CA CT CK CQ SA ST", "100% of skats", {1.0}),
    ],
)
def test_explains_itself(hand: str, shown: str, shares: set[float] | None) -> None:
    choice = make_bot("kermit", GAME, 1, 1).explain(dealt(hand, 1).view(1))
    assert isinstance(choice.details, Contracts)
    assert choice.worlds == 231
    assert 0.6 < choice.notes["chance"] <= 1
    after = [p.chosen for p in choice.details.prospects if not p.declaration.hand]
    assert sum(after) == pytest.approx(1)
    assert shares is None or {p.chosen for p in choice.details.prospects} == shares
    console = Console(record=True, width=120)
    console.print(choice.details.table(choice))
    text = console.export_text()
    assert shown in text
    assert "best after" in text
    assert "of skats" in text
    assert "with open cards" not in text
    assert "laid away" not in text


def test_a_view_that_contradicts_itself() -> None:
    view = dealt(STRONG[3], 1).view(1)
    wrong = dataclasses.replace(view, hidden=view.hidden & ~1)
    for spec in ("kermit", "knn", "mc_bidder", "pimc"):
        with pytest.raises(NoWorldError):
            make_bot(spec, GAME, 1, 1).explain(wrong)


def test_features_of_hands() -> None:
    hand = np.array([parse_cards("CJ HJ DA DT DK D9 HA HT S8 CT")], np.uint32)
    away = np.array([parse_cards("ST H7")], np.uint32)
    assert features(0, hand, away, forehand=True)[0].tolist() == [
        2,  # jacks
        4 + 2,  # strength of the jacks
        4,  # other trumps
        2 + 2 + 11 + 10 + 4,  # points of trumps
        1,  # side-suit aces
        1,  # tens under these aces
        1,  # other tens
        1,  # other cards
        0,  # voids
        2,  # longest side suit
        10,  # discarded points
        3,  # forehand
    ]
    null = np.array([parse_cards("D7 D9 DJ HT H7 S7 S8 S9 CA C7")], np.uint32)
    # The ten of hearts and the ace of clubs are caught by the nine.
    gaps = features(NULL, null, away, forehand=False)[0].tolist()
    assert gaps == [1, 1, 0, 0, 7, 0, 0, 2, 0, 0, 0, 0]


def test_nearest_hands_against_all_distances() -> None:
    rng = np.random.default_rng(1)
    for contract in (0, GRAND, NULL):
        known = knowledge()[kind_of(contract)]
        cards = rng.permutation(32)
        hand = np.array([sum(1 << int(c) for c in cards[:10])], np.uint32)
        away = np.array([sum(1 << int(c) for c in cards[10:12])], np.uint32)
        found = neighbours(contract, hand, away, forehand=True)[0]
        asked = features(contract, hand, away, forehand=True)[0] * known.scale
        distance = np.linalg.norm(known.tree.data - asked, axis=1)
        assert len(found) == NEIGHBOURS[kind_of(contract)]
        last = np.sort(distance)[len(found) - 1]
        nearer = Counter(known.values[distance < last - 1e-9].tolist())
        others = Counter(found.tolist()) - nearer
        assert nearer <= Counter(found.tolist())
        # Ties at the end may be broken either way.
        assert others <= Counter(known.values[abs(distance - last) <= 1e-9].tolist())
