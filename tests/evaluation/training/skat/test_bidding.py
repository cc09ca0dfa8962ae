"""The fit of chances to win with ten cards and two discards."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import KINDS, Fact, game_worth
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.post_mortem.skat.bidding_calibration import at_table
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.skat import bidding
from vorhand.evaluation.training.skat.bidding import ROWS, chances, content, fit, tenths
from vorhand.evaluation.training.skat.kermit import lessons
from vorhand.evaluation.training.skat.kermit.lessons import LESSONS, Batch, Games
from vorhand.native import fitted, skat_kermit
from vorhand.native.skat_kermit import NO_ROW, GameWorth, Kermit

pytestmark = pytest.mark.nightly


def made_up(n: int) -> tuple[Games, np.ndarray]:
    """Return suit games whose chances depend on two rows together, not on either alone."""
    rng = np.random.default_rng(3)
    two = rng.integers(0, 2, (n, 2))
    odds = np.where(two.sum(axis=1) == 1, 1.5, -1.5)
    rows = np.full((n, 12), NO_ROW, np.uint16)
    rows[:, 0], rows[:, 1] = two[:, 0], two[:, 1] + 2
    won = rng.random(n) < 1 / (1 + np.exp(-odds))
    number = np.arange(n, dtype=np.uint32)
    return Games(np.zeros(n, np.uint8), rows, won.astype(np.uint8), number), odds


def test_learns_what_is_worth_more_together() -> None:
    pytest.importorskip("torch")
    games, odds = made_up(150_000)
    net = fit(games, 0, 1)
    assert net.rows.shape == (ROWS[0], LESSONS["policy"].width)
    assert np.abs(chances(net, games)[:, 0] - 1 / (1 + np.exp(-odds))).max() < 0.04


def test_more_games_move_a_net_as_far_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constructed: games with row 0 are won slightly more often than expected, others less."""
    pytest.importorskip("torch")
    games, _ = made_up(60_000)
    truth = np.where(games.rows[:, 0] == 0, 0.1, -0.1)
    won = np.random.default_rng(5).random(len(truth)) < 1 / (1 + np.exp(-truth))
    games = games._replace(outcome=won.astype(np.uint8))
    net = bidding.Net(np.zeros((ROWS[0], 8), np.int16), np.zeros((3, 8), np.int16))
    net.rows[7, 0] = 77
    # Two rows subtract 0.25 each from the log odds; a column that is positive adds 0.5.
    net.rows[:4, 0] = -64
    net.rows[2:4, 3], net.out[0, 3] = 256, 128
    moved = bidding.learned_more(net, games, 0, 1)
    monkeypatch.setattr(bidding, "_MORE", bidding._MORE._replace(held=1e8))
    hardly = bidding.learned_more(net, games, 0, 1)
    right = 1 / (1 + np.exp(-truth))
    off = [np.abs(chances(n, games)[:, 0] - right).mean() for n in (net, moved, hardly)]
    assert off[1] < off[0] / 2
    assert np.array_equal(hardly.rows, net.rows)
    assert np.array_equal(moved.rows[4:], net.rows[4:])  # rows that no game contains
    assert np.array_equal(moved.curves, net.curves)
    assert bidding.learned_more(net, games, 1, 1) is net  # there are no grands


def test_a_curve_stays_where_games_tell_nothing_of_it() -> None:
    """One game, or several of the same result, would bend a free curve without limit."""
    games, _ = made_up(1000)
    won = games.where((games.outcome & 1) == 1)
    flat = bidding.whole(np.tile(0.8 * bidding.STRAIGHT, (3, 1)))
    net = bidding.Net(np.zeros((ROWS[0], 4), np.int16), np.zeros((3, 4), np.int16), flat)
    for few in (won, games.where(np.zeros(1000, bool))):
        assert np.array_equal(bidding.calibrated(net, few).curves, flat)
    bent = bidding.calibrated(net, games).curves
    assert not np.array_equal(bent[0], flat[0])
    assert np.array_equal(bent[1:], flat[1:])  # nobody made schneider


def test_curves_mend_what_is_said_too_surely() -> None:
    """The net's log odds are twice the true ones, so the curve halves them."""
    games, odds = made_up(60_000)
    net = bidding.Net(np.zeros((ROWS[0], 16), np.int16), np.zeros((3, 16), np.int16))
    rng = np.random.default_rng(7)
    said = rng.uniform(-6, 6, 1000)
    net.rows[:1000, 0] = np.round(256 * said)
    rows = np.full_like(games.rows, NO_ROW)
    rows[:, 0] = rng.integers(0, 1000, len(odds))
    truth = said[rows[:, 0]] / np.where(said[rows[:, 0]] > 2, 2.5, 1.5)
    won = rng.random(len(odds)) < 1 / (1 + np.exp(-truth))
    games = games._replace(rows=rows, outcome=won.astype(np.uint8))
    before, after = (chances(n, games)[:, 0] for n in (net, bidding.calibrated(net, games)))
    right = 1 / (1 + np.exp(-truth))
    assert np.abs(before - right).max() > 0.15
    assert np.abs(after - right).mean() < 0.02
    assert (np.diff(bidding.calibrated(net, games).curves.astype(int), axis=1) >= 0).all()


@pytest.mark.parametrize("players", ["nobody", "rule nobody", ""])
def test_there_are_games_of_some_players_only(players: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = settings_for(training("bidding"), "small", {"players": players})
    with pytest.raises(ValueError, match=f"players={players}: expected some of rule, policy"):
        train(training("bidding"), settings, 1, tmp_path)


@pytest.mark.parametrize(
    ("players", "nets", "text"),
    [
        (
            "policy",
            "nowhere.bin",
            "nets=nowhere.bin: expected fitted, shipped or a file: .*No such",
        ),
        ("rule", "shipped", "nets=shipped: expected with players=policy"),
    ],
)
def test_nets_to_begin_with_are_of_a_file(
    players: str, nets: str, text: str, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    settings = settings_for(training("bidding"), "small", {"players": players, "nets": nets})
    with pytest.raises(ValueError, match=text):
        train(training("bidding"), settings, 1, tmp_path)


def test_nets_of_a_file_begin_after_the_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    before = tmp_path / "before.bin"
    before.write_bytes(fitted.read("game_worth_policy.bin"))
    asked: list[tuple[object, ...]] = []

    def finished(*how: object) -> bytes:
        asked.append(how[:4])
        (tmp_path / "work" / "bidding").mkdir(parents=True)
        return b"\1\0" * 3

    monkeypatch.setattr(bidding, "finished", finished)
    settings = settings_for(
        training("bidding"), "small", {"players": "policy", "nets": str(before), "deals": "70"}
    )
    (made,) = bidding._run(settings, 3, 1, tmp_path / "work")
    assert asked == [("policy", 70, 3, before.read_bytes())]
    assert made.content == b"\1\0" * 3


def test_games_do_not_depend_on_how_they_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (batch,) = LESSONS["rule"].batches
    whole = lessons.play("rule", batch, range(3, 11), 3, b"", 1)
    monkeypatch.setattr(lessons, "CHUNK", 3)
    pieces = lessons.play("rule", batch, range(3, 11), 3, b"", 1)
    assert all(np.array_equal(getattr(whole, f), getattr(pieces, f)) for f in Games._fields)
    assert set(whole.deal.tolist()) == set(range(3, 11))


def test_games_that_are_compared_have_taught_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal is used for both training and comparison; each batch has its share of new deals."""
    asked: list[tuple[Batch, range]] = []

    def played(player: str, batch: Batch, deals: range, *rest: object) -> Games:
        asked.append((batch, deals))
        n = len(deals)
        kind, rows = np.zeros(n, np.uint8), np.full((n, 12), NO_ROW, np.uint16)
        return Games(kind, rows, kind, np.array(deals, np.uint32))

    monkeypatch.setattr(lessons, "play", played)
    how = LESSONS["policy"]
    parts = lessons.games_of_round("policy", how.batches, 300, 1, b"", 1, None)
    assert [len(deals) for _, deals in asked] == [1200, 10, 300, 60]
    numbers = [deal for _, deals in asked for deal in deals]
    assert len(set(numbers)) == len(numbers)
    purposes = [set(part.deal.tolist()) for part in parts]
    assert set().union(*purposes) == set(numbers)
    assert sum(map(len, purposes)) == len(numbers)
    for batch, deals in asked:
        shares = [len(set(deals) & purpose) / len(deals) for purpose in purposes]
        assert shares == ([0, 0.7, 0.3] if batch.held_out else [1, 0, 0])
    asked.clear()
    best, quick = lessons.games_of_steps("policy", 300, 1, b"", 1, None)
    assert [(deals.start, deals.stop) for _, deals in asked] == [
        (0, 200),
        (200, 400),
        (400, 700),
        (700, 1300),
        (1300, 2500),
    ]
    assert [len(part.deal) for part in best] == [1170, 130, 0]
    assert [len(part.deal) for part in quick] == [1200, 0, 0]
    asked.clear()
    judged = lessons.games_of_round("policy", how.again, 300, 1, b"", 1, None)
    assert asked == list(
        zip(how.again, (range(100), range(100, 200), range(200, 400)), strict=True)
    )
    assert [len(part.deal) for part in judged] == [0, 340, 60]
    assert how.compared == how.again[:2]  # `lab bidding --table` compares the last one
    assert LESSONS["rule"].compared == LESSONS["rule"].batches


def test_lessons_of_their_own_table_are_its_games() -> None:
    """The lessons equal the games of `lab bidding --table` except null, levels included."""
    content, seed, first, n = fitted.read("game_worth_policy.bin"), 5, 40, 300
    batch = Batch("rule", "own table")
    taught = lessons.play("policy", batch, range(first, first + n), seed, content, 1)
    found = at_table((n, seed, first, "policy", "rule"))
    trumps = [game for game in found if game.kind < KINDS.index("null")]
    assert len(trumps) < len(found)
    assert taught.kind.tolist() == [game.kind for game in trumps]
    assert (taught.outcome & 1).tolist() == [game.won for game in trumps]
    nets = bidding.nets_of(content)
    for kind in (0, 1):
        mine = taught.where(taught.kind == kind)
        said = [game.chance for game in trumps if game.kind == kind]
        assert np.allclose(chances(nets[kind], mine)[:, 0], said, atol=5e-3)
    kermit, rule = Kermit(0.6, game_worth("policy")), compiled_player(Spec.parse("rule"))
    _, facts, _ = map(np.asarray, skat_kermit.games([kermit] * 3, n, seed, first, [rule] * 3))
    facts = facts[taught.deal - first]
    points, tricks = facts[:, Fact.POINTS], facts[:, Fact.TRICKS]
    assert np.array_equal(taught.outcome >> 1 & 1 == 1, points >= 90)
    assert np.array_equal(taught.outcome >> 2 == 1, tricks == 10)
    assert set(taught.outcome.tolist()) == {0, 1, 3, 7}


@pytest.mark.parametrize("columns", [1, 16, 32])
def test_the_file_has_the_size_that_the_core_expects(columns: int) -> None:
    rng = np.random.default_rng(1)
    sizes = [(size, columns) for size in ROWS]
    nets = [
        bidding.Net(
            rng.integers(-99, 99, size).astype(np.int16),
            rng.integers(-99, 99, (3, columns)).astype(np.int16),
        )
        for size in sizes
    ]
    GameWorth(content(nets))
    for net, again in zip(nets, bidding.nets_of(content(nets)), strict=True):
        assert all(map(np.array_equal, net, again))
    with pytest.raises(ValueError, match="bytes, expected"):
        GameWorth(content(nets[1:]))
    assert len(KINDS) == len(ROWS)


def test_tenths_of_the_chance() -> None:
    chance = np.array([0.02, 0.04, 0.95, 1.0, 0.93, 0.99])
    happened = np.array([True, False, True, True, False, True])
    deal = np.array([7, 7, 7, 8, 9, 9], np.uint32)
    low, high = tenths(chance, happened, deal)
    assert (low.games, low.chance, low.off.value) == pytest.approx((2, 0.03, 0.47))
    assert low.off.high == np.inf  # a single deal
    assert low.log_chance.value == pytest.approx(np.log([0.02, 0.96]).mean())
    assert (high.games, high.chance) == pytest.approx((4, 0.9675))
    assert high.off.value == pytest.approx(0.75 - 0.9675)
    # Residuals of the three deals about their expected deviations.
    rest = np.array([0.05, 0.0, -0.92]) - high.off.value * np.array([1, 1, 2])
    error = np.sqrt(np.square(rest).sum() / 2 / 3) / (4 / 3)
    assert high.off.margin == pytest.approx(4.302653 * error, rel=1e-4)


def test_nets_go_on_then_get_curves_by_games_that_they_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games of the best players come last; new games are chosen by the file so far."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(1)
    nets = [
        bidding.Net(rng.integers(-99, 99, (n, 4)).astype(np.int16), np.zeros((3, 4), np.int16))
        for n in ROWS
    ]
    before, asked = content(nets), []
    games, _ = made_up(5000)
    third = np.arange(5000) % 3
    quick, good, apart = (games.where(third == part) for part in range(3))
    none = games.where(np.zeros(5000, bool))

    def steps(*how: object) -> list[lessons.Parts]:
        asked.append(how)
        return [lessons.Parts(good, apart, none), lessons.Parts(quick, none, none)]

    def chosen(*how: object) -> lessons.Parts:
        asked.append(how)
        return lessons.Parts(none, quick, none)

    monkeypatch.setattr(bidding, "games_of_steps", steps)
    monkeypatch.setattr(bidding, "games_of_round", chosen)
    after = bidding.nets_of(bidding.finished("policy", 70, 9, before, 1, None))
    learned = nets[0]
    for part in (quick, good):
        learned = bidding.learned_more(learned, part, 0, 9)
    between = content([bidding.calibrated(learned, apart), *nets[1:]])
    assert asked == [
        ("policy", 70, 9, before, 1, None),
        ("policy", LESSONS["policy"].again, 70, 10, between, 1, None),
    ]
    assert not np.array_equal(learned.rows, nets[0].rows)
    assert all(map(np.array_equal, after[0], bidding.calibrated(learned, quick)))
    for old, new in zip(nets[1:], after[1:], strict=True):  # the games are suit games
        assert all(map(np.array_equal, old, new))


def test_each_step_of_a_training_has_deals_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds differ, so that games held out in the end were never trained on."""
    pytest.importorskip("torch")
    seeds = []

    def played(player: str, batches: object, deals: int, seed: int, *rest: object) -> lessons.Parts:
        seeds.append(seed)
        none = made_up(0)[0]
        return lessons.Parts(none, none, none)

    def fitted_anew(games: Games, kind: int, *rest: object) -> bidding.Net:
        return bidding.Net(np.zeros((ROWS[kind], 3), np.int16), np.zeros((3, 3), np.int16))

    monkeypatch.setattr(bidding, "games_of_round", played)
    monkeypatch.setattr(lessons, "games_of_round", played)
    monkeypatch.setattr(bidding, "fit", fitted_anew)
    bidding._worth("policy", {"deals": 70, "rounds": 2}, 5, 1, Path("unused"))
    assert seeds == [5, 6, 7, 7, 8]  # rounds, steps of other deals each, curves


def test_who_learns_no_more_is_finished() -> None:
    assert bidding.finished("rule", 70, 9, b"as it was", 1, None) == b"as it was"
