"""Trump games with endings known, and with answers kept for more positions than their own."""

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat_solver, studies
from vorhand.native.errors import PositionError
from vorhand.tests.native.skat_positions import DEALS, Position, load_deals, random_worlds
from vorhand.tests.sizes import sizes

POINTS = (0, 0, 0, 3, 4, 10, 11, 2)
SUIT_OF_JACK = 7
TRUMP_GAMES = range(5)


def group(card: int, contract: int) -> int:
    """The suit that a card follows; 4 the trumps."""
    return 4 if card % 8 == SUIT_OF_JACK or card // 8 == contract else card // 8


def strength(card: int) -> int:
    """Within its group, the higher the stronger."""
    return 100 + card // 8 if card % 8 == SUIT_OF_JACK else card % 8


def cards_of(mask: int) -> list[int]:
    return [card for card in range(32) if mask >> card & 1]


# --- A slow proof, with what it rests on ---


def proof(position: Position, need: int, ranks: set[int]) -> bool:
    """Return whether the soloist gets `need` points; `ranks`: cards that won by their rank."""
    if need <= 0 or not position.hands[position.to_move]:
        return need <= 0
    soloist = position.to_move == position.soloist
    refuted: set[int] = set()
    for move in position.legal():
        used: set[int] = set()
        after, won = position.play(move)
        if len(position.trick) == 2:
            trick = [*position.trick, move]
            winner = trick[(after.leader - position.leader) % 3]
            same = [
                c for c in trick if group(c, position.contract) == group(winner, position.contract)
            ]
            used |= {winner} if len(same) > 1 else set()
        if proof(after, need - won, used) == soloist:
            ranks |= used
            return soloist
        refuted |= used
    ranks |= refuted
    return not soloist


def kept_by(position: Position, ranks: set[int]) -> int:
    """All cards from the lowest that won by rank upwards, in each suit, as a mask."""
    every = [c for hand in position.hands for c in cards_of(hand)]
    least: dict[int, int] = {}
    for card in ranks:
        suit = group(card, position.contract)
        least[suit] = min(least.get(suit, 1000), strength(card))
    return sum(1 << c for c in every if strength(c) >= least.get(group(c, position.contract), 1000))


def redealt(
    hands: tuple[int, ...], kept: int, contract: int, rng: np.random.Generator
) -> tuple[tuple[int, int, int], int, int]:
    """Other cards below those kept, as many of each suit in each hand, of the suit's 32 cards.

    Returns the hands, and by how much the players' own cards, suit by suit from the lowest, are
    worth less and more than before.
    """
    new, less, more = [0, 0, 0], 0, 0
    for suit in range(5):
        of_suit = [c for c in range(32) if group(c, contract) == suit]
        of_suit.sort(key=strength)
        fixed = [c for c in of_suit if kept >> c & 1]
        low = [c for c in of_suit if not fixed or strength(c) < strength(fixed[0])]
        counts = [sum(hand >> c & 1 for c in low) for hand in hands]
        drawn = [int(c) for c in rng.permutation(low)[: sum(counts)]]
        for seat, hand in enumerate(hands):
            mine = [drawn.pop() for _ in range(counts[seat])] + [c for c in fixed if hand >> c & 1]
            new[seat] |= sum(1 << c for c in mine)
            before = [POINTS[c % 8] for c in of_suit if hand >> c & 1]
            after = [POINTS[c % 8] for c in sorted(mine, key=strength)]
            less += sum(max(0, a - b) for a, b in zip(before, after, strict=True))
            more += sum(max(0, b - a) for a, b in zip(before, after, strict=True))
    return (new[0], new[1], new[2]), less, more


def check_redeals(
    position: Position, kept: int, lower: int, upper: int, rng: np.random.Generator
) -> int:
    """The bounds hold for 12 redeals; returns how many are other positions."""
    deals = [redealt(position.hands, kept, position.contract, rng) for _ in range(12)]
    worlds = np.array([hands for hands, _, _ in deals], np.uint32)
    values = np.asarray(skat_solver.solve(worlds, *position.setting)[0])
    for value, (hands, less, more) in zip(values, deals, strict=True):
        assert lower - less <= value <= upper + more, (position, hands, kept)
    return sum(hands != position.hands for hands, _, _ in deals)


def test_the_slow_proof_holds_for_redeals() -> None:
    """The theorem by itself: minimax of 3 cards, no static bound and no move left out."""
    rng = np.random.default_rng(1)
    others = 0
    for i in range(120):
        contract, leader = i % 5, i % 3
        worlds, _ = random_worlds(rng, 1, 3, (contract, 0, leader), 0)
        a, b, c = (int(hand) for hand in worlds[0])
        position = Position((a, b, c), contract, 0, leader)
        value = int(skat_solver.solve(position.worlds, *position.setting)[0][0])
        ranks: set[int] = set()
        assert proof(position, value, ranks)
        others += check_redeals(position, kept_by(position, ranks), value, 120, rng)
        ranks = set()
        assert not proof(position, value + 1, ranks)
        others += check_redeals(position, kept_by(position, ranks), 0, value, rng)
    assert others > 1000


def some_hands(rng: np.random.Generator, cards: int, high: bool) -> tuple[int, int, int]:
    """Hands of so many cards, dealt from jacks, aces and tens first if `high`.

    An unsound bound shows there, where cards of little worth beat those of much.
    """
    pack = sorted(rng.permutation(32), key=lambda c: high and c % 8 not in (5, 6, 7))
    dealt = [1 << int(c) for c in rng.permutation(pack[: 3 * cards])]
    return sum(dealt[::3]), sum(dealt[1::3]), sum(dealt[2::3])


@pytest.mark.extended
@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 8])
def test_a_bound_holds_for_every_redeal_of_low_cards(cards: int) -> None:
    """The search's own proofs, with all bounds and its table: 16 endings a game and leader."""
    rng = np.random.default_rng(cards)
    others = 0
    for contract, leader, i in product(TRUMP_GAMES, range(3), range(16)):
        position = Position(some_hands(rng, cards, high=i % 2 == 0), contract, 0, leader)
        value = int(skat_solver.solve(position.worlds, *position.setting)[0][0])
        for need in (max(1, value - i % 3), value + 1):
            bounds, kept = studies.rank_proofs(position.worlds, contract, 0, leader, need)
            bound = int(bounds[0])
            assert (bound >= need) == (value >= need)
            limits = (bound, 120) if bound >= need else (0, bound)
            others += check_redeals(position, int(kept[0]), *limits, rng)
    assert others > 3000


def test_without_what_is_kept_redeals_break_bounds() -> None:
    rng = np.random.default_rng(2)
    worlds, _ = random_worlds(rng, 100, 4, (4, 0, 1), 0)
    broken = 0
    for world, value in zip(worlds, np.asarray(skat_solver.solve(worlds, 4, 0, 1)[0]), strict=True):
        new, less, more = redealt((int(world[0]), int(world[1]), int(world[2])), 0, 4, rng)
        again = int(skat_solver.solve(np.array([new], np.uint32), 4, 0, 1)[0][0])
        broken += not value - less <= again <= value + more
    assert broken > 5


# --- The searches ---


@pytest.mark.parametrize(
    ("oracle", "table"), [(2, "own"), (4, "own"), (0, "owners"), (0, "lowest_rank")]
)
@pytest.mark.parametrize("count", sizes(4, 15))
def test_every_search_finds_the_value(oracle: int, table: str, count: int) -> None:
    rng = np.random.default_rng(3)
    for cards, contract, leader in product(range(1, 9), TRUMP_GAMES, range(3)):
        worlds, _ = random_worlds(rng, count, cards, (contract, 0, leader), 0)
        expected = skat_solver.solve(worlds, contract, 0, leader)[0]
        found = studies.study(worlds, contract, 0, leader, oracle=oracle, table=table, rounds=1)
        assert np.array_equal(found[0], expected), (cards, contract, leader)


@pytest.mark.extended
def test_what_is_known_and_what_is_kept_save_nodes() -> None:
    """Signatures of the first 40 random suit deals; without either it is the solver's search."""
    deals = load_deals(DEALS / "random-suit.deals")[:40]
    worlds = np.concatenate([deal.worlds for deal in deals])
    contract, soloist, leader = (
        np.array([deal.setting[i] for deal in deals], np.int32) for i in range(3)
    )

    def nodes(oracle: int = 0, table: str = "own", megabytes: int = 0) -> int:
        counted = studies.study(
            worlds, contract, soloist, leader,
            oracle=oracle, table=table, megabytes=megabytes, rounds=1,
        )  # fmt: skip
        return int(np.asarray(counted[1]).sum())

    solver = skat_solver.solve(worlds, contract, soloist, leader)[2]
    assert nodes() == int(np.asarray(solver).sum())
    assert nodes(oracle=4) == nodes(oracle=4, megabytes=1)
    known = [nodes(oracle=cards) for cards in (0, 2, 4, 5)]
    assert all(more > fewer for more, fewer in combinations(known, 2))
    assert (nodes(table="owners"), nodes(table="lowest_rank")) == (756_830, 597_489)


def test_an_oracle_has_no_ranks() -> None:
    worlds = np.array([[1, 2, 4]], np.uint32)
    with pytest.raises(PositionError, match="an oracle with the table 'owners'"):
        studies.study(worlds, 4, 0, 1, oracle=3, table="owners")
    with pytest.raises(PositionError, match="table 'all': expected own, owners or lo"):
        studies.study(worlds, 4, 0, 1, table="all")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("megabytes", -1, "0 to 10000"),
        ("megabytes", 10_001, "0 to 10000"),
        ("oracle", -1, "0 to 10"),
        ("oracle", 11, "0 to 10"),
        ("rounds", 0, "1 to 1000"),
        ("rounds", -1, "1 to 1000"),
        ("rounds", 1001, "1 to 1000"),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, value: int, expected: str) -> None:
    message = f"{name} {value}: expected {expected}"
    changed: dict[str, Any] = {name: value}
    with pytest.raises(PositionError, match=message):
        studies.study(np.array([[1, 2, 4]], np.uint32), 4, 0, 1, **changed)
