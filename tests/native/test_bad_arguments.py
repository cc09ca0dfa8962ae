"""Invalid arguments from Python are refused by name, and concurrent calls do no harm."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from vorhand.native import belote, envs, laboratory, schnapsen, skat, tricks
from vorhand.native.errors import InvalidDealError
from vorhand.native.observations import Contents
from vorhand.native.skat_card_location import Tastes, begun_deals
from vorhand.native.skat_monte_carlo import CardPlay, Player, ismcts
from vorhand.native.studies import self_play_positions

ALL = 0xFFFFFFFF
HANDS = (0x3FF, 0x3FF << 10, 0x3FF << 20, 3 << 30)
WORLDS = np.array([HANDS], np.uint32)


def begun(**changed: Any) -> CardPlay:
    """Return the first lead of a grand by player 1, seen by player 0."""
    plain: dict[str, Any] = {
        "contract": 4,
        "level": 0,
        "hand_game": False,
        "soloist": 1,
        "leader": 0,
        "trick": [],
        "player": 0,
        "hand": HANDS[0],
        "skat": 0,
        "open_hand": 0,
        "gone": 0,
        "voids": [0, 0, 0],
        "led": [0, 0, 0],
        "soloist_played": 0,
        "points": [0, 0],
        "tricks": [0, 0],
        "bid": 18,
        "given_matadors": 0,
        "plays": b"",
    }
    return CardPlay(**(plain | changed))


def known(**changed: Any) -> skat.Worlds:
    """Return worlds of player 0, who does not know three cards."""
    plain: dict[str, Any] = {
        "player": 0,
        "soloist": 1,
        "hidden": 7,
        "known": [0] * 4,
        "hidden_count": [0, 1, 1, 1],
        "possible": [0, 7, 7, 7],
    }
    return skat.Worlds.known(**(plain | changed))


def small_hands() -> schnapsen.Deal:
    rules = schnapsen.Rules()
    rules.hand_size = -50
    return schnapsen.new_deal(rules)


def two_seats() -> tricks.Play:
    return tricks.Play(
        tricks.Terms(seats=2, suits=[list(range(8))], points=[1] * 8), [0xF0, 0], 4, 0
    )


def observed(rules: schnapsen.Rules, match_points: int) -> list[float]:
    """Observe a deal of Schnapsen before its first card."""
    played = schnapsen.PlayedDeal(RULES)
    return schnapsen.observation(rules, played, (0, 0), match_points, 0, Contents())


def restored(place: int) -> schnapsen.PlayedDeal:
    """Restore a deal after writing 127 into one of the counts at the end of its bytes."""
    state = bytearray(schnapsen.PlayedDeal(RULES).__getstate__())
    state[place] = 127
    deal = schnapsen.PlayedDeal.__new__(schnapsen.PlayedDeal)
    deal.__setstate__(bytes(state))
    return deal


def schnapsen_envs(**changed: Any) -> envs.Environments:
    plain: dict[str, Any] = {
        "match": True,
        "match_points": 7,
        "score": (0, 0),
        "capped": False,
        "leader": 0,
        "agents": (None, None),
    }
    return envs.schnapsen(RULES, **(plain | SETTINGS | changed))


def oh_hell_envs(**changed: Any) -> envs.Environments:
    plain: dict[str, Any] = {
        "seats": 3,
        "suits": 1,
        "ranks": 7,
        "tricks": -1,
        "points_per_trick": 1,
        "penalty": False,
    }
    terms = tricks.Terms(seats=3, suits=[list(range(7))], trump=0)
    return envs.oh_hell(**({"terms": [terms]} | plain | SETTINGS | changed))


def belote_rules(**changed: Any) -> belote.Rules:
    plain: dict[str, Any] = {
        "contree": True,
        "dealer": 3,
        "made": "half",
        "contre": "points",
        "surcontre": 4,
        "belote": "kept",
    }
    return belote.Rules(**(plain | changed))


SETTINGS: dict[str, Any] = {
    "seed": 1,
    "environments": 1,
    "threads": 1,
    "bytes": True,
    "recall": False,
}
RULES = schnapsen.Rules()
INTS = np.zeros(2, np.int32)
UNDEALT = schnapsen.new_deal(RULES)
NOTHING: Any = "x"
Call = Callable[[], object]

REFUSED: dict[str, tuple[Call, str]] = {
    "open hand": (lambda: begun(open_hand=ALL), "open_hand: a card that is gone, or lies"),
    "skat": (lambda: begun(skat=7 << 28), "skat: more cards than 2"),
    "points": (lambda: begun(points=[100, 21]), "points 100 and 21: expected at most 120"),
    "negative points": (lambda: begun(points=[-1, 0]), "points -1 and 0: expected"),
    "multiplier": (lambda: begun(multiplier=3), "multiplier 3: expected 1, 2, 4 or 8"),
    "trick": (
        lambda: begun(trick=[20, 20], leader=1, gone=1 << 20),
        "trick: expected cards that are gone",
    ),
    "led": (lambda: begun(led=[1, 0, 0]), "led: expected cards that are gone, each of one seat"),
    "played": (lambda: begun(soloist_played=1), "soloist_played: expected cards that are gone"),
    "tricks": (lambda: begun(tricks=(10, 10), plays=bytes(60)), "tricks 10 and 10: expected at m"),
    "tricks and plays": (
        lambda: begun(tricks=(0, 1), plays=bytes(3)),
        "tricks 0 and 1: expected at most 0",
    ),
    "negative tricks": (lambda: begun(tricks=(-1, 1)), "tricks -1 and 1"),
    "repeated plays": (
        lambda: begun(hand=1, tricks=(5, 4), plays=bytes(27)),
        "the cards that are gone, each once",
    ),
    "plays": (lambda: begun(plays=b"1"), "plays: 1, expected all 0"),
    "voids": (
        lambda: ismcts(begun(voids=[0, ALL, ALL]), WORLDS, 10, Player.rule()),
        "world 0: a card that its holder has shown not to hold",
    ),
    "voids of a player": (
        lambda: Player.pimc(5, values="levels").choose(begun(voids=[0, ALL, ALL]), WORLDS, 0),
        "world 0: a card that its holder",
    ),
    "playout": (
        lambda: ismcts(begun(), WORLDS, 10, lambda hands, cards: -20_000),
        "playout: returned -20000, expected an outcome, 0 to 122",
    ),
    "no playout": (
        lambda: ismcts(begun(), WORLDS, 10, lambda hands, cards: NOTHING),
        "playout: returned 'x', expected",
    ),
    "no world": (lambda: known(possible=[0] * 4).sample(1, 0), "sample: no world fits"),
    "half discarded": (
        lambda: known(known=[0xFF000000, 0, 0, 0], half_discarded=True),
        "half discarded: expected a player with eleven cards who laid away one",
    ),
    "hidden": (lambda: known(hidden_count=[0, 2**31 - 1, 2**31 - 1, 5]), "hidden_count 2147483647"),
    "rules": (small_hands, "hand_size -50: expected 1 or more"),
    "undealt": (lambda: schnapsen.Solver(RULES).value(UNDEALT), "deal: expected one that is dealt"),
    "several": (lambda: schnapsen.Solver(RULES).values([UNDEALT]), "deal: expected one that is"),
    "position": (lambda: schnapsen.position_text(RULES, UNDEALT), "deal: expected one that is"),
    "solvers": (lambda: schnapsen.Solver(RULES, 10**6), "threads 1000000: expected 1 to 256"),
    "contract": (lambda: skat.trump_mask(6), "contract 6: expected 0"),
    "card": (lambda: RULES.card_name(10**9), "card 1000000000: expected 0 to 31"),
    "negative card": (lambda: RULES.card_name(-1), "card -1: expected 0 to 31"),
    "action": (lambda: UNDEALT.action_name(RULES, 100), "card 100: expected 0 to 31"),
    "worlds": (lambda: schnapsen.policy_lessons(RULES, 0, 0, 1, -1), "worlds -1: expected 1"),
    "tastes": (lambda: Tastes(boldness=float("nan")), "tastes: expected finite numbers"),
    "deals": (lambda: begun_deals(2**62, 0, 0, Tastes()), "expected as many as memory can hold"),
    "positions": (
        lambda: self_play_positions(False, 6, 2**33, 2**31, 0),
        "expected as many as memory can hold",
    ),
    "playouts": (
        lambda: skat.random_playouts(skat.Deal(), 2**63 + 3, 0),
        "expected as many as memory can hold",
    ),
    "threads": (
        lambda: self_play_positions(False, 6, 1, 1, 0, threads=-1),
        "threads -1: expected 1 to 256",
    ),
    "outcomes": (
        lambda: two_seats().triples(
            np.array([[0xF0, 0x0F]] * 4, np.uint64), outcomes=[1.0], threads=2
        ),
        "outcomes: expected one of 8 points",
    ),
    "belote history": (
        lambda: belote.Deal(belote_rules(), [40]),
        "history: action 40 is not legal",
    ),
    "belote seat": (lambda: belote.Deal(belote_rules()).hand(4), "seat 4: expected 0 to 3"),
    "rules of a deal": (
        lambda: observed(schnapsen.kinder_rules(), 7),
        "played: expected a deal by these rules",
    ),
    "match points": (lambda: observed(RULES, 0), "match_points 0: expected 1 or more"),
    "actions of a deal": (lambda: restored(-2), "not the bytes of a deal"),
    "draws of a deal": (lambda: restored(-1), "not the bytes of a deal"),
    "env leader": (lambda: schnapsen_envs(leader=2), "leader 2: expected 0 to 1"),
    "env match": (lambda: schnapsen_envs(match_points=0), "match_points 0: expected 1 to 99"),
    "env score": (lambda: schnapsen_envs(score=(0, 7)), "score 7: expected 0 to 6"),
    "terms missing": (lambda: oh_hell_envs(terms=[]), "0 terms: expected 1"),
    "terms of others": (lambda: oh_hell_envs(seats=2), "terms: expected 2 seats"),
    "terms of a deck": (lambda: oh_hell_envs(ranks=8), "terms: expected the cards of the deck"),
    "tricks of a deal": (lambda: oh_hell_envs(tricks=3), "oh_hell: expected tricks for at most 7"),
    "belote dealer": (lambda: belote_rules(dealer=-2), "dealer -2: expected 0 to 3"),
    "belote factor": (lambda: belote_rules(surcontre=5), "surcontre 5: expected 3 to 4"),
    "belote scoring": (
        lambda: belote_rules(made="all"),
        "made all: expected one of bid, half, more",
    ),
    "graph": (
        lambda: laboratory.proof_graph_sizes(INTS[:2], INTS[:2], INTS[:1], INTS[:1], 0),
        "first: expected 2, the number of children, at its end",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_fits_nothing_is_refused_by_name(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises((ValueError, InvalidDealError), match=said):
        call()


def test_trees_too_deep_to_walk_are_refused() -> None:
    n = 60_000
    chain = np.arange(1, n + 1, dtype=np.int32)
    children = np.ones(n, np.int32)
    children[-1] = chain[-1] = 0
    zero = np.zeros(n, np.int32)
    with pytest.raises(ValueError, match="node 10001: expected at most 10000 moves to it"):
        laboratory.proof_sizes(chain, children, zero, zero, 0)


def test_rows_that_could_not_be_written_are_refused() -> None:
    """Otherwise a hidden copy of the array would be filled."""
    seeds, rows = np.array([1, 2]), np.zeros((2, 14), np.int64)[:, ::2]
    with pytest.raises(TypeError):
        laboratory.prefix_search(seeds, 2, 2, 2, -1, 1, 0.0, 0.0, True, rows)


def test_threads_take_turns_at_one_solver() -> None:
    """Each thread gets the same values as a single thread."""
    rng = np.random.default_rng(1)
    deals = []
    for _ in range(30):
        deal = schnapsen.new_deal(RULES)
        for card in rng.permutation(RULES.cards).tolist():
            deal.deal_card(RULES, card)
        deals.append(deal)
    solver, alone = schnapsen.Solver(RULES), schnapsen.Solver(RULES)
    expected = [alone.value(deal) for deal in deals]
    found: dict[int, list[int]] = {}

    def value(number: int) -> None:
        found[number] = [solver.value(deal) for deal in deals]

    threads = [threading.Thread(target=value, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(3)] == [expected] * 3
