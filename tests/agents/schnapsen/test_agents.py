"""The players of Schnapsen: composition, knowledge, match values, explanation."""

import json
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from rich.console import Console

from vorhand.agents import AgentError, make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import Scores
from vorhand.agents.schnapsen.explain import as_data, as_tables
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import (
    MatchValues,
    MatchValuesError,
    load_values,
    match_values,
    measured_values,
    start_values,
)
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.tests.agents.test_every_game import MONTE_CARLO, SCHNAPSEN, WITH_POLICY


def decision(game: pyspiel.Game, seed: int, moves: int) -> pyspiel.State:
    """Return a state with a choice after some random moves."""
    rng = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            if (
                not chance
                and len(state.current.actions) >= moves
                and len(state.legal_actions()) > 1
            ):
                return state
            legal = [a for a in state.legal_actions() if chance or a != 33]
            state.apply_action(rng.choice(legal))


def at_turn(state: pyspiel.State) -> SchnapsenView:
    """Return the view of the player to act."""
    view: SchnapsenView = view_of(state, state.current_player())
    return view


@pytest.mark.parametrize("agent", [*SCHNAPSEN[:3], *SCHNAPSEN[4:], *MONTE_CARLO, *WITH_POLICY])
def test_hidden_cards_change_no_decision(agent: str) -> None:
    game, rng = pyspiel.load_game("python_schnapsen"), random.Random(2)
    for state in (decision(game, 8, 8), closed(game, 5)):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        policies = [make_bot(agent, game, 0, 9).get_policy(s) for s in (state, other)]
        assert policies[0] == policies[1]


def closed(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """Return a state with a choice after the talon was closed."""
    rng = random.Random(seed)
    while True:
        state = decision(game, rng.randrange(10**6), 6)
        if 33 not in state.legal_actions():
            continue
        state.apply_action(33)
        while not state.is_terminal():
            if len(state.legal_actions()) > 2 and state.current.deal.led >= 0:
                return state
            state.apply_action(rng.choice(state.legal_actions()))


def test_vorhand_searches_a_tree_while_cards_are_drawn_and_then_counts_on_errors() -> None:
    game = pyspiel.load_game("python_schnapsen")
    view = at_turn(decision(game, 4, 5))
    tree = make_bot("policy_tree(iterations=200)", game, view.player, 1).explain(view)
    own = make_bot("vorhand(iterations=200)", game, view.player, 1).explain(view)
    assert own.reason == "tree"
    assert (own.move, own.scores, own.worlds) == (tree.move, tree.scores, 200)
    chances = np.array(own.diagnostics["chance"])
    tried = np.array(own.diagnostics["visits"]) > 0
    assert ((chances[tried] >= 0) & (chances[tried] <= 1)).all()
    for seed in range(3):
        view = at_turn(closed(game, seed))
        pvp = make_bot("pvp(worlds=100,belief=policy)", game, view.player, 1).explain(view)
        own = make_bot("vorhand", game, view.player, 1).explain(view)
        assert (own.move, own.scores) == (pvp.move, pvp.diagnostics["pp"])
        assert own.diagnostics["wins"] == pvp.diagnostics["wins"]


def test_vorhand_is_pvp_at_kinderschnapsen() -> None:
    game = pyspiel.load_game("python_kinderschnapsen")
    view = at_turn(decision(game, 4, 3))
    pvp = make_bot("pvp(worlds=100)", game, view.player, 1).explain(view)
    own = make_bot("vorhand", game, view.player, 1).explain(view)
    assert (own.move, own.scores) == (pvp.move, pvp.diagnostics["pp"])
    with pytest.raises(AgentError, match="iterations=5: expected none without policy_tree"):
        make_bot("vorhand(iterations=5)", game, 0, 1)


def test_the_tree_search_plays_for_what_counts() -> None:
    """A second game point is worthless to a player who needs one, or is paid at most one."""
    scores = []
    for rules in ("match=true,score_0=6,score_1=6", "capped=true,score_0=6,score_1=6"):
        game = pyspiel.load_game(f"python_schnapsen({rules})")
        view = at_turn(decision(game, 4, 5))
        scores.append(make_bot("policy_tree(iterations=900)", game, view.player, 1).explain(view))
    match, single = (np.array(choice.scores) for choice in scores)
    assert np.allclose(single, 2 * match - 1, equal_nan=True)  # won or lost: 1 and 0, or 1 and -1
    assert np.allclose(match, scores[0].diagnostics["chance"], equal_nan=True)


def test_knowledge_grows_to_certainty() -> None:
    """k = h / N: at the first lead h = 4, and MIN has not seen N = 13 cards."""
    game = pyspiel.load_game("python_schnapsen")
    state = decision(game, 5, 0)
    seen = at_turn(state)
    shares = knowledge_after(seen.rules, seen.deal, seen.player)
    plain = [k for k, move in zip(shares, seen.legal_actions, strict=True) if move < 32]
    assert plain == pytest.approx([4 / 13] * 5)
    low = read_position(seen.rules, "up=SA hand0=SJ,HT,DA,CK,CJ")
    exchanged = dict(
        zip(low.legal_actions(seen.rules), knowledge_after(seen.rules, low, 0), strict=True)
    )
    # No card is played and the ace becomes known: h = 5 of MIN's cards, N = 4 + 9 in the talon.
    assert exchanged[32] == pytest.approx(5 / 13)
    late = at_turn(decision(game, 5, 14))
    assert late.deal.up < 0
    assert knowledge_after(late.rules, late.deal, late.player) == pytest.approx(1.0)
    # Players get k for each move, which is the least over the worlds.
    for view, expected in ((seen, shares), (late, np.ones(len(late.legal_actions)))):
        choice = make_bot("ppp(worlds=3)", game, view.player, 1).explain(view)
        assert choice.diagnostics["known"] == pytest.approx(expected)
        assert choice.evidence is not None
        values, weights = choice.evidence.values, choice.evidence.worlds.weights
        for least in (0.0, 0.5):
            spec = f"ppp(worlds=3,knowledge={least})"
            told = make_bot(spec, game, view.player, 1).explain(view)
            k = least + (1 - least) * expected
            presumed = weights @ (values["m"] + (1 - k) * values["p"] * values["a"])
            assert told.diagnostics["pp"] == pytest.approx(presumed)


def test_an_announced_marriage_leaks_more() -> None:
    game = pyspiel.load_game("python_schnapsen")
    for seed in range(200):
        seen = at_turn(decision(game, seed, 0))
        if max(seen.legal_actions) >= 34:
            break
    known = knowledge_after(seen.rules, seen.deal, seen.player)
    shares = dict(zip(seen.legal_actions, known, strict=True))
    assert shares[max(seen.legal_actions)] == pytest.approx(5 / 12)
    assert shares[min(seen.legal_actions)] == pytest.approx(4 / 13)


def test_what_payoffs_are_worth_is_told_in_matches_alone() -> None:
    """In matches, a payoff is worth the chance to win the match, by the table in the spec."""
    for name, score in (("python_schnapsen(match=true,score_0=5,score_1=6)", (5, 6)), ("", None)):
        game = pyspiel.load_game(name or "python_schnapsen")
        view = at_turn(decision(game, 8, 6))
        spec = "pvp(worlds=5,match_values=start)"
        evidence = make_bot(spec, game, view.player, 1).explain(view).evidence
        assert evidence is not None
        values = evidence.values
        assert ("worth now" in values.diagnostics) == (score is not None)
        scores = Presumed(0.0, by_worth=True)(values, evidence.worlds.weights)
        assert isinstance(scores, Scores)
        assert list(scores.parts) == (["pv", "av", "tv"] if score else ["pp", "ap", "tp"])
        if score is None:
            continue
        table = start_values(7)
        own, other = score[view.player], score[1 - view.player]
        plain = [[table.after(own, other, int(m)) for m in row] for row in values["m"]]
        np.testing.assert_allclose(values["worth now"], plain)
        gained = values["m"] + values["a"]
        plain = [[table.after(own, other, int(m)) for m in row] for row in gained]
        np.testing.assert_allclose(values["worth after"], plain)


def test_start_values_are_those_of_a_fair_race() -> None:
    table = start_values(7).table
    assert table[0, 0] == 0.5
    assert table[6, 5] == 0.75
    assert np.allclose(table + table.T, 1)


def test_match_values_are_stored_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    start_values(7).save(path)
    assert np.allclose(load_values(path).table, start_values(7).table, atol=1e-6)
    assert match_values("measured", 7).table.shape == (7, 7)
    told = json.loads(path.read_text())
    del told["values"]["3:4"]
    path.write_text(json.dumps(told))
    with pytest.raises(MatchValuesError, match="state 3:4 is missing"):
        load_values(path)
    for content, said in (
        (b"[]", "expected JSON"),
        (b"\xff", "expected JSON, in UTF-8"),
        (b'{"match_points": Infinity, "values": {}}', "expected JSON"),
        (b'{"match_points": 1000000, "values": {}}', "match_points 1000000, expected 1 to 1000"),
        (b'{"match_points": -1, "values": {}}', "match_points -1, expected 1 to 1000"),
        (b'{"match_points": 1, "values": {"0:0": "x"}}', "expected JSON .*'x'"),
    ):
        path.write_bytes(content)
        with pytest.raises(MatchValuesError, match=f"match values {path}: {said}"):
            load_values(path)
    table = start_values(7).table.copy()
    table[3, 3] = 0.1
    with pytest.raises(MatchValuesError, match="at 2:3: not monotone, expected to rise"):
        MatchValues(table)
    table[3, 3] = 2
    with pytest.raises(MatchValuesError, match="at 3:3"):
        MatchValues(table)
    start_values(5).save(path)
    with pytest.raises(MatchValuesError, match="for matches to 5, expected 7"):
        match_values(str(path), 7)


def test_measured_values_follow_the_matches_and_stay_monotone() -> None:
    rng, matches = random.Random(1), []
    for _ in range(300):
        score, scores = [0, 0], []
        while max(score) < 7:
            scores.append((score[0], score[1]))
            score[rng.random() < 0.3] += rng.choice([1, 2, 3])
        matches.append((scores, int(score[1] >= 7)))
    found = measured_values(matches, start_values(7))
    assert found.table[6, 0] > found.table[0, 0] > found.table[0, 6]
    assert np.allclose(found.table + found.table.T, 1)


@pytest.mark.parametrize("agent", ["pimc(worlds=9)", "pvp(worlds=9)", "mcts(worlds=9)"])
def test_explanations(agent: str) -> None:
    game = pyspiel.load_game("python_schnapsen")
    view = at_turn(decision(game, 6, 4))
    choice = make_bot(agent, game, 0, 1).explain(view)
    data = json.loads(json.dumps(as_data(choice)))
    assert data["worlds"] == len(data["looked_at"]) == 9
    assert len(data["moves"]) == len(choice.moves) == len(data["looked_at"][0]["values"])
    own = view.deal.hand(view.player)
    hand = {game.rules.card_name(c) for c in game.rules.cards if own >> c & 1}
    for world in data["looked_at"]:
        assert not hand & {*world["hand"], *world["talon"]}
        assert len(world["hand"]) + len(hand) in (2 * len(hand), 2 * len(hand) - 1)
    # Means are over the worlds; shares of visits are given for all worlds together.
    names = {"pimc": {"worth": "score"}, "pvp": {"m": "m", "p": "p", "a": "a"}}
    for inside, outside in names.get(agent.partition("(")[0], {}).items():
        for k, row in enumerate(data["moves"]):
            values = [world["weight"] * world["values"][k][inside] for world in data["looked_at"]]
            assert sum(values) == pytest.approx(row[outside])
    console = Console(record=True, width=200)
    for table in as_tables(choice):
        console.print(table)
    assert f"9 worlds looked at, of {choice.possible:,} there are" in console.export_text()
    assert str(as_tables(choice, 4)[1].title).endswith("there are; 4 shown")
    assert as_tables(choice, 4)[1].row_count == 4


def test_worlds_in_which_a_move_was_not_looked_at() -> None:
    """Dropped moves rank behind the others and have no value in later worlds."""
    game = pyspiel.load_game("python_schnapsen")
    explain = make_bot("pimc(worlds=160,eliminate=true)", game, 0, 1).explain
    choice = next(
        choice
        for seed in range(20)
        if min((choice := explain(at_turn(decision(game, seed, 4)))).diagnostics["visits"]) < 160
    )
    console = Console(record=True, width=300)
    for table in as_tables(choice, 160):
        console.print(table)
    assert " - " in console.export_text()
    data = json.loads(json.dumps(as_data(choice), allow_nan=False))
    values = [move["worth"] for world in data["looked_at"] for move in world["values"]]
    assert None in values
    dropped = [k for k in choice._order() if choice.diagnostics["visits"][k] == 20]
    scores = [choice.scores[k] for k in dropped]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("agent", ["rule", "pimc", "mcts", "policy_tree"])
def test_who_is_not_to_act_is_told_so(agent: str) -> None:
    game = pyspiel.load_game("python_schnapsen")
    state = decision(game, 6, 4)
    other = 1 - state.current_player()
    with pytest.raises(ValueError, match=f"seat {other} is not to act"):
        make_bot(agent, game, other, 1).explain(view_of(state, other))


@pytest.mark.parametrize(
    ("name", "agent", "score"),
    [
        ("python_schnapsen(match=true)", "pvp(worlds=8,knowledge=0.5", "pv"),
        ("python_kinderschnapsen", "ppp(worlds=8,growing=true", "pp"),
    ],
)
def test_what_decides_is_enough_for_the_same_move(name: str, agent: str, score: str) -> None:
    """The reported means of moves that are not chosen may be too low, but never too high."""
    game, less = pyspiel.load_game(name), 0
    for seed in range(20):
        view = at_turn(decision(game, seed, seed % (6 if "kinder" in name else 12)))
        every, some = (
            make_bot(agent + more, game, view.player, 1).explain(view)
            for more in (")", ",decisive=true)")
        )
        assert some.chances == every.chances
        told, whole = (np.array(choice.diagnostics[score]) for choice in (some, every))
        exact = np.array(some.diagnostics["exact"]) == 1
        assert (told <= whole + 1e-9).all()
        assert told[exact] == pytest.approx(whole[exact])
        less += not exact.all()
    assert less > 6


def test_bad_parameters_are_named() -> None:
    game = pyspiel.load_game("python_schnapsen")
    with pytest.raises(AgentError, match="decisive: looks at all worlds at once"):
        make_bot("pvp(decisive=true,seconds=1)", game, 0, 1)
    with pytest.raises(AgentError, match="depth=-1: expected 0 to 8, all only in Kinderschn"):
        make_bot("ppp(depth=-1)", game, 0, 1)
    with pytest.raises(AgentError, match="match values nowhere: No such file"):
        make_bot("pvp(match_values=nowhere)", game, 0, 1)


@pytest.mark.parametrize(("spec", "score"), [("ppp(worlds=4)", "pp"), ("pvp(worlds=4)", "pv")])
def test_people_are_shown_presumed_values_and_not_their_ranks(spec: str, score: str) -> None:
    game = load_game("python_schnapsen(match=true)")
    state = game.new_initial_state()
    rng = random.Random(5)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    player = state.current_player()
    ranked = make_bot(spec, game, player, 0).explain_state(state)
    told = adviser(spec, game, player, 0)(state.view(player))
    assert told.move == ranked.move
    assert told.scores == ranked.diagnostics[score] != ranked.scores


@pytest.mark.parametrize(
    "agent", ["pimc(worlds=9)", "ppp(worlds=9)", "vm(worlds=3)", "mc(evaluator=blended,worlds=5)"]
)
def test_capped_deals_pay_what_is_still_needed(agent: str) -> None:
    """At 6:5 the first player needs one point and the second two."""
    capped = pyspiel.load_game("python_schnapsen(capped=true,score_0=6,score_1=5)")
    most = 0.0
    for seed in range(4):
        view = at_turn(decision(capped, seed, 8))
        choice = make_bot(agent, capped, view.player, 1).explain(view)
        values = choice.diagnostics.get("pv", choice.diagnostics.get("pp", choice.scores))
        own, other = (1, 2) if view.player == 0 else (2, 1)
        assert -other <= min(values) <= max(values) <= own
        most = max(most, *values)
    assert most > 0
