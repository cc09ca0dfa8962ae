"""Speed of reading and checking records, on a file of random records."""

import datetime
import random
from collections.abc import Iterator
from pathlib import Path

from vorhand.evaluation.bench.harness import Case
from vorhand.games.loading import load_game
from vorhand.games.skat.records import (
    Record,
    RecordLines,
    check_file,
    parse_record,
    record_from_state,
    write_records,
)
from vorhand.native import skat as rules

_TIME = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def random_records(deals: int, seed: int) -> Iterator[Record]:
    """Yield records of deals played with random legal actions, about as long as real ones.

    In the bidding a player whose turn it is to bid passes with probability 1/3, or names one of the
    next two values; a player who answers holds or passes with equal probability. So some deals are
    passed in, and the others are bid up to values that people bid.
    """
    rng = random.Random(seed)
    game = load_game("python_skat")
    cards = list(range(32))
    for number in range(deals):
        state = game.new_initial_state()
        rng.shuffle(cards)
        for card in cards:
            state.apply_action(card)
        while not state.is_terminal():
            legal = state.legal_actions()
            if legal[0] == rules.PASS:
                legal = legal[:3]
            state.apply_action(rng.choice(legal))
        yield record_from_state(
            state,
            players=("random", "random:2", "random:3"),
            time=_TIME + datetime.timedelta(minutes=number),
            series=seed,
            number=number,
        )


def make_file(path: Path, deals: int, seed: int) -> None:
    """Write random records to a file, compressed according to its suffix."""
    write_records(path, random_records(deals, seed))


def cases(path: Path) -> list[Case]:
    """Return two cases: reading a file; reading, replaying, checking and writing back."""

    def read() -> float:
        count = 0
        with RecordLines(path) as lines:
            for line in lines:
                parse_record(line)
                count += 1
        return count

    def check() -> float:
        report = check_file(path)
        if not report.is_clean:
            raise RuntimeError(f"{path}: {report.mismatches}")
        return report.parsed

    return [Case("parse", read, "records"), Case("replay and check", check, "records")]
