"""The training of policies: positions, the fit, and rounds that are kept or dropped."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import read_arrays
from vorhand.agents.skat.policy_networks import FILE, READING, policy_of
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.skat import policy as module
from vorhand.evaluation.training.skat.policies.lessons import Lessons, Recipe, make_lessons
from vorhand.evaluation.training.skat.policy import NAMES, packed, tried
from vorhand.native.skat_policy import NO_WORTH, ROWS, RULE_ROW, WORTH_UNIT

pytestmark = pytest.mark.nightly

TINY = {"deals": "40", "rounds": "2", "trial": "6"}


def made_up(n: int) -> Lessons:
    """Return lessons in which card 2 is the rule player's.

    With row 5 card 3 is worth 20 points more, otherwise 20 points less. The worlds make a much
    larger difference than the cards.
    """
    rng = np.random.default_rng(3)
    rows = np.full((n, 4), ROWS, np.int16)
    rows[:, 0], rows[:, 1], rows[:, 2] = 0, rng.integers(4, 7, n), RULE_ROW + 2
    points = rng.normal(0, 30, (n, 5)) + rng.normal(0, 60, (n, 1))
    points[:, 3] += np.where(rows[:, 1] == 5, 20, -20)
    worth = np.full((n, 32), NO_WORTH, np.int16)
    worth[:, :5] = points * WORTH_UNIT
    return Lessons(rows, worth, np.arange(n, dtype=np.uint32))


def test_learns_where_the_rule_player_errs_and_by_how_much() -> None:
    torch = pytest.importorskip("torch")
    from vorhand.evaluation.training.skat.policies import learning

    lessons, held_out = made_up(60_000), made_up(3000)
    before = learning.PolicyNet()
    task = learning.Task("made up", 150, 1e-2, 20.0, 1)
    net, curve = learning.fit(task, lessons, held_out, before)
    mean, error = learning.gain(net, before, held_out)
    assert mean == pytest.approx(20 / 3, abs=1.5 + 3 * error)
    assert curve[-1][1:] == (mean, error)
    with torch.no_grad():
        seen = torch.tensor([[0, number, RULE_ROW + 2] for number in (5, 4)])
        numbers = net(seen).numpy()[:, :5]
    better = numbers[:, 3] - np.delete(numbers, 3, axis=1).mean(1)
    assert better * task.temperature == pytest.approx([20, -20], abs=4)
    again, _ = learning.fit(task, lessons, held_out, before)
    assert packed(net.arrays("x")) == packed(again.arrays("x"))
    net.insist_on(30 / task.temperature)
    assert learning.gain(net, before, held_out) == (0, 0)


def test_before_anything_is_learned_it_is_the_rule_player() -> None:
    pytest.importorskip("torch")
    from vorhand.evaluation.training.skat.policies import learning

    start = learning.PolicyNet()
    nets = {k: v for name in NAMES for k, v in start.arrays(name).items()}
    assert tried(nets, None, 40, 3) == (0.0, 0.0)
    begun = learning.PolicyNet()
    with pytest.raises(KeyError):
        begun.begin_with(nets, "schafkopf")
    begun.begin_with(nets, NAMES[4])
    assert packed(begun.arrays("x")) == packed(start.arrays("x"))


def test_lessons_do_not_depend_on_how_they_are_made(tmp_path: Path) -> None:
    recipe = Recipe(deals=5, seed=2)
    (alone,) = make_lessons(recipe, None, tmp_path / "alone")
    content = alone.read_bytes()
    assert make_lessons(recipe, None, tmp_path / "alone") == [alone]
    (other,) = make_lessons(recipe, None, tmp_path / "other", 2)
    assert other.read_bytes() == content
    (more,) = make_lessons(Recipe(deals=6, seed=2), None, tmp_path / "alone")
    assert more != alone


def test_a_training_resumes_and_makes_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an interruption between two networks of a round the first is not fitted again."""
    pytest.importorskip("torch")
    fit = module._fit
    fitted_first: list[str] = []
    fitted_again: list[str] = []

    def cut_off(job: module._Job) -> dict[str, np.ndarray]:
        if len(fitted_first) == 3:
            raise KeyboardInterrupt
        fitted_first.append(job.name)
        return fit(job)

    def counted(job: module._Job) -> dict[str, np.ndarray]:
        fitted_again.append(job.name)
        return fit(job)

    policy = training("policy")
    settings = settings_for(policy, "small", TINY)
    monkeypatch.setattr(module, "_fit", cut_off)
    with pytest.raises(KeyboardInterrupt):
        train(policy, settings, 5, tmp_path / "one", 1, tmp_path / "work")
    monkeypatch.setattr(module, "_fit", counted)
    (path,) = train(policy, settings, 5, tmp_path / "one", 1, tmp_path / "work")
    assert fitted_first + fitted_again[: len(NAMES) - 3] == list(NAMES)
    (rounds,) = (list((tmp_path / "work").rglob("round-0-*.npz")),)
    assert len(rounds) == 1
    rounds[0].unlink()
    (again,) = train(policy, settings, 5, tmp_path / "two", 1, tmp_path / "work")
    assert again.read_bytes() == path.read_bytes()
    with np.load(path) as arrays:
        policy_of(dict(arrays))


def test_the_first_round_may_begin_with_networks_that_learned_before(tmp_path: Path) -> None:
    """Networks that gain nothing on four deals are dropped: the initial ones stay."""
    pytest.importorskip("torch")
    policy = training("policy")
    for begin in ("shipped", str(FOLDER / FILE)):
        settings = settings_for(policy, "small", TINY | {"rounds": "1", "begin": begin})
        (path,) = train(policy, settings, 5, tmp_path, 1, tmp_path / "work")
        assert read_arrays(path).keys() == read_arrays(FOLDER / FILE).keys()
        assert tried(read_arrays(path), read_arrays(FOLDER / FILE), 20, 3) == (0.0, 0.0)
        assert tried(read_arrays(path), None, 20, 3) != (0.0, 0.0)


def test_settings_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    policy = training("policy")
    for change, expected in (
        ("search", "playouts, open hands or both"),
        ("belief", "truth, uniform"),
        ("begin", "rule, shipped or a file"),
        ("networks", "all, or some of suit.soloist"),
        ("device", "cpu, or cuda"),
    ):
        settings = settings_for(policy, "small", TINY | {change: "luck"})
        with pytest.raises(ValueError, match=f"{change}=luck: expected {expected}"):
            train(policy, settings, 5, tmp_path)
    narrow = {"begin": str(FOLDER / READING)}
    with pytest.raises(ValueError, match=r"has the shape \(490, 160\), expected \(490, 288"):
        train(policy, settings_for(policy, "small", TINY | narrow), 5, tmp_path)
