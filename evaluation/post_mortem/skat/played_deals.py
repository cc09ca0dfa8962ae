"""Deals of Skat as they were played, from records or from the log of a match, card by card."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord, own_record
from vorhand.games.skat.cards import NUM_CARDS
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.records import Outcome, RecordError, RecordLines, parse_record, replay
from vorhand.games.skat.records.model import Result, unescaped
from vorhand.games.skat.records.settling import result_of
from vorhand.games.skat.view import SkatView, observe
from vorhand.games.texts import TextError, json_object, single_line
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal, Phase, rule_action

_UNKNOWN = Result(Outcome.UNKNOWN)


class PlayedDealError(InputError):
    """A line that is no deal of Skat, or a deal that cannot be used, such as one without play."""


@dataclass(frozen=True)
class PlayedDeal:
    """A deal as far as it was played."""

    name: str  # name for titles
    players: tuple[str, str, str]  # names by seat
    deal: Deal  # after its last card; compares and pickles like a value
    # the soloist's success, by the rules if the deal is over (False if it was passed in),
    # otherwise as recorded; None: neither, or Ramsch
    won: bool | None = None
    result: Result = _UNKNOWN  # as recorded, or by the rules in a log

    def plays(self) -> Iterator[tuple[Deal, int]]:
        """Yield the deal before each card played, always the same object, and the card."""
        standing = self.deal.beginning()
        for action in self.deal.history:
            if standing.phase == Phase.PLAY and action < NUM_CARDS:
                yield standing, action
            standing.apply(action)


def read_played_deal(line: str) -> PlayedDeal:
    """Return the deal in a line: a record, or a JSON object of a log with a record or actions.

    Raises:
        PlayedDealError: the line is neither, or its moves are not a deal of Skat.
    """
    try:
        text = own_record(single_line(line))
    except TextError as error:
        raise PlayedDealError(str(error)) from error
    if text.startswith("{"):
        return _from_actions(text)
    try:
        record = parse_record(text)
        deal = replay(record).deal
    except RecordError as error:
        raise PlayedDealError(str(error)) from error
    recorded = {Outcome.WIN: True, Outcome.LOSS: False}.get(record.result.outcome)
    won = deal.result().won if deal.is_over else recorded
    first, second, third = map(unescaped, record.players)
    return PlayedDeal(record.name, (first, second, third), deal, won, record.result)


def _from_actions(line: str) -> PlayedDeal:
    try:
        entry = PlainRecord.of_fields(json_object(line), optional=("deal", "returns"))
        deal = _skat(entry.game).first_deal.copy()
        first, second, third = entry.seats
        deal.apply_all(bytes(entry.actions))
    except PlayedDealError:
        raise
    except ValueError as error:
        raise PlayedDealError(
            f"{line[:40]!r}...: {type(error).__name__}: {error}; expected a record, or an object "
            "with game, seats and actions"
        ) from error
    won = deal.result().won if deal.is_over and not deal.is_ramsch else None
    players = (first, second, third)
    return PlayedDeal(f"deal {entry.deal + 1}", players, deal, won, result_of(deal))


def _skat(name: str) -> SkatGame:
    game = load_game(name)
    if not isinstance(game, SkatGame):
        raise PlayedDealError(f"game {name!r}: expected python_skat")
    return game


def played_deals(path: str | os.PathLike[str]) -> Iterator[PlayedDeal]:
    """Yield all deals of a file, one per line; comments are skipped.

    Raises:
        PlayedDealError: a line is no deal.
        RecordFileError: the file cannot be read.
    """
    with RecordLines(path) as lines:
        for line in lines:
            try:
                yield read_played_deal(line)
            except PlayedDealError as error:
                raise PlayedDealError(f"{path}, line {lines.number}: {error}") from error


def played_deal(path: str | os.PathLike[str], number: int) -> PlayedDeal:
    """Return one deal of a file with card play; the first line that is no comment is number 1.

    Raises:
        PlayedDealError: the line does not exist, is no deal, or has no card play.
        RecordFileError: the file cannot be read.
    """
    count = 0
    with RecordLines(path) as lines:
        for count, line in enumerate(lines, start=1):
            if count == number:
                try:
                    played = read_played_deal(line)
                except PlayedDealError as error:
                    raise PlayedDealError(f"{path}, line {lines.number}: {error}") from error
                if next(played.plays(), None) is None:
                    raise PlayedDealError(
                        f"{path}, deal {number}: no card was played; expected a deal with card play"
                    )
                return played
    expected = f"1 .. {count}, as many as it holds" if count else "another file, it holds none"
    raise PlayedDealError(f"{path}: deal {number}: expected {expected}")


def choices_by_rule(deal: Deal) -> Iterator[SkatView]:
    """Yield the views of players with a choice while rule players play a deal on."""
    while not deal.is_over:
        view = observe(deal, deal.player)
        if len(view.legal_actions) > 1:
            yield view
        deal.apply(rule_action(deal))
