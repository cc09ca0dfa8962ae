"""Training deals, from self-play or from a server's records.

A corpus is a folder of shards and a manifest, ``corpus.json``, with its recipe. A shard
is a file of records in the format of `DEAL`. Its bytes follow from the recipe and its number, so
they do not depend on the number of workers, and an interrupted corpus can be completed. A corpus of
fewer deals can be extended too: its last shard, if it is short, is made again.
"""

import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel
from rich.progress import track

from vorhand.agents.registry import make_bot
from vorhand.agents.skat.compiled_players import compiled_bidder, compiled_player, is_compiled_whole
from vorhand.agents.spec import Spec, split_specs
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.training.skat_deals import own_seed, play_on, random_deal
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT
from vorhand.games.skat.records import RecordError, RecordLines, Replay, ReplayError, parse_record
from vorhand.native.errors import IllegalActionError, InputError
from vorhand.native.skat_card_location import (
    Tastes,
    begun_deal,
    begun_deals,
    played_by_rule,
    played_deal,
)
from vorhand.native.skat_kermit import games

VERSION = 1
MANIFEST = "corpus.json"
_PREFIX, _SUFFIX = "shard-", ".npy"
_PASSED_IN = 200  # consecutive passed-in deals after which bidders are assumed never to bid
_STREAMS = 2**40  # offset between the stream numbers of a deal's repetitions or replacements

DEAL = np.dtype(
    [
        ("cards", "<u4", 4),  # hands and skat before the first lead
        ("contract", "i1"),
        ("level", "i1"),
        ("hand_game", "i1"),
        ("soloist", "i1"),
        ("bids", "<u2", 3),  # the highest value that each seat named or held, 0: none
        ("size", "u1"),  # number of cards played
        ("unused", "u1"),
        ("plays", "u1", 32),
    ]
)
"""A deal from its first lead on, as in `vorhand.native.skat_card_location.played_deal`."""

Deals: TypeAlias = npt.NDArray[np.void]


class CorpusError(InputError):
    """A corpus of another version or recipe, incomplete or changed; or bidders who always pass."""


@dataclass(frozen=True)
class Recipe:
    """The recipe of a corpus.

    Attributes:
        player: spec of the agent that plays the cards; if there are several, one is drawn for each
            seat. Rule players with various tastes bid and declare, except with ``whole``.
        deals: number of deals.
        seed: the seed of all deals.
        boldness, null, grand, hand, ouvert, errors: see
            `vorhand.native.skat_card_location.Tastes`.
        times: number of times that rule players play each deal, because bidding takes most of the
            time.
        shard: deals in a file.
        whole: True if the agents bid and declare themselves; deals passed in do not count. Agents
            whose bidding is compiled too play a hundred times as many deals in the same time; by
            default their worlds are uniform, and they use no playouts (`doubt=0`).
    """

    player: str
    deals: int
    seed: int
    boldness: int = 20
    null: int = 0
    grand: int = 0
    hand: int = 0
    ouvert: int = 0
    errors: int = 0
    times: int = 1
    shard: int = 5000
    whole: bool = False

    @property
    def tastes(self) -> Tastes:
        """The tastes of the bidders."""
        return Tastes(
            boldness=self.boldness,
            null=self.null,
            grand=self.grand,
            hand=self.hand,
            ouvert=self.ouvert,
            errors=self.errors,
        )


def make_corpus(recipe: Recipe, folder: Path, workers: Workers = 1) -> Path:
    """Make the shards that are missing or have too few deals; return the folder.

    Raises:
        CorpusError: the folder holds a corpus of another recipe, or a shard that was changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    described = {"version": VERSION, **asdict(recipe)}
    shards: dict[str, str] = {}
    if (folder / MANIFEST).exists():
        held = read_manifest(folder)
        shards = held.pop("shards")
        # More or fewer deals of the same kind: the existing shards can be used.
        if held | {"deals": 0} != described | {"deals": 0}:
            raise CorpusError(f"{folder}: holds {held}, expected {described}; use another folder")
    whole = {
        name
        for name, digest in shards.items()
        if len(_read_shard(folder / name, digest)) >= recipe.times * _wanted(recipe, name)
    }
    if whole != set(shards):  # shards to be replaced are removed from the manifest first
        shards = {name: digest for name, digest in shards.items() if name in whole}
        _write_manifest(folder, described, shards)
    wanted = range(0, recipe.deals, recipe.shard)
    missing = [first for first in wanted if _shard_name(first // recipe.shard) not in shards]
    made = ordered_map(_make_shard, ((recipe, first) for first in missing), workers)
    label = f"deals by {recipe.player}"
    tracked = track(made, label, len(missing), transient=True)
    for first, content in zip(missing, tracked, strict=True):
        name = _shard_name(first // recipe.shard)
        with replacing(folder / name) as file:
            file.write(content)
        shards[name] = hashlib.sha256(content).hexdigest()
        _write_manifest(folder, described, shards)
    return folder


def _wanted(recipe: Recipe, name: str) -> int:
    """Return the number of different deals that the recipe puts into a shard."""
    first = int(name.removeprefix(_PREFIX).removesuffix(_SUFFIX)) * recipe.shard
    return min(recipe.shard, recipe.deals - first)


def _write_manifest(folder: Path, described: Mapping[str, Any], shards: Mapping[str, str]) -> None:
    text = json.dumps({**described, "shards": dict(sorted(shards.items()))}, indent=1)
    with replacing(folder / MANIFEST) as file:
        file.write(text.encode() + b"\n")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a corpus; raise CorpusError if it is missing or of another version."""
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path}: expected the manifest of a corpus ({error})") from error
    if not isinstance(manifest, dict) or manifest.get("version") != VERSION:
        version = manifest.get("version") if isinstance(manifest, dict) else manifest
        raise CorpusError(f"{path}: version {version!r}, expected {VERSION}; make the corpus anew")
    return manifest


def read_corpus(folder: Path, deals: int | None = None) -> Deals:
    """Return the deals of a corpus [n], or the first ones; deals played several times are repeated.

    Raises:
        CorpusError: the corpus is of another version, or a shard is missing or was changed.
    """
    manifest = read_manifest(folder)
    left = manifest["deals"] if deals is None else deals
    shards: list[Deals] = []
    for name, digest in sorted(manifest["shards"].items()):
        if left <= 0:
            break
        # A shard holds all its deals once, then all of them again, and so on. The same number of
        # deals is taken from each repetition.
        played = _read_shard(folder / name, digest).reshape(manifest["times"], -1)[:, :left]
        left -= played.shape[1]
        shards.append(played.ravel())
    if not shards:
        raise CorpusError(f"{folder}: no shards")
    return np.concatenate(shards)


def _read_shard(path: Path, digest: str) -> Deals:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}, expected a shard") from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise CorpusError(f"{path}: is not the file that {MANIFEST} speaks of")
    deals: Deals = np.load(io.BytesIO(content), allow_pickle=False)
    return deals


class RecordedDeals(NamedTuple):
    """The training deals in a file of server records."""

    deals: Deals  # the deals with at least one card played [n]
    unplayed: int  # number of records without a card played; they were passed in or given up
    broken: int  # number of records that cannot be read or contain illegal moves


def deals_of_records(path: Path) -> RecordedDeals:
    """Return the deals of a file of server records, and the number of records left out."""
    played, broken = [], 0
    with RecordLines(path) as lines:
        for line in lines:
            try:
                replay = Replay(parse_record(line)).play()
                played.append(played_deal(replay.deal))
            except (RecordError, ReplayError, IllegalActionError):
                broken += 1
    deals = np.frombuffer(b"".join(played), DEAL)
    begun = deals[deals["size"] > 0]
    return RecordedDeals(begun, len(deals) - len(begun), broken)


def kinds(deals: Deals) -> dict[str, int]:
    """Count the deals by kind of game, and those from the hand and ouvert."""
    contract, level, hand = deals["contract"], deals["level"], deals["hand_game"] != 0
    null = contract == NULL
    return {
        "suit": int((contract < GRAND).sum()),
        "grand": int((contract == GRAND).sum()),
        "null": int(null.sum()),
        "hand": int(hand.sum()),
        "ouvert": int((level == OUVERT).sum()),
    }


def _shard_name(number: int) -> str:
    return f"{_PREFIX}{number:05d}{_SUFFIX}"


def _make_shard(job: tuple[Recipe, int]) -> bytes:
    recipe, first = job
    count = min(recipe.shard, recipe.deals - first)
    specs = split_specs(recipe.player)
    if recipe.player == "rule":
        begun = np.asarray(begun_deals(count, recipe.seed, first, recipe.tastes))
        deals = played_again(begun, recipe, first)
    elif recipe.whole and all(map(is_compiled_whole, specs)):
        deals = np.concatenate([_compiled(recipe, specs, first + k) for k in range(count)])
    else:
        deals = np.frombuffer(b"".join(_played(recipe, first, count)), DEAL)
    content = io.BytesIO()
    np.save(content, deals)
    return content.getvalue()


def _compiled(recipe: Recipe, specs: list[Spec], number: int) -> Deals:
    """Return a deal bid and played in compiled code; if it is passed in, another is dealt."""
    chosen = np.random.default_rng((recipe.seed, number)).integers(len(specs), size=3)
    bidders = [compiled_bidder(specs[k]) for k in chosen]
    players = [compiled_player(specs[k]) for k in chosen]
    for time in range(_PASSED_IN):
        deal = number + time * _STREAMS
        _, facts, records = games(bidders, 1, recipe.seed, deal, players)
        if np.asarray(facts)[0, 0] >= 0:
            played: Deals = np.asarray(records).view(DEAL)[:, 0]
            return played
    raise _passed_in(recipe)


def _passed_in(recipe: Recipe) -> CorpusError:
    return CorpusError(f"{recipe.player}: {_PASSED_IN} deals in a row passed in")


def played_again(begun: npt.NDArray[np.uint8], recipe: Recipe, first: int) -> Deals:
    """Let rule players play deals [n, 60] several times; return the records by repetition."""
    streams = (time * _STREAMS + first for time in range(recipe.times))
    parts = [np.asarray(played_by_rule(begun, recipe.seed, k, recipe.tastes)) for k in streams]
    return np.concatenate(parts).view(DEAL)[:, 0]


def _played(recipe: Recipe, first: int, count: int) -> Iterator[bytes]:
    """Yield the records of deals that Python bots play."""
    game = pyspiel.load_game("python_skat")
    specs = split_specs(recipe.player)
    for number in range(first, first + count):
        rng, seed = np.random.default_rng((recipe.seed, number)), own_seed(recipe.seed, number)
        for _ in range(_PASSED_IN):
            begun = random_deal(rng) if recipe.whole else None
            deal = begun or begun_deal(recipe.seed, number, recipe.tastes)
            chosen = rng.integers(len(specs), size=3)
            play_on(deal, [make_bot(specs[k], game, s, seed) for s, k in enumerate(chosen)], game)
            if deal.soloist >= 0:
                break
        else:
            raise _passed_in(recipe)
        yield played_deal(deal)
