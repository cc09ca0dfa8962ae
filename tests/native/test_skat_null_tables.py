"""Null by decision diagrams and by partition search, against the solver and minimax."""

import hashlib
import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.evaluation import training as trainings
from vorhand.games.skat.null_tables import FILE, null_diagrams
from vorhand.games.skat.table_files import TableFileError
from vorhand.native import studies
from vorhand.native.errors import PositionError
from vorhand.tests.native.skat_positions import DEALS, NULL, Position, load_deals, random_worlds
from vorhand.tests.sizes import sizes

RANK_OF = (0, 1, 2, 5, 7, 3, 4, 6)  # of the cards 7 8 9 T J Q K A, among 7 8 9 Q K T A J
SEATS = list(product(range(3), range(3)))


@pytest.fixture(scope="module")
def words() -> np.ndarray:
    return np.asarray(studies.NullDiagrams.build(4))


def solved(
    worlds: np.ndarray, seats: tuple[int, int], question: str, **options: Any
) -> tuple[np.ndarray, np.ndarray]:
    values, _, nodes = studies.solve(worlds, NULL, *seats, [], question, **options)
    return np.asarray(values), np.asarray(nodes)


def stored_deals() -> tuple[list[Position], np.ndarray, np.ndarray, np.ndarray]:
    deals = load_deals(DEALS / "random-null.deals")
    soloist, leader = (np.array([deal.setting[i] for deal in deals], np.int32) for i in (1, 2))
    return deals, np.concatenate([deal.worlds for deal in deals]), soloist, leader


# --- Decision diagrams (Furtak 2013, section 8.7) ---


@pytest.mark.parametrize("count", sizes(30, 150))
@pytest.mark.parametrize("cards", range(1, 8))
def test_diagrams_change_no_value(words: np.ndarray, cards: int, count: int) -> None:
    """Compare random endings of each size; diagrams solve a lead with up to four cards at once."""
    diagrams = studies.NullDiagrams(words)
    rng = np.random.default_rng(cards)
    worlds, _ = random_worlds(rng, count, cards, (NULL, 0, 1), 0)
    for seats in SEATS:
        for question in ("value", "time_to_live", "moves_time_to_live"):
            expected, _ = solved(worlds, seats, question)
            found, nodes = solved(worlds, seats, question, diagrams=diagrams)
            assert np.array_equal(found, expected), (seats, question)
            if question == "value" and seats[0] != seats[1] and cards <= diagrams.cards:
                assert nodes.max() == 1


def test_the_more_cards_the_fewer_nodes(words: np.ndarray) -> None:
    """Node counts of the stored random deals, by the size of the diagrams, are unchanged."""
    deals, worlds, soloist, leader = stored_deals()
    nodes = []
    for most in range(5):
        diagrams = studies.NullDiagrams(words, most)
        values, _, counted = studies.solve(worlds, NULL, soloist, leader, diagrams=diagrams)
        assert np.array_equal(values, [deal.value for deal in deals])
        nodes.append(int(np.asarray(counted).sum()))
    assert nodes == [90_945, 90_921, 88_942, 86_430, 73_194]


def stored(path: Path, words: np.ndarray) -> None:
    content = words.astype("<u4").tobytes()
    path.write_bytes(content)
    entry = {FILE: {"sha256": hashlib.sha256(content).hexdigest()}}
    path.with_name("manifest.json").write_text(json.dumps(entry))


def test_diagrams_in_a_file(words: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / FILE
    assert null_diagrams(path) is None
    stored(path, words)
    opened = null_diagrams(path, most=3)
    assert opened is not None
    assert opened.cards == 3
    whole = null_diagrams(path)
    assert whole is not None
    assert opened.bytes < whole.bytes == path.stat().st_size
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(TableFileError, match=r"null\.diagrams: null diagrams: .* not all of them"):
        null_diagrams(path)
    path.write_bytes(b"")
    with pytest.raises(TableFileError, match="empty; expected null diagrams"):
        null_diagrams(path)


def test_a_damaged_file_is_refused(words: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / FILE
    damaged = words.copy()
    damaged[-1] ^= 1 << 30
    stored(path, words)
    path.write_bytes(damaged.astype("<u4").tobytes())
    with pytest.raises(TableFileError, match=r"null\.diagrams: sha256 .* as in manifest\.json"):
        null_diagrams(path)
    for text in (None, "{}", "[]", "damaged"):
        manifest = path.with_name("manifest.json")
        manifest.unlink() if text is None else manifest.write_text(text)
        with pytest.raises(TableFileError, match=r"manifest\.json: no sha256 of null\.diagrams"):
            null_diagrams(path)


FIRST_ROOT = 12 + 2 * 6561


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (1, 0, "cards a hand 0, expected 1 to 9"),
        (1, 10, "cards a hand 10, expected 1 to 9"),
        (1, 2**32 - 1, "cards a hand 4294967295, expected 1 to 9"),
        (3, 5, "end 5, expected "),
        (6, 2**31, "end 2147483648, expected "),
        (FIRST_ROOT, 16, "root 16, expected "),
        (15, 9 << 24, "length of a suit 9, expected 0 to 8"),
        (FIRST_ROOT + 100, 2**31, "root 2147483648, expected "),
    ],
)
def test_numbers_that_lead_outside_are_refused(
    words: np.ndarray, place: int, value: int, message: str
) -> None:
    damaged = words.copy()
    damaged[place] = value
    with pytest.raises(ValueError, match=f"null diagrams: {message}"):
        studies.NullDiagrams(damaged)


@pytest.mark.parametrize("count", sizes(200, 600))
def test_damaged_words_lead_nowhere_else(count: int) -> None:
    """Damaged diagrams raise an error, or answer within bounds, possibly wrongly."""
    whole = np.asarray(studies.NullDiagrams.build(3))
    rng = np.random.default_rng(11)
    worlds, _ = random_worlds(rng, 60, 4, (NULL, 0, 1), 0)
    right = solved(worlds, (0, 1), "time_to_live")[0]
    found = Counter[tuple[str, str]]()
    for case in range(count):
        words = whole.copy()
        if case % 10 == 0:
            words = words[: rng.integers(len(words))].copy()
        elif case % 10 == 1:
            words[rng.integers(12)] ^= np.uint32(1) << rng.integers(32, dtype=np.uint32)
        else:
            places = rng.integers(12, len(words), rng.integers(1, 2000))
            words[places] ^= rng.integers(2**32, size=len(places), dtype=np.uint32) >> rng.integers(
                32, dtype=np.uint32
            )
        if case % 5 == 2:  # damage the parts only
            words[: FIRST_ROOT + 3 * 2 * 9**3] = whole[: FIRST_ROOT + 3 * 2 * 9**3]
        try:
            diagrams = studies.NullDiagrams(words)
            values = solved(worlds, (0, 1), "time_to_live", diagrams=diagrams)[0]
        except ValueError as error:
            name, _, what = str(error).partition(": ")
            found[name, "damaged" if "damaged" in what else "refused"] += 1
        else:
            found["answered", "right" if np.array_equal(values, right) else "wrong"] += 1
    assert set(found) == {
        (name, what)
        for name, outcomes in (("null diagrams", "damaged refused"), ("answered", "right wrong"))
        for what in outcomes.split()
    }
    assert min(found.values()) > count / 100


def test_training_again_leaves_an_open_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    training = trainings.training("tables")
    for cards in ("2", "1"):
        before = null_diagrams()
        settings = trainings.settings_for(training, "small", {"cards": cards, "games": "null"})
        trainings.train(training, settings, 1, training.folder())
    after = null_diagrams()
    assert before is not None
    assert after is not None
    assert (before.cards, after.cards) == (2, 1)
    worlds, _ = random_worlds(np.random.default_rng(7), 50, 3, (NULL, 0, 1), 0)
    expected = solved(worlds, (0, 1), "value")[0]
    assert np.array_equal(solved(worlds, (0, 1), "value", diagrams=before)[0], expected)


# --- Partition search (Furtak 2013, chapter 4) ---

KEPT = ("position", "lowest_rank", "constraints")


@pytest.mark.parametrize("kept", KEPT)
def test_partition_search_finds_the_value(kept: str) -> None:
    rng = np.random.default_rng(4)
    for cards in range(3, 9):
        worlds, _ = random_worlds(rng, 50, cards, (NULL, 0, 1), 0)
        for seats in SEATS:
            forced = np.asarray(studies.null_proofs(worlds, *seats, kept=kept)[0])
            assert np.array_equal(forced == 0, solved(worlds, seats, "value")[0] == 1), seats


def test_a_proof_for_more_positions_takes_fewer_nodes() -> None:
    """Node counts are unchanged; lowest winning rank is a special case (corollary 4.3.2)."""
    _, worlds, soloist, leader = stored_deals()
    found = (studies.null_proofs(worlds, soloist, leader, kept=kept)[1] for kept in KEPT)
    nodes = [int(np.asarray(counted).sum()) for counted in found]
    assert nodes == [500_616, 436_188, 379_610]


def redealt(hands: np.ndarray, constraints: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the hands after shuffling each suit as far as the constraints allow.

    Each player keeps the number of cards of each suit and their order. Card i still beats card j
    if bit 8 * i + j is set.
    """
    new = np.zeros(3, np.uint32)
    for suit in range(4):
        places = [p for p in range(8) if any(int(h) >> (8 * suit + RANK_OF[p]) & 1 for h in hands)]
        owner = {
            p: next(s for s in range(3) if int(hands[s]) >> (8 * suit + RANK_OF[p]) & 1)
            for p in places
        }
        below = {
            i: {
                j
                for j in places
                if int(constraints[suit]) >> (8 * i + j) & 1 or (owner[i] == owner[j] and j < i)
            }
            for i in places
        }
        for place in places:  # from the lowest: a card whose lesser ones are all placed
            free = [card for card in below if not below[card] & below.keys()]
            card = free[int(rng.integers(len(free)))]
            del below[card]
            new[owner[card]] |= np.uint32(1 << (8 * suit + RANK_OF[place]))
    return new


@pytest.mark.nightly
def test_a_proof_holds_for_every_redeal_that_keeps_its_constraints() -> None:
    """Theorem 4.3.1 on 20 redeals of each of 360 endings: many differ, but never in value."""
    rng = np.random.default_rng(5)
    differing = 0
    for cards in range(3, 9):
        worlds, _ = random_worlds(rng, 20, cards, (NULL, 0, 1), 0)
        for leader in range(3):
            forced, _, proofs = map(np.asarray, studies.null_proofs(worlds, 0, leader))
            for world, lost, proof in zip(worlds, forced, proofs, strict=True):
                again = np.array([redealt(world, proof, rng) for _ in range(20)])
                assert np.all(solved(again, (0, leader), "value")[0] == 1 - lost), (world, leader)
                differing += len(np.unique(again, axis=0)) > 1
    assert differing > 300


def test_what_is_kept_is_named() -> None:
    with pytest.raises(PositionError, match="kept 'all': expected position, lowest_r"):
        studies.null_proofs(np.array([[1, 2, 4]], np.uint32), 0, 1, kept="all")
