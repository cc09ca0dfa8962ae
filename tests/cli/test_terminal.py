"""Every move is accepted in the form that the screen shows."""

import random

import pyspiel
import pytest
from rich.console import Console

from vorhand.cli.terminal import screen_of
from vorhand.cli.terminal.base import RefusedError
from vorhand.cli.terminal.german import in_our_words
from vorhand.games.loading import load_game
from vorhand.games.packs import own_games
from vorhand.games.skat.cards import card_name
from vorhand.native.skat import rule_action
from vorhand.tests.sizes import few

STRICT = ("python_skat(claims=true)", "leduc_poker", "skat")
OTHERS = ("kuhn_poker", "tic_tac_toe", "bridge", "hearts", "gin_rummy", "spades")
DISCARD = 3
NO_MOVES = {"nonsense", "0", "99999", "-1", "CJ CJ", "Q", "\N{WHITE CLUB SUIT}J"}


@pytest.mark.parametrize(
    "text", few(3, [*STRICT, *own_games(), *OTHERS, "python_schnapsen(match=true)"])
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
                    continue  # bids between the lowest and the highest, and pairs of discards
                for typed in (name, name.lower(), f"  {name} "):
                    assert screen.parse(seen, typed) == [action], (typed, shown)
                kinds.add(name.split()[0])
            names = {state.action_to_string(player, action) for action in actions}
            for typed in NO_MOVES - names if text in STRICT else ():
                with pytest.raises(RefusedError):
                    screen.parse(seen, typed)
            # Rare moves come first, so that all kinds of moves come up.
            state.apply_action(max(rng.sample(actions, min(3, len(actions)))))
    assert kinds
    if text == "python_schnapsen":
        assert "marriage" in kinds


def test_who_has_put_one_card_away_is_asked_for_one_after_it() -> None:
    state = load_game("python_skat").new_initial_state()
    for card in random.Random(1).sample(range(32), 32):
        state.apply_action(card)
    while state.deal.phase.value != DISCARD:
        state.apply_action(rule_action(state.deal))
    screen, seat = screen_of("python_skat"), state.current_player()
    lowest, second, *_, highest = state.view(seat).legal_actions
    assert screen.prompt(state.view(seat)).startswith("two cards to lay away")
    state.apply_action(second)
    seen = state.view(seat)
    assert screen.prompt(seen).startswith("one more card to lay away")
    assert screen.parse(seen, card_name(highest)) == [highest]
    with pytest.raises(RefusedError, match=f"cannot follow {card_name(second)}: expected one of"):
        screen.parse(seen, card_name(lowest))
    with pytest.raises(RefusedError, match="expected one more card of your hand"):
        screen.parse(seen, f"{card_name(highest)} {card_name(lowest)}")


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
        ("Skat aufnehmen", "PICK UP"),
        ("Karo, Schneider angesagt", "DIAMONDS SCHNEIDER ANNOUNCED"),
        ("♣B ♦D", "CJ DQ"),
        ("ja", "HOLD"),
        ("marriage C (trumps)", "MARRIAGE C (TRUMPS)"),
        ("grand hand", "GRAND HAND"),
    ],
)
def test_german_words_and_usual_spellings(typed: str, ours: str) -> None:
    assert in_our_words(typed, ["hold", "pass", "pick up"]) == ours


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
