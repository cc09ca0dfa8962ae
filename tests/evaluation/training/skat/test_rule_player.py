"""The fit of the strengths of the rule player's rules."""

import numpy as np
import pytest

from vorhand.evaluation.training.framework import table
from vorhand.evaluation.training.skat import rule_player
from vorhand.evaluation.training.skat.rule_player import (
    CARDS,
    HANDS,
    Lessons,
    collect,
    fit_prices,
    fit_strengths,
    learn_cards,
    read_table,
)
from vorhand.native import fitted
from vorhand.native.skat import rule_player_names

pytestmark = pytest.mark.nightly


def test_lessons_come_from_the_deals_alone() -> None:
    first, again = collect(20, 5, null=False), collect(20, 5, null=False)
    assert first.keys() == again.keys()
    assert {kind for kind, _ in first} == {0, 1}
    for key, lessons in first.items():
        assert np.array_equal(lessons.verdicts, again[key].verdicts)
        assert np.all(np.diff(lessons.first) >= 2)
        assert len(lessons.value) == len(lessons.verdicts) == len(lessons.decision)


def test_finds_the_rule_that_tells_good_cards() -> None:
    rng = np.random.default_rng(1)
    decisions, cards = 400, 3
    verdicts = rng.normal(size=(decisions * cards, 4))
    lessons = Lessons(
        first=np.arange(0, decisions * cards, cards, dtype=np.intp),
        decision=np.repeat(np.arange(decisions, dtype=np.intp), cards),
        verdicts=verdicts,
        value=verdicts[:, 2] - 0.5 * verdicts[:, 0],
    )
    strengths = fit_strengths(lessons, np.zeros(4))
    assert lessons.outcome(strengths) > 0.98 * lessons.outcome(np.array([-0.5, 0, 1, 0]))


def test_prices_are_log_odds() -> None:
    rng = np.random.default_rng(2)
    traits = np.c_[np.ones(20_000), rng.normal(size=20_000)]
    won = rng.random(20_000) < 1 / (1 + np.exp(-(traits @ np.array([0.5, -1.0]))))
    assert fit_prices(traits, won.astype(float)) == pytest.approx([0.5, -1.0], abs=0.1)


def test_lessons_are_the_same_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = collect(20, 5, null=False)
    monkeypatch.setattr(rule_player, "_CHUNK", 3)
    parts = collect(20, 5, null=False)
    assert whole.keys() == parts.keys()
    for key, lessons in whole.items():
        for name, values in vars(lessons).items():
            assert np.array_equal(values, getattr(parts[key], name))


def test_a_table_written_and_read_is_the_one_compiled_in() -> None:
    for name, names, digits in ((CARDS, ("game", "rule"), 2), (HANDS, ("game", "trait"), 3)):
        header = fitted.read(name).decode().splitlines()[0].split("\t")
        assert tuple(header[:2]) == names
        assert table(name, header, read_table(name), digits).content == fitted.read(name)


def test_tables_speak_of_what_the_core_knows() -> None:
    names = rule_player_names()
    of_cards, of_hands = set(read_table(CARDS)), set(read_table(HANDS))
    for index, game in enumerate(names["games"]):
        kind = "trump" if index < 2 else "null"
        assert {row for some, row in of_cards if some == game} == set(names[f"{kind}_rules"])
        assert {row for some, row in of_hands if some == game} == set(names[f"{kind}_traits"])
    assert {game for game, _ in of_cards | of_hands} == set(names["games"])


def test_a_round_changes_only_what_it_learned_about() -> None:
    learned = learn_cards(20, 9)
    before = fitted.read(CARDS).decode().splitlines()
    after = learned.content.decode().splitlines()
    assert learned.shape == (len(before) - 1, len(rule_player_names()["situations"]))
    assert [line.split("\t")[:2] for line in before] == [line.split("\t")[:2] for line in after]
    assert before[0] == after[0]
    assert before != after
