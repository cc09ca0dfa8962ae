"""Matches: seatings, duplicate deals, seeds, and agents that fail."""

import io
import math
import random
import re
from collections import Counter
from typing import Any

import pyspiel
import pytest
import rich.console

from vorhand.agents import AgentError, SpecError
from vorhand.evaluation.arena import (
    Match,
    MatchError,
    Results,
    play_deal,
    play_game,
    report,
    run,
)
from vorhand.games.chance import draw
from vorhand.games.loading import GameError, load_game

FIRST = "first"


def chance_outcomes(state: pyspiel.State) -> list[int]:
    return [p.action for p in state.full_history() if p.player == pyspiel.PlayerId.CHANCE]


def test_every_rotation_of_the_seats() -> None:
    match = Match.create("skat", ["random", "random", FIRST])
    assert match.seatings == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert match.names == ("random", "random:2", FIRST)
    assert Counter(seat for s in match.seatings for seat in enumerate(s)) == {
        (seat, agent): 1 for seat in range(3) for agent in range(3)
    }
    assert len(set(Match.create("skat", ["random"] * 3, order="permutations").seatings)) == 6


def test_more_agents_than_seats_meet_in_all_choices() -> None:
    match = Match.create("kuhn_poker", ["random", FIRST, "random"])
    assert match.seatings == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))


def test_a_deal_has_the_same_cards_in_every_seating() -> None:
    match = Match.create("skat", ["random", "random", FIRST], seed=3)
    deals = [[chance_outcomes(state) for state in play_deal(match, deal)] for deal in range(20)]
    for first, second, third in deals:
        assert len(first) == 32
        assert first == second == third
    assert len({str(deal) for deal in deals}) == 20


def test_cards_dealt_in_mid_play_are_the_same_too() -> None:
    match = Match.create("leduc_poker", ["random", FIRST], seed=3)
    dealt = [[chance_outcomes(state) for state in play_deal(match, deal)] for deal in range(50)]
    both = [(a, b) for a, b in dealt if len(a) == len(b) == 3]
    assert len(both) > 5
    assert all(a == b for a, b in both)


def test_a_deal_depends_on_nothing_but_seed_and_number() -> None:
    match = Match.create("leduc_poker", ["openspiel:ismcts(max_simulations=5)", "random"], seed=1)
    there = [[state.history() for state in play_deal(match, deal)] for deal in range(10)]
    back = [[state.history() for state in play_deal(match, deal)] for deal in reversed(range(10))]
    assert there == back[::-1]
    other = Match.create(match.game, match.agents, seed=2)
    assert there != [[state.history() for state in play_deal(other, deal)] for deal in range(10)]


def test_chance_is_drawn_as_the_probabilities_say() -> None:
    outcomes = [(4, 0.5), (2, 0.2), (7, 0.3)]
    assert [draw(outcomes, u) for u in (0, 0.499, 0.5, 0.699, 0.7001, 0.999999)] == [
        4, 4, 2, 2, 7, 7,
    ]  # fmt: skip
    rng = random.Random(5)
    counts = Counter(draw(outcomes, rng.random()) for _ in range(30000))
    for action, p in outcomes:
        assert counts[action] / 30000 == pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / 30000))


def test_results_are_the_scores_by_agent() -> None:
    match = Match.create("kuhn_poker", ["random", FIRST, "random"], seed=5)
    results = Results(match)
    run(match, 40, results)
    for agent in range(3):
        expected = [
            [
                state.returns()[seating.index(agent)]
                for seating, state in zip(match.seatings, play_deal(match, deal), strict=True)
                if agent in seating
            ]
            for deal in range(40)
        ]
        assert results.scores(agent).tolist() == expected
    # Kuhn poker is zero-sum, and every agent plays every other one equally often.
    assert sum(results.scores(agent).sum() for agent in range(3)) == 0


def test_a_narrow_table_breaks_names_after_commas() -> None:
    match = Match.create("kuhn_poker", ["random", "mc(evaluator=open_hand,decision=votes)"])
    results = Results(match)
    run(match, 20, results)
    page = io.StringIO()
    rich.console.Console(width=66, file=page).print(report.scores(results, 0.95))
    pieces = re.findall(r"^(?: B|  )  (\S+)", page.getvalue(), re.M)
    assert [piece for piece in pieces if "=" in piece] == [
        "mc(decision=votes,",
        "evaluator=open_hand)",
    ]


@pytest.mark.parametrize(
    ("game", "agents", "error", "text"),
    [
        ("kuhn_poke", ["random"] * 2, GameError, "did you mean kuhn_poker"),
        ("kuhn_poker(cards=3)", ["random"] * 2, GameError, "Unknown parameter 'cards'"),
        ("skat", ["random"] * 2, MatchError, "random,random: expected at least 3"),
        ("skat", ["random", "random", "nobody"], AgentError, "unknown agent 'nobody'"),
        ("skat", ["random", "random", "random("], SpecError, "column 8"),
        ("matrix_rps", ["random"] * 2, MatchError, "players move at once"),
    ],
)
def test_what_cannot_be_played_is_refused(
    game: str, agents: list[str], error: type[ValueError], text: str
) -> None:
    with pytest.raises(error) as caught:
        Match.create(game, agents)
    assert text in str(caught.value)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(MatchError, match="seed -1: expected 0 or more"):
        Match.create("skat", ["random"] * 3, seed=-1)
    with pytest.raises(MatchError, match="order 'clockwise': expected rotations or permu"):
        Match.from_settings(
            {"game": "skat", "agents": ["random"] * 3, "seed": 1, "order": "clockwise"}
        )


class Cheat(pyspiel.Bot):  # type: ignore[misc]
    """Plays an action that is not legal, or fails if there is none to play."""

    def __init__(self, action: Any) -> None:
        super().__init__()
        self.action = action

    def step(self, state: pyspiel.State) -> int:
        if self.action is None:
            raise RuntimeError("out of ideas")
        return self.action  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (77, "seat 0: chose action 77; expected one of 0 (Pass), 1 (Bet)"),
        (0.0, "seat 0: chose action 0.0; expected one of 0 (Pass), 1 (Bet)"),
        (None, "seat 0: RuntimeError: out of ideas"),
    ],
)
def test_a_bot_that_fails_is_named(action: Any, text: str) -> None:
    state = load_game("kuhn_poker").new_initial_state()
    with pytest.raises(MatchError) as caught:
        play_game(state, [Cheat(action), Cheat(action)], random.Random(1))
    assert str(caught.value).splitlines()[0] == text
