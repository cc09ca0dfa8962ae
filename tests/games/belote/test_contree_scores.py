"""Scores at Contrée: every case by a slow reference, and the examples of the rule books."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from vorhand.agents.belote.outcomes import scores_by_points
from vorhand.agents.registry import make
from vorhand.games.belote.rules import (
    CAPOT,
    LEAST_POINTS,
    VALUES,
    BeloteError,
    BeloteRule,
    Contract,
    Contre,
    Made,
    Scoring,
)
from vorhand.games.loading import load_game
from vorhand.tests.games.belote.reference import contree_scores
from vorhand.tests.games.plain_search import minimax_of_moves, return_of
from vorhand.tests.games.trick_games import as_it_lies, belote_is_open, late, partners, view_of
from vorhand.tests.sizes import sizes

SIDES = {"takers": 0, "defenders": 1, "nobody": -1}
MADE: tuple[Made, ...] = ("bid", "half", "more")
CONTRE: tuple[Contre, ...] = ("points", "flat", "bid")
BELOTE: tuple[BeloteRule, ...] = ("kept", "won", "multiplied")


@pytest.mark.parametrize("values", sizes((80, 130, CAPOT), VALUES))
@pytest.mark.parametrize(("made", "belote"), [*itertools.product(MADE, BELOTE)])
def test_every_case_scores_as_the_reference_says(
    made: Made, belote: BeloteRule, values: Sequence[int]
) -> None:
    for contre, surcontre in itertools.product(CONTRE, (3, 4)):
        scoring = Scoring(made, contre, surcontre, belote)
        for bid, level, side in itertools.product(values, range(3), SIDES):
            if (level == 0 and (contre, surcontre) != ("points", 4)) or (level, surcontre) == (
                1,
                3,
            ):
                continue  # the parameter has no effect here
            contract = Contract(0, 0, bid, (1, 2, surcontre)[level], scoring)
            for points in (LEAST_POINTS, *range(163), 252):
                assert contract.scores(points, SIDES[side]) == contree_scores(
                    bid,
                    level,
                    points,
                    side,
                    made=made,
                    contre=contre,
                    surcontre=surcontre,
                    belote_rule=belote,
                ), (scoring, bid, level, points, side)


@pytest.mark.parametrize(
    ("scoring", "contract", "points", "side", "expected"),
    [
        # The French federation, Contrée of 2016: 80 is made with 80, whatever the defenders have.
        ({"made": "bid"}, (80, 1), 80, -1, (160, 82)),
        ({"made": "bid"}, (80, 1), 60, 0, (160, 102)),
        # The table of this rule book: a doubled contract pays 320 (640) and twice (four times) the
        # bid.
        ({"contre": "flat", "belote": "won"}, (90, 2), 95, -1, (320 + 180, 0)),
        ({"contre": "flat", "belote": "won"}, (90, 4), 95, 1, (640 + 360 + 20, 0)),
        ({"contre": "flat", "belote": "won"}, (90, 2), 70, -1, (0, 320 + 180)),
        # Note 1 of this rule book has 160 instead of 320, as has Pagat: 100 lost, doubled, pays
        # 360.
        ({"contre": "bid"}, (100, 2), 90, -1, (0, 360)),
        # Pagat on those who double all: 520.
        ({}, (100, 2), 90, -1, (0, 520)),
        # Wikipédia, Contrée: 90 lost with the takers' belote pays 270.
        ({"belote": "won"}, (90, 1), 60, 0, (0, 270)),
        # The French federation, Coinche: 80 suffices only if the defenders do not have more.
        ({"made": "more"}, (80, 1), 62, 0, (20, 240)),
        ({"made": "more"}, (80, 1), 82, 1, (0, 240 + 20)),
        ({"contre": "flat", "belote": "multiplied"}, (80, 2), 100, 0, (2 * (160 + 20 + 80), 0)),
        ({"contre": "flat", "belote": "multiplied"}, (80, 2), 60, 1, (0, 2 * (160 + 20 + 80))),
        ({"contre": "flat", "belote": "multiplied"}, (80, 2), 100, 1, (2 * 240, 20)),
        ({"contre": "flat"}, (80, 2), 252, -1, (2 * (250 + 80), 0)),
        # By default 82 points make a bid of 80, and belote is never multiplied.
        ({}, (80, 1), 80, -1, (0, 240)),
        ({}, (80, 1), 62, 0, (162, 100)),
        ({}, (80, 2), 100, 0, (2 * 180 + 20, 0)),
        ({}, (80, 2), 60, 1, (0, 2 * 240 + 20)),
        # Surcontre triples at Cannes.
        ({"surcontre": 3, "contre": "bid", "belote": "won"}, (80, 3), 60, 0, (0, 160 + 240 + 20)),
    ],
)
def test_examples_of_the_rule_books(
    scoring: Any, contract: tuple[int, int], points: int, side: int, expected: tuple[int, int]
) -> None:
    played = Contract(0, 0, *contract, Scoring(**scoring))
    assert played.scores(points, side) == expected


def test_more_points_are_never_worth_less() -> None:
    """Open-hand search relies on this."""
    games = itertools.product(MADE, CONTRE, BELOTE, (80, 160, CAPOT), (1, 2, 4), (-1, 0, 1))
    for made, contre, belote, bid, factor, side in games:
        scoring = Scoring(made, contre, 4, belote)
        worths = scores_by_points(Contract(0, 0, bid, factor, scoring), side)
        possible = worths[[0, *range(90, 253), 342]]
        assert (possible[1:] >= possible[:-1]).all()


def test_a_game_scores_by_its_parameters() -> None:
    rng, doubled = random.Random(1), 0
    for made, contre, belote in itertools.product(MADE, CONTRE, BELOTE):
        surcontre = rng.choice((3, 4))
        values = f"made={made},contre={contre},surcontre={surcontre},belote={belote}"
        game = load_game(f"python_belote(contree=true,{values})")
        for _ in range(3):
            state: Any = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            if state.contract is None:
                continue
            contract, holder = state.contract, state.belote_seat()
            side = "nobody"
            if holder >= 0:
                side = "takers" if (holder - contract.taker) % 2 == 0 else "defenders"
            own, other = contree_scores(
                contract.value,
                {1: 0, 2: 1}.get(contract.factor, 2),
                state.play.points,
                side,
                made=made,
                contre=contre,
                surcontre=surcontre,
                belote_rule=belote,
            )
            assert state.returns()[contract.taker] == own - other
            assert -game.max_utility() <= own - other <= game.max_utility()
            doubled += contract.factor > 1
    assert doubled > 20


@pytest.mark.parametrize(
    "values", ["made=more,contre=flat,surcontre=3", "made=bid,belote=won", "contre=bid"]
)
def test_open_hands_value_the_last_tricks_by_the_scoring(values: str) -> None:
    name, open_endings = f"python_belote(contree=true,{values})", 0
    open_hand = make("evaluator", "open_hand", load_game(name), 1)
    for seed in range(6):
        state: Any = late(name, seed, cards=2)
        player = state.current_player()
        view = view_of(state, player)
        if not belote_is_open(state, view):
            continue
        found = open_hand(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
        assert found == minimax_of_moves(state, partners(state, player), return_of(player))
        open_endings += 1
    assert open_endings > 1


def test_a_scoring_that_is_none_is_refused() -> None:
    with pytest.raises(BeloteError, match="made=all: expected bid, half, more"):
        Scoring(made="all")  # type: ignore[arg-type]
    for given, error in (
        ("contree=true,contre=double", "contre=double: expected points, flat, bid"),
        ("contree=true,surcontre=5", "surcontre=5: expected 3, 4"),
        ("contree=true,belote=lost", "belote=lost: expected kept, won, multiplied"),
        ("belote=won", "belote=won: expected contree=true with it"),
    ):
        with pytest.raises(ValueError, match=error):
            load_game(f"python_belote({given})")
