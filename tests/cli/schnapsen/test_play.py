"""The screen of Schnapsen: what is typed and what is refused."""

import io
import random

import pyspiel
import pytest
from rich.console import Console

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.cli.screens import RefusedError, screen_of
from vorhand.games.loading import load_game


def test_typed_moves() -> None:
    game, screen = pyspiel.load_game("python_schnapsen"), screen_of("python_schnapsen")
    rng, announced = random.Random(1), 0
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
                assert screen.parse(seen, f"m {game.rules.card_name(king)}") == [marriage, king]
                announced += 1
            with pytest.raises(RefusedError, match="expected one of"):
                screen.parse(seen, "ZZ")
            assert screen.picture(seen) is not None
            state.apply_action(rng.choice(state.legal_actions()))
    assert announced > 5


@pytest.mark.parametrize("text", ["python_schnapsen", "python_schnapsen(match=true)"])
def test_the_end_is_told_to_the_person_with_all_cards(text: str) -> None:
    """As the state has it, which calls players by their numbers."""
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
