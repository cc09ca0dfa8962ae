"""The benchmark: its plan, its ratings from rows made by hand, and small runs."""

from __future__ import annotations

import json
import platform
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from typer.testing import CliRunner

from vorhand.agents import Spec, make_bot, register, registry
from vorhand.cli import app
from vorhand.evaluation.arena.estimates import NOTHING, Estimate
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.evaluation.benchmark import (
    BenchmarkError,
    Row,
    play,
    rated,
    ratings,
    read_rows,
    save_row,
    shipped_rows,
    tables,
)
from vorhand.evaluation.benchmark.plan import DEALS, Field, field_of, pairings
from vorhand.evaluation.benchmark.rows import SHIPPED
from vorhand.evaluation.figures import cells
from vorhand.games.loading import load_game
from vorhand.native.skat import Phase

FIELD = (("rule", 2), ("random", 1))


def row(agent: str, *scores: float | None, **changes: Any) -> Row:
    made = Row(
        benchmark=1,
        game="kuhn_poker",
        agent=agent,
        deals=len(scores),
        field=FIELD,
        field_weights={},
        weights={},
        imported={},
        version="0.1.0+0",
        commit=None,
        scores={"whole deals": scores},
        seconds=Estimate(0.002, 0.001, 0.003),
        errors={},
        exploitability=None,
    )
    return replace(made, **changes)


def test_any_first_deals_are_shared_among_the_opponents_as_all_are() -> None:
    field = field_of("python_skat")
    assert field.anchor == "rule"
    met = [field.agents[field.opponent(deal)] for deal in range(40)]
    twice = {"rule": 16, "policy": 14, "random": 4, "pimc(worlds=20)": 4, "vorhand(worlds=40)": 2}
    assert Counter(met) == twice
    assert met[:20] == met[20:]
    assert Counter(met[:10]) == {"rule": 4, "policy": 4, "random": 1, "pimc(worlds=20)": 1}


def test_games_without_the_rule_player_have_another_anchor() -> None:
    assert field_of("oh_hell").agents == ("random", "pimc(worlds=20)")


def test_the_agent_sits_beside_copies_of_one_opponent() -> None:
    found = pairings("python_skat", "first", 20)
    assert {(p.kind, p.match.agents) for p in found if p.kind != "cards"} == {
        ("bidding", ("combined(bidder=first,cards=policy)", *[SPEC] * 2)),
        *(("deals", ("first", other, other)) for other in field_of("python_skat").agents),
    }
    assert {p.match.deals_from for p in found if p.kind == "cards"} == {"rule"}
    assert len({(p.kind, p.match.seed) for p in found}) == len(found)
    for kind in ("deals", "cards", "bidding"):
        numbers = [number for p in found if p.kind == kind for number in p.numbers]
        assert sorted(numbers) == list(range(20))


SPEC = "combined(bidder=rule,cards=policy)"


def test_a_rating_is_the_mean_paired_difference() -> None:
    """The differences are 1, 2, 6: mean 3, variance 7; Student's t with 2 degrees is 4.3027."""
    whole, over_rule, over_random = ratings(row("mine", 2, 2, 5), row("rule", 1, 0, -1, 9))
    assert (whole.section, whole.against, whole.deals) == ("whole deals", "", 3)
    assert whole.estimate.value == 3
    assert whole.estimate.margin == pytest.approx(4.3027 * (7 / 3) ** 0.5, rel=1e-4)
    # deal 1 has the opponent random: 0.5 / 1 comes after 0.5 / 2 and before 1.5 / 2
    assert [Field(("rule", "random"), (2, 1)).opponent(deal) for deal in range(3)] == [0, 1, 0]
    assert (over_rule.against, over_rule.deals, over_rule.estimate.value) == ("rule", 2, 3.5)
    assert (over_random.against, over_random.estimate.value) == ("random", 2)


def test_deals_that_were_not_played_do_not_count(tmp_path: Path) -> None:
    """The differences are 1, 6: mean 3.5. The deal against random was not played."""
    part, anchor = row("part", 2, None, 5), row("rule", 1, 0, -1)
    whole, over_rule, over_random = ratings(part, anchor)
    assert (whole.deals, whole.estimate.value) == (2, 3.5)
    assert (over_rule.deals, over_random.deals) == (2, 0)
    assert not over_random.is_known
    save_row(tmp_path / "rows", part)
    assert read_rows(tmp_path / "rows") == [part]


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (row("rule", 1, 2), "3 deals; expected at most the 2 of rule"),
        (row("rule", 1, 2, 3, field_weights={"policy.npz": 2}), "fitted files of the opp"),
        (row("rule", 1, 2, 3, game="leduc_poker"), "game kuhn_poker; expected leduc_poker"),
    ],
)
def test_rows_that_cannot_be_compared(other: Row, error: str) -> None:
    with pytest.raises(BenchmarkError, match=error):
        ratings(row("mine", 1, 2, 3), other)


def test_intervals_of_a_table_hold_all_at_once() -> None:
    """Student's t with 5 degrees at 1 - 0.05 / 2 for two agents: 3.1634, in place of 2.5706."""
    anchor = row("rule", *[0.0] * 6)
    mine = row("mine", 0, 1, 2, 0, 1, 2)
    [(_, one)] = rated([mine], anchor)
    both = rated([mine, row("other", 3, 1, 2, 0, 1, 2), anchor], anchor)
    own = pytest.approx(2.5706 * (0.8 / 6) ** 0.5, rel=1e-4)
    assert one[0].estimate.margin == one[0].estimate.simultaneous.margin == own
    found = both[0][1][0].estimate
    assert found.margin == own
    assert found.simultaneous.margin == pytest.approx(3.1634 * (0.8 / 6) ** 0.5, rel=1e-4)


def test_a_rating_without_spread_or_with_few_deals_is_not_shown() -> None:
    rows = [row("rule", *[0.0] * 6), row("same", *[1.0] * 6), row("few", 1, 2, 3, 4)]
    agents, _, shown, *_ = [list(column.cells) for column in tables("kuhn_poker", rows)[0].columns]
    cells = dict(zip(agents, map(str, shown), strict=True))
    assert cells == {"rule": "+0.000 ± 0.000 *", "same": "- *", "few": "- *"}


def test_a_section_that_an_agent_does_not_play_is_not_shown() -> None:
    scores = {"whole deals": (0.0, 1.0), "bidding": (0.0, 1.0)}
    rows = [row("rule", 0, 1, scores=scores), row("some", 1, 3, seconds=None)]
    shown = cells_of(rows, "some")
    assert [shown[name] for name in ("bidding", "s a decision")] == ["- *", "-"]


def cells_of(rows: Sequence[Row], agent: str, table: int = 0) -> dict[str, str]:
    """Return the cells of an agent in a table, by column."""
    heading, *lines = cells(tables("kuhn_poker", rows)[table])
    [line] = [line for line in lines if line[0] == agent]
    return dict(zip(heading, line, strict=True))


@pytest.mark.parametrize(("cases", "star"), [(19, " *"), (20, ""), (None, "")])
def test_an_error_has_an_interval_and_a_star_if_its_cases_are_few(
    cases: int | None, star: str
) -> None:
    """The number of deals plays no part; it is unknown how many cases an older row has."""
    errors = {"alone": Estimate(0, 0, 0.242).of_cases(cases)}
    for deals in (6, 40):
        rows = [row("rule", *range(deals), errors=errors), row("none", *range(deals))]
        assert cells_of(rows, "rule")["errors alone"] == f"0.000 (0.000 to 0.242){star}"
        assert cells_of(rows, "none")["errors alone"] == "-"


def test_a_time_has_an_interval() -> None:
    slow = row("rule", *range(6), seconds=Estimate(0.0634, 0.008, 0.1188))
    quick = row("quick", *range(6), seconds=Estimate(0.0004, -0.0002, 0.00099))
    shown = [cells_of([slow, quick], agent)["s a decision"] for agent in ("rule", "quick")]
    assert shown == ["0.063 ± 0.055", "< 0.001"]


def test_an_older_row_is_read_and_its_unknown_versions_are_dashes(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    errors = {"alone": Estimate(0.1, 0, 0.2).of_cases(7)}
    versions = {"packages": {"python": "3.11.9", "numpy": "2.4.6"}, "files": {"my.pt": "12ab"}}
    new = row("rule", 1, 2, errors=errors, imported={"agent.py": "34cd"}, **versions)
    save_row(path, new)
    assert read_rows(path) == [new]
    shown = cells_of([new], "rule", table=2)
    assert shown["packages"] == "python 3.11.9, numpy 2.4.6"
    assert shown["own files"] == "agent.py 34cd, my.pt 12ab"

    line = json.loads(path.read_text("utf-8"))
    assert line["errors"]["alone"].pop("cases") == 7
    del line["packages"], line["files"], line["imported"]["agent.py"]
    path.write_text(json.dumps(line), "utf-8")
    [old] = read_rows(path)
    assert (old.packages, old.files, old.errors["alone"].cases) == (None, None, None)
    shown = cells_of([old], "rule", table=2)
    assert (shown["packages"], shown["own files"]) == ("-", "-")


def test_a_row_tells_two_files_of_one_name_apart(tmp_path: Path) -> None:
    network = tmp_path / "network.pt"
    spec = str(Spec.make("from_file", {"file": str(network)}))
    with registry.temporary():

        @register("from_file", games=("kuhn_poker",), reads_files=True)
        def from_file(game: pyspiel.Game, player: int, seed: int, *, file: str) -> pyspiel.Bot:
            """Play the first action."""
            del file
            return make_bot("first", game, player, seed)

        rows = []
        for content in (b"first", b"second", b"first"):
            network.write_bytes(content)
            rows.append(play("kuhn_poker", spec, tmp_path / "logs", deals=2))
    digests = [dict(row.files or {}).pop(str(network)) for row in rows]
    assert digests[0] == digests[2] != digests[1]
    assert rows[0].packages == {
        "python": platform.python_version(),
        "open_spiel": version("open_spiel"),
        "numpy": np.__version__,
        **({"torch": version("torch")} if "torch" in sys.modules else {}),
    }


def test_a_leaderboard_needs_the_anchor() -> None:
    with pytest.raises(BenchmarkError, match="there is no result of rule, whose rating is 0"):
        tables("kuhn_poker", [row("mine", 1, 2)])


def test_rows_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    errors = {"alone": NOTHING.of_cases(0)}
    first, second = row("rule", 1.5, -2), row("mine", 3, 4, commit="abc", exploitability=0.25)
    for saved in (first, replace(second, errors=errors), second, first):
        save_row(path, saved)
    assert read_rows(path) == [second, first]
    line = json.loads(path.read_text("utf-8").splitlines()[0])
    path.write_text(json.dumps(line | {"benchmark": 0}), encoding="utf-8")
    with pytest.raises(BenchmarkError, match=r"line 1: benchmark 0: expected version 1"):
        read_rows(path)
    path.write_text(json.dumps(line | {"deals": 3}), encoding="utf-8")
    with pytest.raises(BenchmarkError, match=r"2 scores of 'whole deals'; expected 3"):
        read_rows(path)
    gap = line | {"scores": {"whole deals": [1, None]}}
    path.write_text(json.dumps(gap), encoding="utf-8")
    assert read_rows(path)[0].scores == {"whole deals": (1, None)}
    for wrong in ("1", True):
        path.write_text(json.dumps(line | {"scores": {"whole deals": [1, wrong]}}), "utf-8")
        with pytest.raises(BenchmarkError, match=f"score {wrong!r} in 'whole deals'; expected a n"):
            read_rows(path)


def test_the_anchor_has_rating_zero_and_a_weak_agent_less(tmp_path: Path) -> None:
    rule = play("python_schnapsen", "rule", tmp_path / "rule", deals=12)
    weak = play("python_schnapsen", "first", tmp_path / "weak", deals=12)
    assert {(r.estimate.value, r.estimate.margin) for r in ratings(rule, rule) if r.deals > 1} == {
        (0, 0)
    }
    assert ratings(weak, rule)[0].estimate.high < 0
    assert weak.errors["game points a deal"].value > rule.errors["game points a deal"].value
    assert weak.errors["game points a deal"].cases == 12


def test_play_depends_on_the_seed_alone(tmp_path: Path) -> None:
    """A match continued from a log of fewer deals gives the same result."""
    one = play("kuhn_poker", "pimc", tmp_path / "a", deals=24)
    play("kuhn_poker", "pimc", tmp_path / "b", deals=7)
    other = play("kuhn_poker", "pimc", tmp_path / "b", deals=24)
    assert replace(one, seconds=other.seconds) == other


def test_exploitability_of_uniform_play(tmp_path: Path) -> None:
    """The exploitability at Kuhn poker is 11/24 (OpenSpiel's tests: NashConv 11/12)."""
    found = play("kuhn_poker", "random", tmp_path, deals=2).exploitability
    assert found == pytest.approx(11 / 24)


def test_skat_alone_and_in_defence_are_soloists_scores(tmp_path: Path) -> None:
    found = play("python_skat", "first", tmp_path, deals=4)
    alone, defence = [0.0] * 4, [0.0] * 4
    for pairing in pairings("python_skat", "first", 4):
        if pairing.kind != "cards":
            continue
        [log] = [
            path
            for path in tmp_path.glob("cards-*")
            if json.loads(path.read_text().splitlines()[0])["match"]["seed"] == pairing.match.seed
        ]
        for line in map(json.loads, log.read_text().splitlines()):
            soloist = int(line["game"].partition(" by ")[2][0])
            number, score = pairing.numbers[line["deal"]], line["returns"][soloist]
            if line["seats"][soloist] == "first":
                alone[number] += score
            else:
                defence[number] -= score / 2
    assert found.scores["card play alone"] == tuple(alone)
    assert found.scores["card play in defence"] == tuple(defence)
    assert set(found.errors) == {"alone", "in defence"}
    assert all(error.cases for error in found.errors.values())


def test_a_combined_player_bids_as_one_agent_and_plays_cards_as_another() -> None:
    game = load_game("python_skat")
    mixed = [make_bot("combined(bidder=rule,cards=first)", game, seat, 1) for seat in range(3)]
    rule, first = make_bot("rule", game, 0, 1), make_bot("first", game, 0, 1)
    phases = Counter[bool]()

    def differs(state: Any) -> bool:
        if (seat := state.current_player()) < 0:
            return False
        playing = state.deal.phase == Phase.PLAY
        phases[playing] += 1
        return bool(mixed[seat].step(state) != (first if playing else rule).step(state))

    for seed in range(6):
        state = play_game(
            game.new_initial_state(),
            mixed,
            random.Random(seed),
            until=differs,
        )
        assert state.is_terminal()
    assert phases[True] > 30
    assert phases[False] > 10


def test_the_command_prints_tables_and_data(tmp_path: Path) -> None:
    saved = tmp_path / "rows.jsonl"
    run = CliRunner().invoke
    arguments = ["benchmark", "python_xx", "--deals", "6", "--save", str(saved), "--workers", "1"]
    done = run(app, [*arguments, "rule"])
    assert done.exit_code == 0, done.output
    done = run(app, [*arguments, "random", "--json"])
    data = json.loads(done.stdout)
    assert (data["game"], data["anchor"]) == ("python_xx", "rule")
    assert {entry["agent"] for entry in data["rows"]} == {"rule", "random"}
    [zero] = [entry["ratings"][0] for entry in data["rows"] if entry["agent"] == "rule"]
    assert zero["value"] == zero["low"] == zero["high"] == 0
    assert len(read_rows(saved)) == 2


def test_what_cannot_be_compared_is_refused_before_play(tmp_path: Path) -> None:
    saved = tmp_path / "rows.jsonl"
    arguments = ["benchmark", "python_xx", "random", "--save", str(saved), "--log", str(tmp_path)]
    for expected in ("there is no result of rule", "random: 3 deals; expected at most the 2"):
        done = CliRunner().invoke(app, [*arguments, "--deals", "3"])
        assert isinstance(done.exception, BenchmarkError)
        assert expected in str(done.exception)
        assert list(tmp_path.iterdir()) == [saved] * saved.exists()
        weights = field_of("python_xx").weights("python_xx")
        known = row("rule", 1, 2, game="python_xx", field=field_of("python_xx").with_shares)
        save_row(saved, replace(known, field_weights=weights))


def of_game(game: str, agent: str, *scores: float, **changes: Any) -> Row:
    field = field_of(game)
    met = {"field": field.with_shares, "field_weights": field.weights(game)}
    return row(agent, *scores, **({"game": game} | met | changes))


def test_a_file_may_hold_rows_of_several_games(tmp_path: Path) -> None:
    """Agents of both games have equal names and different scores."""
    saved = tmp_path / "rows.jsonl"
    for game, sign in (("python_xx", 1), ("leduc_poker", -1)):
        save_row(saved, of_game(game, "rule", *[0.0] * 6))
        save_row(saved, of_game(game, "first", *(sign * k for k in range(1, 7))))
    save_row(saved, of_game("leduc_poker", "pimc", *[0.0] * 6))
    done = CliRunner().invoke(app, ["benchmark", "python_xx", "--save", str(saved), "--json"])
    rows = json.loads(done.stdout)["rows"]
    assert {(each["game"], each["agent"]) for each in rows} == {
        ("python_xx", "rule"),
        ("python_xx", "first"),
    }
    [first] = [each for each in rows if each["agent"] == "first"]
    [whole, *_] = first["ratings"]
    assert whole["value"] == 3.5
    assert whole["simultaneous_low"] <= whole["low"] < whole["high"] <= whole["simultaneous_high"]


def test_all_rows_of_a_game_are_played_again(tmp_path: Path) -> None:
    """The anchor first: until the others follow they are left out, by name."""
    saved = tmp_path / "rows.jsonl"
    old = {"field_weights": {"policy.npz": 0}}
    for agent in ("rule", "first", "random"):
        save_row(saved, of_game("python_xx", agent, *range(8), **old))
    common = ["--save", str(saved), "--workers", "1", "--deals"]
    shown = []
    for agent in ("rule", "first", "random"):
        done = CliRunner().invoke(app, ["benchmark", "python_xx", agent, *common, "6"])
        assert done.exit_code == 0, done.output
        lines = done.stdout.splitlines()
        shown.append([line.split(": ")[1] for line in lines if line.startswith("left out: ")])
    assert shown == [["first", "random"], ["random"], []]
    short = CliRunner().invoke(app, ["benchmark", "python_xx", "rule", *common, "5"])
    assert isinstance(short.exception, BenchmarkError)
    assert "rule: 5 deals; expected at least the 6 of" in str(short.exception)
    assert {kept.deals for kept in read_rows(saved)} == {6}


def test_too_few_deals_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="deals 1: expected 2 to "):
        play("kuhn_poker", "rule", tmp_path, deals=1)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.jsonl")), ids=lambda path: path.stem)
def test_shipped_results_can_be_shown(path: Path) -> None:
    for game in {row.game for row in read_rows(path)}:
        rows, field = shipped_rows(game), field_of(game)
        assert rows == [row for row in read_rows(path) if row.game == game]
        assert {row.field for row in rows} == {field.with_shares}
        assert all(row.field_weights == field.weights(game) for row in rows)
        assert len(tables(game, rows)) == 3


RATED = sorted({row.game for path in SHIPPED.glob("*.jsonl") for row in read_rows(path)})
SLOW = ("bridge(use_double_dummy_result=false)", "python_belote", "python_skat")


def deals_with_all_opponents(game: str) -> int:
    """Return how many deals of the benchmark it takes to meet every opponent."""
    met = [field_of(game).opponent(deal) for deal in range(DEALS)]
    return 1 + max(met.index(number) for number in range(len(field_of(game).agents)))


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("python_skat", 5),
        *((game, deals_with_all_opponents(game)) for game in RATED if game not in SLOW),
        *(
            pytest.param(game, deals_with_all_opponents(game), marks=pytest.mark.extended)
            for game in SLOW
        ),
    ],
)
def test_deals_and_opponents_are_those_of_the_shipped_results(
    game: str, deals: int, tmp_path: Path
) -> None:
    """A change needs a new version of the benchmark, and all rows anew."""
    anchor = field_of(game).anchor
    [shipped] = [row for row in shipped_rows(game) if row.agent == anchor]
    found = play(game, anchor, tmp_path, deals=deals)
    assert found.scores == {name: scores[:deals] for name, scores in shipped.scores.items()}
    assert len(set(found.scores["whole deals"])) > 1
