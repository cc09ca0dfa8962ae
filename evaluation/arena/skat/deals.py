"""Given deals of Skat, so that all compared agents play the same cards and contracts.

A source of such deals is written as one word:

- the path of a file, plain or compressed, with a deal per line: a record of the server's
  format, a line of a match's log, or the start of a deal (`vorhand.games.skat.start`).
  Deals without a contract (passed in, or Ramsch) are skipped, and deals that Kontra, Spitze or
  Bock affected are refused. A deal repeated on the next line, as in the log of pair games,
  counts once;
- specs of bidders, one or three (by seat): they bid, pick up and declare. If they pass a deal
  in, another is dealt. Seed and number of a deal fix its cards and contract;
- ``cards:`` and the path of such a file: the cards alone, as they were dealt, so that the deal
  begins with the bidding. Lines that begin at card play are skipped.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import pyspiel

from vorhand.agents import Spec, check, make_bot, split_specs
from vorhand.evaluation.arena.game_loop import MatchError, play_game
from vorhand.evaluation.arena.given_deals import DealSourceError, GivenDeal
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.games.loading import load_game
from vorhand.games.skat.records import RecordLines, unheld_rule
from vorhand.games.skat.start import Start

SHORT_NAME = "python_skat"
CARDS = "cards:"
"""The prefix of a source from which only the cards are taken."""
BIDDER = "rule"
"""The default bidder for the contracts of pair games."""
_SEATS = 3
_MOST_DEALT = 1000  # maximum number of consecutive deals that are passed in


class DealSource(Protocol):
    """Deals by number from 0; the same number is always the same deal."""

    def start(self, number: int) -> Start:
        """Return the start of a deal; raise DealSourceError if the number does not exist."""

    def count(self) -> int | None:
        """Return the number of deals; None: no limit."""


class GivenSkatDeals:
    """The sources of deals for a match of Skat; for pair games rule players bid by default."""

    for_pairs = BIDDER

    def check(self, game: pyspiel.Game, source: str) -> str:
        """Return the canonical source; raise MatchError if the game sets its own start."""
        if game.start != Start():
            raise MatchError(f"game {str(game)!r}: sets a start; expected none, for given deals")
        return canonical(source)

    def has_contracts(self, source: str) -> bool:
        """Return True if deals start at card play."""
        return not source.startswith(CARDS)

    def deal(self, source: str, seed: int, number: int) -> GivenDeal:
        """Return a deal; its seatings begin at the soloist, or at forehand without a contract."""
        start = deal_source(source, seed).start(number)
        return GivenDeal(str(start), start.soloist)

    def begun(self, game: pyspiel.Game) -> GivenDeal:
        """Return the deal with which this game begins."""
        return GivenDeal(str(game.start), game.start.soloist)

    def count(self, source: str, seed: int) -> int | None:
        """Return the number of deals in a file; None for deals of bidders."""
        return deal_source(source, seed).count()


def canonical(source: str) -> str:
    """Return the source as a log names it: a path unchanged, specs in canonical form.

    Raises:
        DealSourceError: neither a file with a deal nor one or three bidders.
        SpecError, AgentError: a bidder is not an agent.
    """
    deals = _file_deals(source)
    if deals is not None:
        deals.start(0)
        return source
    if source.startswith(CARDS):
        raise DealSourceError(f"deals from {source!r}: there is no such file")
    specs = split_specs(source)
    if len(specs) not in (1, _SEATS):
        raise DealSourceError(f"deals from {source!r}: expected a file, one bidder or three")
    try:
        return ",".join(str(check(spec, SHORT_NAME)) for spec in specs)
    except ValueError as error:
        if "(" in source or not set(source) & set("./"):  # a spec rather than a path
            raise
        raise DealSourceError(f"deals from {source!r}: there is no such file") from error


@functools.lru_cache(maxsize=4)
def deal_source(source: str, seed: int) -> DealSource:
    """Return the source that a word names; `seed` is the seed of the match."""
    return _file_deals(source) or BidDeals(source, seed)


def _file_deals(source: str) -> FileDeals | None:
    """Return the deals of the file that a source names, if it names one."""
    path = Path(source.removeprefix(CARDS))
    return FileDeals(path, whole=source.startswith(CARDS)) if path.is_file() else None


class FileDeals:
    """Deals of a file, which is read only as far as needed; ``whole`` as for `read_starts`."""

    def __init__(self, path: Path, *, whole: bool = False) -> None:
        self.path = path
        self._kind = "whole deals" if whole else "with card play"
        self._read: list[Start] = []
        self._rest = read_starts(path, whole=whole)

    def start(self, number: int) -> Start:
        """Return the deal with this number; only deals of the wanted kind are counted."""
        if number < 0:
            raise DealSourceError(f"deals from {self.path}: deal {number}: expected 0 or more")
        while len(self._read) <= number:
            start = next(self._rest, None)
            if start is None:
                raise DealSourceError(
                    f"deals from {self.path}: deal {number}: it holds only {len(self._read)} "
                    f"{self._kind}"
                )
            self._read.append(start)
        return self._read[number]

    def count(self) -> int:
        """Return the number of deals; read the file to its end."""
        self._read.extend(self._rest)
        return len(self._read)


class BidDeals:
    """Deals for which agents bid."""

    def __init__(self, source: str, seed: int) -> None:
        specs = split_specs(source)
        self._bidders = specs * _SEATS if len(specs) == 1 else specs
        self._game = load_game(SHORT_NAME)
        self._seed = seed
        self.start = functools.lru_cache(maxsize=64)(self._start)  # several games use the same deal

    def count(self) -> None:
        """Return None: there is no limit."""

    def _start(self, number: int) -> Start:
        """Return the first deal of this deal number's random sequence that is not passed in."""
        # The 1 separates this sequence from that of the match.
        root = np.random.SeedSequence((self._seed, number, 1))
        seeds = root.generate_state(_MOST_DEALT * (1 + _SEATS), np.uint64).tolist()
        for k in range(0, len(seeds), 1 + _SEATS):
            start = _bid(self._game, self._bidders, *seeds[k : k + 1 + _SEATS])
            if start is not None:
                return start
        raise DealSourceError(
            f"deals from {','.join(map(str, self._bidders))}: passed in {_MOST_DEALT} times in a "
            "row; expected bidders who play sometimes"
        )


def _bid(game: pyspiel.Game, bidders: list[Spec], cards: int, *seeds: int) -> Start | None:
    """Deal and bid up to the first lead; return None if all pass."""
    chance, pack = random.Random(cards), list(range(32))
    chance.shuffle(pack)
    dealt = iter(pack)
    bots = [
        make_bot(spec, game, seat, seed >> 33)
        for seat, (spec, seed) in enumerate(zip(bidders, seeds, strict=True))
    ]
    state = play_game(
        game.new_initial_state(),
        bots,
        chance,
        outcome=lambda *_: next(dealt),
        until=lambda state: state.deal.declared,
    )
    return None if state.is_terminal() else Start.at(state.deal)


def read_starts(path: Path, *, whole: bool = False) -> Iterator[Start]:
    """Yield the starts of the deals in a file.

    Args:
        path: the file.
        whole: start deals at the bidding, and skip those that begin at card play; if false, start
            them at the card play, and skip deals without a contract.

    Raises:
        DealSourceError: a line is not a deal; names its number and the error.
        RecordFileError: the file cannot be read.
    """
    last = None
    with RecordLines(path) as lines:
        for line in lines:
            try:
                start = _whole_deal(line) if whole else _start_of_line(line)
            except ValueError as error:
                raise DealSourceError(f"{path}, line {lines.number}: {error}") from error
            if start is not None and start != last:
                last = start
                yield start


def _start_of_line(line: str) -> Start | None:
    if not line.startswith(("(", "{")):
        start = Start.parse(line)
        return start if start.declaration is not None else None
    played = read_played_deal(line).deal
    rule = unheld_rule(played)
    if rule and played.declared:
        raise DealSourceError(
            f"a deal with {rule}: expected the official rules, or its cards alone ({CARDS}FILE)"
        )
    deal = played.beginning()
    for action in played.history:
        if deal.declared:
            break
        deal.apply(action)
    return Start.at(deal) if deal.declared else None


def _whole_deal(line: str) -> Start | None:
    if not line.startswith(("(", "{")):
        start = Start.parse(line)
        return start if start.declaration is None and start.hands is not None else None
    deal = read_played_deal(line).deal
    if deal.beginning().declared:
        return None
    hands = (deal.dealt_hand(0), deal.dealt_hand(1), deal.dealt_hand(2))
    return Start(hands, deal.dealt_skat)
