"""A policy learned from searches: the lessons, the orders of suits, the network as stored."""

import functools
import itertools
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from vorhand.agents.provenance import read_manifest
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.schnapsen.policies.lessons import Lessons, lessons_of, with_suits
from vorhand.evaluation.training.schnapsen.schnapsen_policy import FILE
from vorhand.native.schnapsen import CHOICES, FACTS, Policy, Rules, new_deal

pytestmark = pytest.mark.nightly

RULES = Rules()


@functools.cache
def some_lessons() -> Lessons:
    """Return the lessons of thirty deals."""
    return lessons_of((3, 0, 30, 1))


def learning() -> ModuleType:
    """Import the learning module, which needs PyTorch."""
    module: ModuleType = pytest.importorskip(
        "vorhand.evaluation.training.schnapsen.policies.learning"
    )
    return module


def test_lessons_are_legal_and_follow_from_seed_and_number() -> None:
    assert len(some_lessons().played) > 200
    assert some_lessons().legal[np.arange(len(some_lessons().played)), some_lessons().played].all()
    assert (some_lessons().legal.sum(axis=1) > 1).all()
    hands = some_lessons().seen[:, :20]
    assert (
        hands[some_lessons().legal[:, :20].nonzero()[0], some_lessons().legal[:, :20].nonzero()[1]]
    ).all()
    parts = [lessons_of((3, 0, 10, 1)), lessons_of((3, 10, 20, 1))]
    for name in ("seen", "legal", "played"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(joined, getattr(some_lessons(), name))


def renamed(action: int, order: tuple[int, ...]) -> int:
    """Return an action or card after permuting the suits other than clubs."""
    suits = [*order, 3]
    if action < 32:
        return 8 * suits[action // 8] + action % 8
    return action if action < 34 else 34 + suits[action - 34]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_orders_of_suits_are_those_of_deals_with_suits_renamed(order: tuple[int, ...]) -> None:
    """A network with permuted inputs and outputs plays a deal as the other plays its twin."""
    rng = np.random.default_rng(1)
    numbers = rng.integers(-500, 500, _size()).astype(np.int16)
    facts, choices = with_suits(order)
    straight, moved = Policy(numbers), Policy(_moved(numbers, facts, choices))
    for _ in range(5):
        cards = [int(card) for card in rng.permutation(RULES.cards)]
        turned = next(place for place, card in enumerate(cards) if card // 8 == 3)
        cards[10], cards[turned] = cards[turned], cards[10]
        plain, twin = new_deal(RULES), new_deal(RULES)
        for card in cards:
            plain.deal_card(RULES, card)
            twin.deal_card(RULES, renamed(card, order))
        theirs = dict(zip(twin.legal_actions(RULES), moved.chances(RULES, twin), strict=True))
        actions = plain.legal_actions(RULES)
        expected = [theirs[renamed(action, order)] for action in actions]
        assert np.asarray(straight.chances(RULES, plain)) == pytest.approx(expected, abs=1e-5)


def _size() -> int:
    width = learning().POLICY_WIDTH
    return int((FACTS + 1) * width + (width + 1) * CHOICES)


def _moved(numbers: np.ndarray, facts: np.ndarray, choices: np.ndarray) -> np.ndarray:
    """Return a network with permuted inputs and outputs."""
    width = learning().POLICY_WIDTH
    first, bias, last, end = np.split(numbers, np.cumsum([FACTS * width, width, width * CHOICES]))
    rows = first.reshape(FACTS, width)[facts]
    columns = last.reshape(width, CHOICES)[:, choices]
    return np.concatenate([rows.ravel(), bias, columns.ravel(), end[choices]])


def test_learning_finds_what_is_played() -> None:
    """The network learns to play the highest legal choice among trumps and marriages."""
    last = CHOICES - 1 - some_lessons().legal[:, ::-1].argmax(axis=1)
    trumps_last = some_lessons().legal[:, 15:20].any(axis=1)
    kept = np.flatnonzero(trumps_last & (last < 20))
    lessons = Lessons(some_lessons().seen[kept], some_lessons().legal[kept], last[kept])
    before = learning().judged(learning().fit(lessons, 1, 1), lessons)
    after = learning().judged(learning().fit(lessons, 60, 1), lessons)
    assert after[0] < before[0] / 2
    assert after[1] > 0.9


def test_the_file_is_the_network_that_was_fitted(tmp_path: Path) -> None:
    policy = training("schnapsen-policy")
    settings = settings_for(policy, "small", {"deals": "60"})
    paths = [train(policy, settings, 1, tmp_path / str(workers), workers) for workers in (1, 2)]
    content = [path[0].read_bytes() for path in paths]
    assert content[0] == content[1]
    numbers = np.frombuffer(content[0], "<i2").astype(np.int16)
    assert list(numbers.shape) == read_manifest(tmp_path / "1")[FILE]["shape"] == [_size()]
    deal = new_deal(RULES)
    for card in RULES.cards:
        deal.deal_card(RULES, card)
    assert sum(Policy(numbers).chances(RULES, deal)) == pytest.approx(1)
