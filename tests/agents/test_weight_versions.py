"""The versions of fitted files that agents declare, beside those that they load."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vorhand.agents import AgentError, make_bot
from vorhand.agents.provenance import FOLDER
from vorhand.agents.weight_versions import digests_of_files, weights_of
from vorhand.evaluation.arena import Match
from vorhand.games.loading import load_game
from vorhand.tests.limits import HANGING_S

ORDER_ONLY = {"first_guess.bin", "solver_ordering.bin", "trick_ordering.bin"}
"""Files that change the order of a search, but no value and no decision."""
MANIFEST: dict[str, dict[str, Any]] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
PLAYED = """
import json, random, sys
import vorhand
from vorhand.agents.provenance import used
name, spec = sys.argv[1:]
game, rng = vorhand.load_game(name), random.Random(3)
bots = [vorhand.make_bot(spec, game, player, 1) for player in range(game.num_players())]
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    else:
        state.apply_action(bots[state.current_player()].step(state))
print(json.dumps(sorted(used().weights)))
"""


@pytest.mark.extended
@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("python_skat", "policy(bidder=knn)"),
        ("python_skat", "pimc(worlds=4,belief=ki,bidder=mc_bidder(worlds=4))"),
        ("python_skat", "pimc(worlds=4,belief=bdi,bidder=kermit(against=search))"),
        ("python_skat", "pimc(worlds=4,belief=policy(pool=8),ties=rule)"),
        ("python_skat", "mc(worlds=4,evaluator=estimated)"),
        ("python_skat", "vorhand(worlds=4)"),
        ("python_schnapsen", "vorhand(iterations=20)"),
        ("python_schnapsen", "iimc(worlds=4)"),
        ("python_schnapsen", "pvp(worlds=4)"),
        ("bridge_uncontested_bidding", "caller"),
    ],
)
def test_files_that_are_loaded_are_declared(game: str, spec: str) -> None:
    run = [sys.executable, "-c", PLAYED, game, spec]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=HANGING_S)
    assert set(json.loads(done.stdout)) - ORDER_ONLY <= weights_of(spec, game).keys()


def test_versions_are_those_of_the_manifest() -> None:
    assert all(entry["version"] >= 1 for entry in MANIFEST.values())
    bdci = MANIFEST["card_location_bdci.npz"]["version"]
    assert weights_of("pimc(belief=bdci,bidder=rule)", "python_skat") == {
        "card_location_bdci.npz": bdci,
        "rule_player_cards.tsv": MANIFEST["rule_player_cards.tsv"]["version"],
        "rule_player_hands.tsv": MANIFEST["rule_player_hands.tsv"]["version"],
    }
    assert weights_of("random", "python_skat") == {}
    match = Match.create("python_skat", ["pimc(belief=bdci)", "rule", "random"])
    assert match.weights["card_location_bdci.npz"] == bdci


def test_an_older_version_is_loaded_from_a_file(tmp_path: Path) -> None:
    older = tmp_path / "card_location_bdci.npz"
    older.write_bytes((FOLDER / older.name).read_bytes())
    entry = MANIFEST[older.name] | {"version": 1}
    (tmp_path / "manifest.json").write_text(json.dumps({older.name: entry}))
    spec = f"pimc(worlds=4,belief=bdci(file={older}),bidder=rule)"
    assert weights_of(spec, "python_skat")[str(older)] == 1
    match = Match.create("python_skat", [spec, "rule", "rule"], seed=3)
    assert match.weights[str(older)] == 1


def test_a_file_without_manifest_is_refused_by_the_agent_that_reads_it(tmp_path: Path) -> None:
    spec = f"pimc(worlds=4,belief=bdci(file={tmp_path / 'bdci.npz'}),bidder=rule)"
    game = load_game("python_skat")
    assert Match.create("python_skat", [spec, "rule", "rule"]).weights
    with pytest.raises(AgentError, match="expected a file of networks and its manifest"):
        make_bot(spec, game, 0, 1)


def test_files_that_a_spec_names_have_digests(tmp_path: Path) -> None:
    """Files of shipped agents do not count, and neither does a file that is missing."""
    paths = [tmp_path / name for name in ("one.npz", "two.npz", "missing.npz")]
    for path in paths[:2]:
        path.write_bytes(path.name.encode())
    one, two, missing = (f"policy(file={path})" for path in paths)

    def digests(bidder: str, cards: str) -> dict[str, str]:
        return digests_of_files(f"combined(bidder={bidder},cards={cards})", "python_skat")

    both = digests(one, two)
    assert list(both) == list(map(str, paths[:2]))
    assert len(set(both.values())) == 2
    assert digests(one, missing) == {str(paths[0]): both[str(paths[0])]}
    assert digests("rule", "policy") == {}
