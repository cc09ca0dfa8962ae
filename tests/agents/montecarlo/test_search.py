"""Decisions: evaluated worlds, dropped moves, standard errors and remembered choices."""

import itertools
from collections import OrderedDict
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from vorhand.agents.generic.beliefs.sampled import sampled
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo import search
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.decisions.votes import most_votes
from vorhand.agents.montecarlo.frame import TieRule, Values, Worlds
from vorhand.agents.montecarlo.search import Memory, MonteCarlo, remembered, standard_errors
from vorhand.agents.montecarlo.ties.first import first
from vorhand.agents.montecarlo.ties.last import last
from vorhand.agents.montecarlo.ties.shared import shared
from vorhand.games.loading import load_game
from vorhand.tests.agents.montecarlo.toys import ToyView, numbered, table

VIEW = ToyView()


def random_worth(n: int, seed: int = 1) -> np.ndarray:
    """Return normal values of three moves: a middle one, a better one, a far worse one."""
    rng = np.random.default_rng(seed)
    return np.asarray(rng.normal(size=(n, 3)) + np.array([0.0, 0.3, -4.0]))


def test_the_mean_and_all_that_is_told() -> None:
    worth = random_worth(40)
    weights = np.random.default_rng(2).random(40)
    evaluator = table(worth)
    decide = MonteCarlo(numbered(40, weights), evaluator, weighted_mean, first(), None)
    choice = decide(VIEW, 9)
    shares = weights / weights.sum()
    assert choice.scores == pytest.approx(shares @ worth)
    assert choice.diagnostics["twice"] == pytest.approx(2 * shares @ worth)
    assert "visits" not in choice.diagnostics
    assert choice.move == (3, 5, 8)[int(np.argmax(shares @ worth))]
    assert (choice.worlds, choice.possible, choice.reason) == (40, 40, "worlds")
    assert choice.effective_worlds == pytest.approx(1 / np.square(shares).sum())
    assert choice.names == ("move 3", "move 5", "move 8")
    assert evaluator.asked == [(list(range(40)), 0, [3, 5, 8])]
    assert set(choice.errors) == {0.0}  # all worlds that exist
    assert choice.evidence is not None
    assert choice.evidence.worlds.seed == 9
    others = MonteCarlo(numbered(40), table(worth), most_votes, first(), 20)
    assert others(VIEW, 1).errors == ()  # the scores are votes, not means
    np.testing.assert_array_equal(choice.evidence.values.worth, worth)


@pytest.mark.parametrize(("ties", "move"), [(first(), 3), (last(), 5)])
def test_what_the_scores_leave_open_is_settled_by_the_tie_rule(ties: TieRule, move: int) -> None:
    worth = np.array([[1.0, 0.0, -9.0], [0.0, 1.0, -9.0]])
    choice = MonteCarlo(numbered(2), table(worth), weighted_mean, ties, None)(VIEW, 1)
    assert choice.move == move
    assert choice.policy == {action: float(action == move) for action in (3, 5, 8)}
    both = MonteCarlo(numbered(2), table(worth), weighted_mean, shared(), None)(VIEW, 1)
    assert both.policy == {3: 0.5, 5: 0.5, 8: 0.0}
    assert (both.move, both.best) == (3, (3, 5))


def test_doubt_leaves_more_open_than_ties() -> None:
    worth = random_worth(40)
    means = worth.mean(axis=0)
    for doubt, chosen in ((0.0, 1), (1000.0, 2)):
        decide = MonteCarlo(numbered(400), table(worth), weighted_mean, last(), 40, doubt=doubt)
        choice = decide(VIEW, 1)
        assert choice.move == (3, 5, 8)[chosen]
        assert choice.scores == pytest.approx(means)


def timed(
    monkeypatch: pytest.MonkeyPatch, seconds: float, worlds: int | None, possible: int
) -> tuple[Choice, list[int]]:
    """Return a decision and its batch sizes; the clock advances one second per reading."""
    ticks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: float(next(ticks)))
    monkeypatch.setattr(search, "time", clock)
    evaluator = table(random_worth(possible))
    decide = MonteCarlo(
        numbered(possible), evaluator, weighted_mean, first(), worlds, seconds=seconds
    )
    choice = decide(VIEW, 1)
    for (_, number, _), done in zip(
        evaluator.asked,
        itertools.accumulate([0, *(len(rows) for rows, _, _ in evaluator.asked)]),
        strict=False,
    ):
        assert number == done  # worlds are numbered as without a time limit
    return choice, [len(rows) for rows, _, _ in evaluator.asked]


@pytest.mark.parametrize(
    ("seconds", "worlds", "possible", "batches"),
    [
        (0.0, None, 1000, [7]),
        (0.0, None, 5, [5]),
        (0.0, 3, 1000, [3]),
        (3.5, None, 1000, [7, 3]),
        (7.0, None, 1000, [7, 7, 7]),
        (7.0, 16, 1000, [7, 7, 2]),
        (1000.0, None, 100, [7, 7, 14, 28, 44]),
        (1000.0, 30, 100, [7, 7, 14, 2]),
    ],
)
def test_a_time_limit(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    worlds: int | None,
    possible: int,
    batches: list[int],
) -> None:
    """A search evaluates at least seven worlds, then as many as the time and the belief allow."""
    choice, found = timed(monkeypatch, seconds, worlds, possible)
    assert found == batches
    assert choice.worlds == sum(batches)
    assert choice.scores == pytest.approx(random_worth(possible)[: sum(batches)].mean(axis=0))
    assert choice.evidence is not None
    assert choice.evidence.values.worth.shape == (sum(batches), 3)


def test_a_time_limit_keeps_values_by_their_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A belief that draws by weight changes the order of worlds when it draws more."""
    ticks = itertools.count()
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    worth = random_worth(60)

    def turned(view: ToyView, n: int, seed: int) -> Worlds[np.ndarray]:
        rows = np.random.default_rng(n).permutation(60)[:n]
        weights = rows + 1.0
        return Worlds(rows, weights / weights.sum(), 60, seed)

    evaluator = table(worth)
    decide = MonteCarlo(turned, evaluator, weighted_mean, first(), 40, seconds=1000.0)
    choice = decide(VIEW, 1)
    assert choice.evidence is not None
    rows = choice.evidence.worlds.rows
    assert len(rows) == choice.worlds == 40
    np.testing.assert_array_equal(choice.evidence.values.worth, worth[rows])
    np.testing.assert_array_equal(choice.evidence.values["twice"], 2 * worth[rows])
    seen = [row for rows, _, _ in evaluator.asked for row in rows]
    assert len(seen) == len(set(seen)) >= 40  # no world is evaluated twice


def test_moves_that_cannot_catch_up_are_dropped() -> None:
    worth = random_worth(300)
    evaluator = table(worth)
    decide = MonteCarlo(numbered(5000), evaluator, weighted_mean, first(), 300, eliminate=True)
    choice = decide(VIEW, 1)
    assert evaluator.asked[0] == (list(range(20)), 0, [3, 5, 8])
    assert evaluator.asked[1] == (list(range(20, 40)), 20, [3, 5])
    visits = choice.diagnostics["visits"]
    assert visits[2] == 20 < visits[0] <= visits[1] == choice.worlds
    for k, looked_at in enumerate(visits):
        assert choice.scores[k] == pytest.approx(worth[: int(looked_at), k].mean())
        assert choice.diagnostics["twice"][k] == pytest.approx(2 * choice.scores[k])
        spread = worth[: int(looked_at), k].std(ddof=1) / np.sqrt(looked_at)
        unseen = 1 - looked_at / 5000
        assert choice.errors[k] == pytest.approx(np.sqrt(unseen) * spread)
    assert choice.move == 5


def test_a_move_that_was_dropped_is_not_played_though_it_scores_best() -> None:
    """A dropped move is not played.

    It scored well in a few worlds only, while the other scores are means over all worlds.
    """
    worth = np.zeros((200, 3))
    worth[:, 1] = np.where(np.arange(200) < 20, 1.0, -1.0)
    worth[:20, 0] = 2.0
    worth[20:, 0] = -3.0
    worth[:, 2] = np.where(np.arange(200) < 20, -9.0, 9.0)
    evaluator = table(worth)
    decide = MonteCarlo(numbered(5000), evaluator, weighted_mean, first(), 200, eliminate=True)
    choice = decide(VIEW, 1)
    visits = choice.diagnostics["visits"]
    assert visits[1] == 20 < choice.worlds
    assert choice.scores[1] == max(choice.scores)
    assert choice.move == 3


def plain_errors(worth: np.ndarray, weights: np.ndarray, possible: int | None) -> list[float]:
    """Return the standard error of each move's mean over the worlds in which it was evaluated."""
    errors = []
    for column in worth.T:
        seen = ~np.isnan(column)
        w = weights[seen] / weights[seen].sum()
        mean = float(w @ column[seen])
        size = 1 / np.square(w).sum()
        variance = float(w @ np.square(column[seen] - mean)) / max(size - 1, 1e-9)
        errors.append(np.sqrt(variance * (1 - seen.sum() / possible if possible else 1)))
    return errors


@pytest.mark.parametrize("seed", range(8))
def test_standard_errors_with_moves_looked_at_in_part(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 60))
    worth = rng.normal(size=(n, 4))
    for column in range(1, 4):
        worth[int(rng.integers(3, n + 1)) :, column] = np.nan
    weights = rng.random(n) + 0.2
    weights /= weights.sum()
    possible = None if seed % 3 == 0 else n + int(rng.integers(0, 50))
    worlds = Worlds(np.arange(n), weights, possible)
    shares = weights[:, None] * ~np.isnan(worth)
    means = np.nansum(shares * worth, axis=0) / shares.sum(axis=0)
    errors = standard_errors(worth, worlds, means)
    assert errors is not None
    np.testing.assert_allclose(errors, plain_errors(worth, weights, possible))


def test_standard_errors_where_one_world_tells_nothing() -> None:
    half, means = np.full(2, 0.5), np.array([2.0, 2.0])
    both, some = np.array([[1.0, 2.0], [3.0, 2.0]]), np.array([[1.0, 2.0], [3.0, np.nan]])
    assert standard_errors(some, Worlds(np.arange(2), half, 9), means) is None
    assert standard_errors(both, Worlds(np.arange(2), np.array([0.99, 0.01]), 9), means) is None
    for n, weights in ((2, half), (1, np.ones(1))):  # all worlds that exist
        known = standard_errors(both[:n], Worlds(np.arange(n), weights, n), both[:n].mean(axis=0))
        assert known is not None
        assert known.tolist() == [0, 0]


def test_a_memory_recalls_by_what_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = table(random_worth(30))
    decide = MonteCarlo(numbered(30), evaluator, weighted_mean, first(), 30)
    memory = Memory()
    recall = remembered(memory, decide)
    views = [ToyView(known=known) for known in (1, 2, 1, 2, 1)]
    choices = [recall(view, view.digest(4)) for view in views]
    assert len(evaluator.asked) == len(memory) == 2
    assert choices[0] == choices[2] == choices[4]
    assert choices[0] == decide(views[0], views[0].digest(4))
    assert all(choice.evidence is None for choice in choices)
    # The oldest decision is forgotten first.
    monkeypatch.setattr(search, "_MOST_REMEMBERED", 2)
    third = ToyView(known=3)
    recall(third, third.digest(4))
    assert [seed for _, seed in memory] == [4002, 4003]


def test_agents_of_a_kind_share_a_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MEMORIES", OrderedDict())
    assert search.shared_memory(("pimc", 3)) is search.shared_memory(("pimc", 3))
    assert search.shared_memory(("pimc", 3)) is not search.shared_memory(("pimc", 4))
    first = search.shared_memory(("pimc", 3))
    for worlds in range(10, 24):
        search.shared_memory(("pimc", worlds))
        assert search.shared_memory(("pimc", 3)) is first  # asked twice
    for worlds in range(24, 40):
        search.shared_memory(("pimc", worlds))
    assert len(search._MEMORIES) == 16
    assert search.shared_memory(("pimc", 3)) is not first


def test_a_time_limit_with_sampled_states_values_none_again() -> None:
    state = load_game("leduc_poker").new_initial_state()
    for action in (0, 3, 1):
        state.apply_action(action)
    view = StateView(state, state.current_player())
    asked: list[tuple[int, ...]] = []

    def evaluate(view: StateView, worlds: Worlds[np.ndarray], moves: Sequence[int]) -> Values:
        asked.extend(tuple(state.history()) for state in worlds.rows)
        return open_hand(view, worlds, moves)

    decide = MonteCarlo(sampled, evaluate, weighted_mean, first(), 60, seconds=1000.0)
    choice = decide(view, 1)
    assert choice.worlds == 60
    assert len(asked) == len(set(asked)) <= 5
    worlds = sampled(view, 60, 1)
    plain = worlds.weights @ open_hand(view, worlds, view.legal_actions).worth
    assert choice.scores == pytest.approx(plain)


def test_all_worlds_there_are_are_asked_for_once() -> None:
    asked: list[int] = []

    def every(view: ToyView, n: int, seed: int) -> Worlds[np.ndarray]:
        asked.append(n)
        return numbered(40)(view, 40, seed)

    decide = MonteCarlo(every, table(random_worth(40)), weighted_mean, first(), 90, seconds=1000.0)
    assert decide(VIEW, 1).worlds == 40
    assert len(asked) == 1
