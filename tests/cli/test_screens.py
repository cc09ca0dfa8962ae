"""Every move that a screen shows is taken as it is shown."""

import random

import pyspiel
import pytest
from rich.console import Console

from vorhand.cli.screens import screen_of
from vorhand.cli.screens.german import in_our_words
from vorhand.games.loading import load_game
from vorhand.games.packs import own_games

OTHERS = ("kuhn_poker", "leduc_poker", "tic_tac_toe", "bridge", "hearts", "gin_rummy")
DISCARD = 3


@pytest.mark.parametrize(
    "text", [*own_games(), *OTHERS, "python_skat(claims=true)", "python_schnapsen(match=true)"]
)
def test_moves_are_taken_as_they_are_shown(text: str) -> None:
    game, screen = load_game(text), screen_of(text.partition("(")[0])
    rng, console = random.Random(3), Console(width=2000)
    kinds, turns = set(), 0
    for deal in range(12):
        state = game.new_initial_state()
        while not state.is_terminal() and turns < 40 * (deal + 1):
            player = state.current_player()
            actions = state.legal_actions()
            if player == pyspiel.PlayerId.CHANCE:
                state.apply_action(rng.choice(actions))
                continue
            seen = screen.look(state, player)
            turns += 1
            with console.capture() as capture:
                console.print(screen.picture(seen))
            shown = capture.get()
            two_cards = getattr(getattr(seen, "phase", None), "value", None) == DISCARD
            for action in actions:
                name = state.action_to_string(player, action)
                if name not in shown or (two_cards and action < 32):
                    continue  # bids between the least and the greatest; discards go by two
                for typed in (name, name.lower(), f"  {name} "):
                    assert screen.parse(seen, typed) == [action], (typed, shown)
                kinds.add(name.split()[0])
            # Rare moves come first, so that all kinds of moves come up.
            state.apply_action(max(rng.sample(actions, min(3, len(actions)))))
    assert kinds
    if text == "python_schnapsen":
        assert "marriage" in kinds


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        ("Kreuz Bube", "CJ"),
        ("10H", "HT"),
        ("h10", "HT"),
        ("Herz 10", "HT"),
        ("karo sieben, Pik As", "D7 SA"),
        ("Eichel", "CLUBS"),
        ("Herz Ober", "HQ"),
        ("18", "18"),
        ("10", "10"),
        ("weg", "PASS"),
        ("ja", "HOLD"),
        ("marriage C (trumps)", "MARRIAGE C (TRUMPS)"),
        ("grand hand", "GRAND HAND"),
    ],
)
def test_german_words_and_usual_spellings(typed: str, ours: str) -> None:
    assert in_our_words(typed, ["hold", "pass"]) == ours


def test_german_words_are_taken_at_the_table() -> None:
    game, screen = load_game("python_skat"), screen_of("python_skat")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for typed, name in (("18", "18"), ("ja", "hold"), ("weg", "pass"), ("passe", "pass")):
        player = state.current_player()
        (action,) = screen.parse(screen.look(state, player), typed)
        assert state.action_to_string(player, action) == name
        state.apply_action(action)
