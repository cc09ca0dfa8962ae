"""Look-up tables of trump games, against enumeration, minimax and the solver."""

import hashlib
import itertools
import json
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation import training as trainings
from vorhand.evaluation.arena.skat.deals import BidDeals
from vorhand.evaluation.training import skat_splits
from vorhand.evaluation.training import skat_table_index as table_index
from vorhand.evaluation.training.framework import TrainingError
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import parse_cards
from vorhand.games.skat.table_files import TableFileError
from vorhand.games.skat.trump_tables import KINDS, file_of, trump_tables
from vorhand.games.skat.view import observe
from vorhand.native import skat_solver, studies
from vorhand.native.errors import PositionError
from vorhand.tests.native.skat_positions import DEALS, GRAND, load_deals, random_worlds

pytestmark = pytest.mark.extended

SUIT_GAME = 3  # clubs
SEATS = list(itertools.product(range(3), range(3)))
MOST_OF_LEASTS = 1 << 15


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with tables of up to three cards."""
    made = tmp_path_factory.mktemp("tables")
    training = trainings.training("tables")
    settings = trainings.settings_for(training, "small", {"games": "suit grand"})
    paths = trainings.train(training, settings, 1, made)
    assert [path.name for path in paths] == ["suit.tables", "grand.tables"]
    return made


@pytest.fixture(scope="module")
def tables(folder: Path) -> list[studies.TrumpTables]:
    found = trump_tables(folder)
    assert [(some.kind, some.cards) for some in found] == [("suit", 3), ("grand", 3)]
    return found


# --- Which positions there are (Furtak 2013, tables 8.1 and 8.2) ---


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("cards", "of_suit", "of_grand"),
    [(1, 7, 7), (2, 23, 25), (3, 50, 56), (4, 79, 92), (5, 97, 113)],
)
def test_splits_are_those_of_the_thesis(kind: str, cards: int, of_suit: int, of_grand: int) -> None:
    found = {tuple(split) for split in studies.trump_splits(kind, cards)}
    assert len(found) == (of_suit if kind == "suit" else of_grand)
    expected = table_index.splits(kind, cards)  # type: ignore[arg-type]
    assert found == {(*(*split[1:], 0)[:4], split[0]) for split in expected}


# --- Their values ---


@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("cards", range(1, 9))
def test_tables_change_no_value(tables: list[studies.TrumpTables], cards: int, count: int) -> None:
    """Compare random endings of each size, in every contract, with every soloist and leader."""
    rng = np.random.default_rng(cards)
    fewer = np.zeros(2, np.int64)
    for contract, seats in itertools.product(range(5), SEATS):
        for question in ("value", "moves"):
            worlds, _ = random_worlds(rng, count, cards, (contract, 0, 1), 0)
            setting = (worlds, contract, *seats)
            expected, _, nodes = skat_solver.solve(*setting, question=question)
            found, _, with_tables = studies.solve(*setting, question=question, tables=tables)
            assert np.array_equal(found, expected), (contract, seats, question)
            fewer += [int(np.asarray(with_tables).sum()), int(np.asarray(nodes).sum())]
    assert cards == 1 or fewer[0] < fewer[1]


def test_cards_on_the_table_and_thresholds(tables: list[studies.TrumpTables]) -> None:
    rng = np.random.default_rng(11)
    for contract, played in itertools.product((0, GRAND), (1, 2)):
        worlds, (*_, trick) = random_worlds(rng, 300, 5, (contract, 0, 1), played)
        for question, low in (("moves", 0), ("at_least", 20), ("moves_at_least", 31)):
            arguments = (worlds, contract, 0, 1, trick, question)
            expected = skat_solver.solve(*arguments, low=low)[0]
            found = studies.solve(*arguments, low=low, tables=tables)[0]
            assert np.array_equal(found, expected), (contract, played, question)


@pytest.mark.parametrize(
    ("name", "without", "with_tables"),
    [("random-suit", 1_023_005, 805_747), ("random-grand", 736_111, 622_651)],
)
def test_nodes_of_stored_deals(
    tables: list[studies.TrumpTables], name: str, without: int, with_tables: int
) -> None:
    """Check node counts with tables, and without them, where they equal the solver's."""
    deals = load_deals(DEALS / f"{name}.deals")[:50]
    nodes = []
    for some in ([], tables):
        solved = [studies.solve(deal.worlds, *deal.setting, tables=some) for deal in deals]
        assert [int(values[0]) for values, _, _ in solved] == [deal.value for deal in deals]
        nodes.append(sum(int(counted[0]) for _, _, counted in solved))
    assert nodes == [without, with_tables]


def test_tables_are_of_one_kind_each(tables: list[studies.TrumpTables]) -> None:
    worlds, _ = random_worlds(np.random.default_rng(1), 5, 3, (GRAND, 0, 1), 0)
    arguments = (worlds, GRAND, 0, 1)
    with pytest.raises(PositionError, match="at most one of each kind"):
        studies.solve(*arguments, tables=[tables[0], tables[0]])
    with pytest.raises(PositionError, match="all techniques and no pruning"):
        studies.solve(*arguments, tables=tables, techniques=0)
    with pytest.raises(PositionError, match="expected TrumpTables, not None"):
        studies.solve(*arguments, tables=[None])  # type: ignore[list-item]


# --- Making and storing them ---


def test_what_was_worked_out_before_is_not_worked_out_again(tmp_path: Path) -> None:
    """Two processes write the same bytes as one, and existing parts are reused."""
    training = trainings.training("tables")
    settings = trainings.settings_for(
        training, "small", {"games": "grand", "trump_cards": "2", "sets": "8"}
    )
    made = []
    for name, workers in (("one", 1), ("two", 2)):
        trainings.train(training, settings, 1, tmp_path / name, workers)
        made.append((tmp_path / name / "grand.tables").read_bytes())
    assert made[0] == made[1]
    parts = sorted((tmp_path / "one" / "work").glob("*.npz"))
    assert len(parts) == len(studies.trump_splits("grand", 2))
    for part in parts:
        with np.load(part) as rows:
            keys = rows["keys"]
        np.savez(part, keys=keys, functions=np.zeros(len(keys), np.uint16))  # all undecided
    trainings.train(training, settings, 1, tmp_path / "one")
    assert len((tmp_path / "one" / "grand.tables").read_bytes()) < len(made[0])
    with pytest.raises(TrainingError, match="trump_cards=6: expected 2 to 5"):
        trainings.train(training, {**settings, "trump_cards": 6}, 1, tmp_path / "one")
    with pytest.raises(TrainingError, match="games=bridge: expected some of null suit grand"):
        trainings.train(training, {**settings, "games": "bridge"}, 1, tmp_path / "one")


def lengths_of(part: Path) -> np.ndarray:
    """Return the numbers of functions that were left open, of one set, of two and of more."""
    with np.load(part) as rows:
        functions = (rows["functions"] & ~np.uint16(MOST_OF_LEASTS)).tolist()
    lengths, at = np.zeros(4, int), 0
    while at < len(functions):
        lengths[min(functions[at], 3)] += 1
        at += 1 + functions[at]
    return lengths


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_within_a_budget_the_most_met_splits_are_held(
    folder: Path, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A smaller file keeps the most frequent splits, and no value changes."""
    monkeypatch.setattr(skat_splits, "met", partial(skat_splits.met, deals=100))
    training = trainings.training("tables")
    shutil.copytree(folder / "work", tmp_path / "work")
    settings = trainings.settings_for(training, "small", {"games": kind, "megabytes": "1"})
    trainings.train(training, settings, 1, tmp_path)
    (whole,), (some,) = (trump_tables(made, (kind,)) for made in (folder, tmp_path))
    assert some.bytes <= 1_000_600 < whole.bytes  # the list of splits beside them
    assert (whole.whole, some.whole) == (True, False)
    splits = {n: studies.trump_splits(kind, n) for n in (2, 3)}
    first = [tuple(split) for split in splits[2]] + skat_splits.most_met_first(kind, 3)
    paths = [tmp_path / "work" / f"{kind}-{'-'.join(map(str, s))}-64-2.npz" for s in first]
    sums = np.cumsum([lengths_of(path) for path in paths], axis=0)
    held = int(np.flatnonzero(sums.sum(axis=1) <= some.shapes)[-1])
    assert list(some.lengths) == sums[held].tolist()
    assert 25 <= held < len(first) - 1
    rng = np.random.default_rng(5)
    contract = SUIT_GAME if kind == "suit" else GRAND
    two = studies.TrumpTables(np.fromfile(tmp_path / file_of(kind), "<u4"), 2)
    nodes = np.zeros(4, np.int64)
    for cards in (2, 3, 5):
        worlds, _ = random_worlds(rng, 500, cards, (contract, 0, 1), 0)
        for k, tables in enumerate(([], [two], [some], [whole])):
            found, _, counted = studies.solve(worlds, contract, 0, 1, tables=tables)
            assert np.array_equal(found, skat_solver.solve(worlds, contract, 0, 1)[0])
            nodes[k] += int(np.asarray(counted).sum())
    assert nodes[0] > nodes[1] > nodes[2] > nodes[3]
    for change, text in (
        ({"trump_cards": 4}, "megabytes=1: no room for 4 cards a hand"),
        ({"megabytes": "0"}, "megabytes=0: expected a whole number from 1, or all"),
        ({"megabytes": "lots"}, "megabytes=lots: expected a whole number from 1, or all"),
    ):
        with pytest.raises(TrainingError, match=text):
            trainings.train(training, {**settings, **change}, 1, tmp_path)


def test_the_splits_met_are_those_of_the_last_tricks() -> None:
    """The reference plays trick by trick and counts suit by suit."""
    expected: Counter[tuple[int, ...]] = Counter()
    game, deals = load_game("python_skat"), 12
    for number in range(deals):
        deal = BidDeals("rule", 3).start(number).deal()
        bots = [make_bot("rule", game, seat, 3) for seat in range(3)]
        while deal.tricks_played < 8:
            deal.apply(bots[deal.player].step(game.state_of(observe(deal, deal.player))))
        left = [card for card in range(32) if sum(map(deal.hand, range(3))) >> card & 1]
        assert len(left) == 6
        jacks = sum(card % 8 == 7 for card in left)
        lengths = {suit: sum(c // 8 == suit and c % 8 != 7 for c in left) for suit in range(4)}
        trumps = jacks + (lengths.pop(deal.contract) if deal.contract < GRAND else 0)
        if deal.contract <= GRAND:
            longest_first = [*sorted(lengths.values(), reverse=True), 0]
            expected[(*longest_first[:4], trumps)] += 1
    found = [skat_splits.met(kind, 2, deals, 3) for kind in KINDS]
    assert min(each.total() for each in found) > 1
    assert sum(found, Counter()) == expected


def test_splits_count_what_is_left() -> None:
    """Splits count the remaining cards, here six in a game of clubs and six in a grand."""
    cards = parse_cards("C7 CJ S8 SA H9 DJ")
    left = [card for card in range(32) if cards >> card & 1]
    clubs, grand = SUIT_GAME, GRAND
    assert skat_splits.split_of(left, clubs) == (2, 1, 0, 0, 3)
    assert skat_splits.split_of(left, grand) == (2, 1, 1, 0, 2)


def test_rows_that_are_not_all_are_refused() -> None:
    rows = studies.TrumpRows("suit")
    parts = [rows.of(split, 64) for split in studies.trump_splits("suit", 2)]
    keys = np.concatenate([np.asarray(part[0]) for part in parts])
    words = np.concatenate([np.asarray(part[1]) for part in parts])
    assemble = studies.TrumpTables.assemble
    assert studies.TrumpTables(assemble("suit", 2, keys, words)).shapes == len(keys)
    with pytest.raises(ValueError, match="shapes, expected 4986"):
        assemble("suit", 2, keys[1:], words)
    with pytest.raises(ValueError, match="may be there twice"):
        assemble("suit", 2, np.concatenate([keys[:1], keys[:1], keys[2:]]), words)
    with pytest.raises(ValueError, match="functions end too early"):
        assemble("suit", 2, keys, words[:-1])
    with pytest.raises(ValueError, match="functions end too late"):
        assemble("suit", 2, keys, np.append(words, words[:1]))
    with pytest.raises(ValueError, match="cards a hand 6, expected 2 to 5"):
        assemble("suit", 6, keys, words)
    with pytest.raises(ValueError, match="shapes, expected"):
        assemble("suit", 2, keys, words, [(3, 3, 0, 0, 0)])
    one, functions = map(np.asarray, parts[0])  # rows of another split with as many shapes
    other = studies.trump_splits("suit", 2)[1]
    assert len(parts[1][0]) == len(one)
    with pytest.raises(ValueError, match="a shape too many of its split"):
        assemble("suit", 2, one, functions, [other])
    with pytest.raises(ValueError, match="a split that is none of the largest"):
        assemble("suit", 2, keys, words, [(3, 3, 3, 0, 0)])
    assert studies.TrumpTables.bytes_of(words) == pytest.approx(
        4 * len(assemble("suit", 2, keys, words)), abs=80
    )
    with pytest.raises(ValueError, match="functions end too early"):
        studies.TrumpTables.bytes_of(words[:-1])
    with pytest.raises(ValueError, match="kind 'null': expected suit or grand"):
        studies.TrumpRows("null")
    with pytest.raises(ValueError, match="split: expected one of trump_splits"):
        rows.of((7, 7, 7, 7, 7), 64)
    with pytest.raises(ValueError, match="most: expected 1 to 4096 sets"):
        rows.of((3, 0, 0, 0, 0), 0)
    with pytest.raises(ValueError, match="cards a hand 6: expected 1 to 5"):
        studies.trump_splits("suit", 6)


def test_a_damaged_or_foreign_file_is_refused(folder: Path, tmp_path: Path) -> None:
    assert trump_tables(tmp_path) == []
    whole = np.fromfile(folder / "grand.tables", "<u4")
    path = tmp_path / file_of("grand")

    def stored(words: np.ndarray) -> None:
        path.write_bytes(words.tobytes())
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        (tmp_path / "manifest.json").write_text(json.dumps({path.name: {"sha256": sha256}}))

    stored(whole)
    (opened,) = trump_tables(tmp_path, most=2)
    assert (opened.kind, opened.cards, opened.bytes) == ("grand", 2, path.stat().st_size)
    for place, value, message in (
        (0, 1, "they begin with 1, expected"),
        (1, 2, r"kind 2, expected 0 \(suit\) or 1 \(grand\)"),
        (2, 6, "cards a hand 6, expected 2 to 5"),
        (4, 0, "no slots, no groups or no pool"),
        (5, 7, "words, expected"),
    ):
        damaged = whole.copy()
        damaged[place] = value
        stored(damaged)
        with pytest.raises(TableFileError, match=rf"grand\.tables: trump tables: .*{message}"):
            trump_tables(tmp_path)
    stored(whole[:5])
    with pytest.raises(TableFileError, match="5 words, expected at least 7"):
        trump_tables(tmp_path)
    stored(whole)
    damaged = whole.copy()
    damaged[100] ^= 1
    path.write_bytes(damaged.tobytes())
    with pytest.raises(TableFileError, match=r"grand\.tables: sha256 .* as in manifest\.json"):
        trump_tables(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_words_lead_nowhere_else(folder: Path, kind: str) -> None:
    """Each of 300 damaged tables is refused when loaded, or answers, possibly wrongly."""
    whole = np.fromfile(folder / file_of(kind), "<u4")
    rng = np.random.default_rng(13)
    contract = SUIT_GAME if kind == "suit" else GRAND
    worlds, _ = random_worlds(rng, 60, 4, (contract, 0, 1), 0)
    slots = int(whole[4])
    begins = (0, 7, 7 + slots, 7 + slots + (int(whole[5]) + 1) // 2, len(whole))  # the parts

    def values(tables: list[studies.TrumpTables]) -> np.ndarray:
        found = studies.solve(worlds, contract, 0, 1, [], "moves", tables=tables)[0]
        return np.asarray(found)

    right, found = values([]), Counter[str]()
    for case in range(300):
        part = case % 5
        words = whole.copy()
        if part == 4:
            words = words[: rng.integers(len(words))].copy()
        else:
            places = rng.integers(begins[part], begins[part + 1], 1 if part == 0 else 200)
            bits = rng.integers(32, size=len(places), dtype=np.uint32)
            words[places] ^= np.uint32(1) << bits
        try:
            tables = studies.TrumpTables(words)
        except ValueError as error:
            found[str(error).partition(": ")[0]] += 1
        else:
            if tables.kind == kind:
                found["right" if np.array_equal(values([tables]), right) else "wrong"] += 1
    assert set(found) == {"trump tables", "right", "wrong"}
    assert min(found.values()) > 8
