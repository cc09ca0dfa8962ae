"""The training of card-location networks at small size: deals, fitting, files."""

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.beliefs.card_location import GAME_TYPES, NetworkFileError, read_networks
from vorhand.agents.skat.outcomes import card_play
from vorhand.evaluation.training import TrainingError, settings_for, train, training
from vorhand.evaluation.training.skat import belief
from vorhand.evaluation.training.skat.card_location.corpus import (
    CorpusError,
    Deals,
    Recipe,
    deals_of_records,
    kinds,
    make_corpus,
    read_corpus,
)
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal
from vorhand.native.skat_card_location import Tastes, begun_deal, location_examples, played_deal

pytestmark = pytest.mark.nightly

TRAINING = training("belief")

RECORDS = Path(__file__).parents[3] / "data" / "iss-games.sgf"
SMALL = Recipe("rule", 60, 3, null=40, grand=10, hand=20, ouvert=20, errors=40, times=2, shard=20)
TINY = {"deals": "200", "search": "rule", "search_deals": "40", "positions": "2000", "width": "16"}


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_corpus_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    one = bytes_of(make_corpus(SMALL, tmp_path / "one", 1))
    two = bytes_of(make_corpus(SMALL, tmp_path / "two", 2))
    assert one == two
    assert len(one) == 4
    deals = read_corpus(tmp_path / "one")
    assert len(deals) == 120
    assert len(np.unique(deals["cards"], axis=0)) == 60
    told = kinds(deals)
    assert told["suit"] + told["grand"] + told["null"] == 120
    assert min(told.values()) > 2


def test_more_deals_than_a_short_last_shard_has(tmp_path: Path) -> None:
    whole = make_corpus(SMALL, tmp_path / "whole")
    some = make_corpus(replace(SMALL, deals=25), tmp_path / "some")
    first = read_corpus(some)
    assert len(first) == 50
    make_corpus(SMALL, some)
    assert bytes_of(some) == bytes_of(whole)
    assert len(read_corpus(some)) == 120
    # The first deals are the same, whatever was made before.
    np.testing.assert_array_equal(
        read_corpus(make_corpus(replace(SMALL, deals=25), some), 25), first
    )


def test_a_corpus_that_is_stopped_while_it_writes_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bytes_of(make_corpus(SMALL, tmp_path / "whole"))
    write = Path.write_bytes
    for stopped in range(8):  # the write of that number gets half of its bytes
        some, left = make_corpus(replace(SMALL, deals=25), tmp_path / f"{stopped}"), stopped

        def failing(path: Path, content: bytes) -> int:
            nonlocal left
            left -= 1
            if left >= 0:
                return write(path, content)
            write(path, content[: len(content) // 2])
            raise KeyboardInterrupt

        monkeypatch.setattr(Path, "write_bytes", failing)
        try:
            make_corpus(SMALL, some)
        except KeyboardInterrupt:
            assert stopped < 5  # two shards, two manifests, one without the short shard
        monkeypatch.undo()
        assert bytes_of(make_corpus(SMALL, some)) == whole


def test_agents_bid_themselves(tmp_path: Path) -> None:
    """The bids are those of the agents, and deals passed in are dealt again."""
    recipe = Recipe("rule,pimc(worlds=1,bidder=kermit)", 6, 5, shard=3, whole=True)
    one = bytes_of(make_corpus(recipe, tmp_path / "one", 1))
    assert one == bytes_of(make_corpus(recipe, tmp_path / "two", 2))
    deals = read_corpus(tmp_path / "one")
    assert len(np.unique(deals["cards"], axis=0)) == 6
    assert (deals["size"] > 0).all()
    soloists = deals["bids"][np.arange(6), deals["soloist"]]
    assert (soloists >= 18).all()
    by_rule = make_corpus(replace(recipe, player="rule"), tmp_path / "rule")
    assert (read_corpus(by_rule)["bids"] != deals["bids"]).any()
    with pytest.raises(CorpusError, match="first: 200 deals in a row passed in"):
        make_corpus(replace(recipe, player="first"), tmp_path / "none")


def test_bad_corpora_are_told(tmp_path: Path) -> None:
    folder = make_corpus(Recipe("rule", 2, 1, shard=1), tmp_path / "some")
    with pytest.raises(CorpusError, match=r"some: holds .*; use another folder"):
        make_corpus(Recipe("rule", 2, 2, shard=1), folder)
    (folder / "shard-00001.npy").write_bytes(b"other")
    with pytest.raises(CorpusError, match="shard-00001.npy: is not the file that corpus.json"):
        read_corpus(folder)
    (folder / "shard-00001.npy").unlink()
    with pytest.raises(CorpusError, match=r"shard-00001.npy: No such file.*expected a shard"):
        read_corpus(folder)
    told = json.loads((folder / "corpus.json").read_text())
    (folder / "corpus.json").write_text(json.dumps({**told, "version": 0}))
    with pytest.raises(CorpusError, match="version 0, expected 1; make the corpus anew"):
        read_corpus(folder)
    with pytest.raises(CorpusError, match=r"corpus.json: expected the manifest of a corpus"):
        read_corpus(tmp_path)


def test_server_records_are_deals() -> None:
    deals, unplayed, broken = deals_of_records(RECORDS)
    assert len(deals) > 10
    assert len(deals) + unplayed + broken == len(RECORDS.read_text().splitlines())
    location_examples(deals.view(np.uint8).reshape(-1, 60), deals["size"].astype(np.int64) - 1)


def test_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    settings = settings_for(TRAINING, "small", TINY)
    whole = train(TRAINING, settings, 3, tmp_path / "a")
    again, work = tmp_path / "b", tmp_path / "work"
    shutil.copytree(tmp_path / "a" / "work", work)
    (fits,) = work.glob("networks-*")
    for checkpoint in fits.glob("bdci-*.pt"):
        checkpoint.unlink()
    made = train(TRAINING, settings, 3, again, work=work)
    assert [path.read_bytes() for path in made] == [path.read_bytes() for path in whole]
    assert (work / "belief-curves.png").stat().st_size > 1000
    read_networks(made[0])
    read_networks(made[1])


def test_what_deals_held_out_say(tmp_path: Path) -> None:
    """Positions of one deal are correlated: seeing them twice narrows no interval."""
    learning = pytest.importorskip("vorhand.evaluation.training.skat.card_location.learning")
    networks = pytest.importorskip("vorhand.evaluation.training.skat.card_location.networks")
    deals = learning.of_type(read_corpus(make_corpus(replace(SMALL, times=1), tmp_path)), "suit")
    net = networks.LocationNet(False, 16, 1)
    once = learning.Positions(deals, np.zeros(len(deals), np.int64))
    twice = learning.Positions(np.repeat(deals, 2), np.zeros(2 * len(deals), np.int64))
    gains = learning.gain(net, once)
    mean, half = belief._gain(net, once)
    assert mean == pytest.approx(gains.mean())
    assert half == pytest.approx(1.96 * gains.std() / len(gains) ** 0.5)
    assert belief._gain(net, twice) == pytest.approx((mean, half))


def test_networks_in_our_core_onnx_and_pytorch_say_the_same(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    onnx = pytest.importorskip("onnx")
    reference = pytest.importorskip("onnx.reference")
    networks = pytest.importorskip("vorhand.evaluation.training.skat.card_location.networks")

    torch.manual_seed(2)
    nets = {name: networks.LocationNet(True, 24, 2) for name in GAME_TYPES}
    with torch.no_grad():
        for net in nets.values():
            for number in net.parameters():
                number.copy_((3 * number).half().float())
    content = networks.packed(networks.arrays(nets))
    path = tmp_path / "nets.npz"
    path.write_bytes(content)
    with pytest.raises(NetworkFileError, match=r"nets.npz: expected a file of networks and its"):
        read_networks(path)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(NetworkFileError, match="the manifest beside it does not speak of it"):
        read_networks(path)
    (tmp_path / "manifest.json").write_text(
        json.dumps({"nets.npz": {"sha256": sha256(content).hexdigest()}})
    )
    located = read_networks(path)
    sees = {}
    for game_type, net in nets.items():
        networks.save_onnx(net, tmp_path / f"{game_type}.onnx")
        sees[game_type] = reference.ReferenceEvaluator(onnx.load(tmp_path / f"{game_type}.onnx"))
    tastes = Tastes(null=60, grand=30)
    checked = set()
    for number in range(30):
        deal: Deal = begun_deal(4, number, tastes)
        view = observe(deal, deal.player)
        game_type = GAME_TYPES[max(0, deal.contract - 3)]
        checked.add(game_type)
        record = np.frombuffer(played_deal(deal), np.uint8)[None]
        inputs, choices, _ = map(np.asarray, location_examples(record, np.array([0])))
        with torch.no_grad():
            numbers = nets[game_type](torch.from_numpy(inputs).float())
        by_onnx = sees[game_type].run(None, {"inputs": inputs.astype(np.float32)})[0]
        np.testing.assert_allclose(by_onnx, numbers.numpy(), rtol=1e-4, atol=1e-5)
        may = torch.from_numpy((choices[0][:, None] >> np.arange(4)) & 1).bool()
        shares = torch.softmax(numbers[0].masked_fill(~may, -1e9), -1).numpy()
        ours = np.asarray(located.shares(card_play(view), view.worlds()))
        told = choices[0] > 0
        # Cards and places are ordered differently, so the probabilities are compared as sets.
        ours = np.sort(ours[[bool((row < 1).any()) for row in ours]], axis=None)
        theirs = np.maximum(shares, 1e-4 * may.numpy())[told]
        np.testing.assert_allclose(ours, np.sort(theirs, axis=None), rtol=1e-3)
    assert checked == set(GAME_TYPES)


def test_too_few_deals_and_other_settings_are_told(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    few = settings_for(TRAINING, "small", {**TINY, "deals": "1", "search_deals": "1"})
    with pytest.raises(
        TrainingError, match=r"\d deals of .*: expected some to learn .*ask for more"
    ):
        train(TRAINING, few, 1, tmp_path)
    for wrong, told in (
        ({"begin": "shiped"}, "begin=shiped: expected anew or shipped"),
        ({"begin": "shipped"}, r"layers \[\(.*\)\], expected \[\(\d+, 8\), .*or begin anew"),
    ):
        settings = settings_for(TRAINING, "small", {**TINY, **wrong})
        with pytest.raises(TrainingError, match=told):
            train(TRAINING, settings, 1, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_corpus_of_one_deal_is_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    learning = pytest.importorskip("vorhand.evaluation.training.skat.card_location.learning")
    networks = pytest.importorskip("vorhand.evaluation.training.skat.card_location.networks")
    many = make_corpus(replace(SMALL, deals=40), tmp_path / "many")
    one = tmp_path / "one"
    for seed in range(20):  # a suit game
        one = make_corpus(Recipe("rule", 1, seed, times=2), tmp_path / f"one-{seed}")
        if kinds(read_corpus(one))["suit"] == 2:
            break
    learned: list[Deals] = []

    def fit(task: object, deals: list[Deals], *args: object) -> tuple[object, list[object]]:
        learned.extend(deals)
        return None, []

    monkeypatch.setattr(learning, "fit", fit)
    monkeypatch.setattr(networks, "save_onnx", lambda net, path: None)
    monkeypatch.setattr(belief, "_gain", lambda net, positions: (0.0, 0.0))
    settings = settings_for(TRAINING, "small", TINY)
    belief._fit(belief._Job("bdci", "suit", ((many, 40, 60), (one, 1, 40)), settings, 3, tmp_path))
    assert [len(part) for part in learned][1:] == [2]
    assert f"bdci-suit: {one.name} has 2 deals, none held out" in capsys.readouterr().out


def test_networks_fitted_to_other_deals_are_not_gone_on_with(tmp_path: Path) -> None:
    settings = settings_for(TRAINING, "small", TINY)
    records = tmp_path / "records.sgf"
    records.write_text("one")
    corpora = ((make_corpus(replace(SMALL, deals=20), tmp_path / "some"), 20, 50), (records, 9, 50))

    def digest(begin: str = "anew") -> str:
        return belief._digest({**settings, "begin": begin}, 3, corpora)

    told = [digest(), digest("shipped")]
    make_corpus(SMALL, tmp_path / "some")
    told.append(digest())
    records.write_text("other")
    told.append(digest())
    assert len(set(told)) == 4
    assert digest() == told[-1]
