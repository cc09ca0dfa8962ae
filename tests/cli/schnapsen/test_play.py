"""The screen of Schnapsen: accepted and refused input."""

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest
from rich.console import Console

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.cli.terminal import RefusedError, screen_of
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.tests.cli.playing import play


def test_typed_moves() -> None:
    game, screen = pyspiel.load_game("python_schnapsen"), screen_of("python_schnapsen")
    rng, announced, won = random.Random(1), 0, 0
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            seen = screen.look(state, state.current_player())
            for action in state.legal_actions():
                assert screen.parse(seen, state.action_to_string(action).lower()[:10]) == [action]
            marriage = next((a for a in state.legal_actions() if a >= 34), None)
            if marriage is not None:
                king = 8 * (marriage - 34) + 2
                # If the announcement wins the deal, the king cannot be led in it.
                ended = state.child(marriage).is_terminal()
                expected = [marriage] if ended else [marriage, king]
                assert screen.parse(seen, f"m {game.rules.card_name(king)}") == expected
                announced, won = announced + 1, won + ended
            with pytest.raises(RefusedError, match="expected one of"):
                screen.parse(seen, "ZZ")
            assert screen.picture(seen) is not None
            state.apply_action(rng.choice(state.legal_actions()))
    assert announced > 5
    assert won


@pytest.mark.parametrize("text", ["python_schnapsen", "python_schnapsen(match=true)"])
def test_the_end_is_told_to_the_person_with_all_cards(text: str) -> None:
    """At the end the person's own result is shown; the state's text names players by number."""
    game, screen = load_game(text), screen_of("python_schnapsen")
    rng, matches = random.Random(2), 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        for seat, who in ((0, "you win"), (1, "the opponent wins")):
            console = Console(file=io.StringIO(), width=200)
            console.print(screen.outcome(state, seat))
            assert isinstance(console.file, io.StringIO)
            lines = console.file.getvalue().splitlines()
            told = {line[:11].strip(): line for line in lines}
            deal = state.current.deal
            other = "the opponent wins" if who == "you win" else "you win"
            winner = who if deal.winner == 0 else other
            points = f"{deal.game_points} game point{'s' * (deal.game_points > 1)}"
            assert f"result: {winner} {points}" in console.file.getvalue()
            assert f"{deal.points(seat)} points in {deal.tricks(seat)} trick" in told["you"]
            held = told["opponent"].partition(", left ")[2].split()
            rules = game.rules
            assert {rules.parse_card(card) for card in held} == {
                card for card in range(32) if deal.hand(1 - seat) >> card & 1
            }
            for card in deal.talon:
                assert rules.card_name(card) in told["talon"]
            if "match" in text:
                score = sorted(state.score, reverse=True)
                assert f", and the match {score[0]}:{score[1]}" in console.file.getvalue()
                matches += 1
            assert lines[-1] == f"yours: {state.returns()[seat]:+g}"
    assert matches == (80 if "match" in text else 0)


def decisions(text: str, games: int) -> Iterator[pyspiel.State]:
    """Yield the states of random games at which a player is to move."""
    rng = random.Random(3)
    for _ in range(games):
        state = load_game(text).new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield state
            state.apply_action(rng.choice(state.legal_actions()))


def test_german_words_where_one_move_fits() -> None:
    screen = screen_of("python_schnapsen")
    words, taken, refused = ("Karo", "Herz", "Pik", "Kreuz"), set(), set()
    for state in decisions("python_schnapsen", 60):
        seen, legal = screen.look(state, state.current_player()), state.legal_actions()
        trumps = 34 + state.deal.trump
        marriages = [action for action in legal if action >= 34]
        fits = {
            "20": [action for action in marriages if action != trumps],
            "40": [action for action in marriages if action == trumps],
            "ansagen": marriages,
            "zudrehen": [action for action in legal if action == 33],
            "tauschen": [action for action in legal if action == 32],
        }
        for suit, word in enumerate(words):
            of_suit = [action for action in marriages if action == 34 + suit]
            value, other = ("40", "20") if 34 + suit == trumps else ("20", "40")
            for text in (f"{word} {value}", f"{value} {word}", f"marriage {word}", f"m {word}"):
                fits[text] = of_suit
            fits[f"{word} {other}"] = []
        for text, actions in fits.items():
            if len(actions) == 1:
                assert screen.parse(seen, text) == actions
                taken.add(text)
            else:
                with pytest.raises(RefusedError, match="expected one of"):
                    screen.parse(seen, text)
                refused.add((text, len(actions)))
    assert taken >= {"20", "40", "ansagen", "zudrehen", "tauschen", "Kreuz 20", "marriage Herz"}
    assert {("20", 2), ("ansagen", 2)} <= refused


def test_the_end_of_a_deal_of_a_match_is_told_with_the_next_deal() -> None:
    screen, told = screen_of("python_schnapsen"), 0
    for state in decisions("python_schnapsen(match=true)", 6):
        seat = state.current_player()
        console = Console(file=io.StringIO(), width=200)
        console.print(screen.picture(screen.look(state, seat)))
        assert isinstance(console.file, io.StringIO)
        before, _, _ = console.file.getvalue().partition("\u256d")
        if not state.past or seat in state.current.movers:
            assert not before
            continue
        deal = state.past[-1].deal
        winner = "you win" if deal.winner == seat else "the opponent wins"
        points = f"{deal.game_points} game point{'s' * (deal.game_points > 1)}"
        stands = f"match: you {state.score[seat]}, opponent {state.score[1 - seat]}"
        last, mine, others, result, _ = before.split("\n", 4)
        assert last.startswith("last trick ")
        assert f"{deal.points(seat)} points in {deal.tricks(seat)} trick" in mine
        assert f"{deal.points(1 - seat)} points in {deal.tricks(1 - seat)} trick" in others
        assert result == f"result: {winner} {points}; {stands}"
        told += 1
    assert told > 20


def test_matches_are_counted_as_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = "--game python_schnapsen(match=true,match_points=3) --seed 3 --agents rule --deals 2"
    output = play(game, [*CARD_NAMES * 60, "", "q"])
    assert re.search(r"you have [+-]1 after 1 match\n", output)
    assert "enter for the next match, r to review this one" in output
    assert "after 1 deal" not in output
    assert re.search(r"result: .* game points?; match: you \d, opponent \d\n", output)
