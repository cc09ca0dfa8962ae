"""Records of deals that were played in our game."""

import datetime
from collections.abc import Iterator, Sequence

import pyspiel

from vorhand.games.skat import contracts
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.records.bidding import BID_VALUES
from vorhand.games.skat.records.model import (
    Bid,
    Cards,
    Concession,
    Deal,
    Declaration,
    Hold,
    Move,
    Pass,
    PickUp,
    Play,
    Record,
    ShowHand,
    SkatTaken,
)
from vorhand.games.skat.records.settling import result_of
from vorhand.games.skat.records.writing import format_record
from vorhand.native import skat as rules
from vorhand.native.errors import InputError

SERVER = "Vorhand"


_NO_TIME = datetime.datetime(1970, 1, 1)


def server_line(state: pyspiel.State, players: Sequence[str], series: int, number: int) -> str:
    """Return the record line of a deal that began with the bidding, with 1970-01-01 as its time."""
    one, two, three = map(player_name, players)
    record = record_from_state(
        state, players=(one, two, three), time=_NO_TIME, series=series, number=number
    )
    return format_record(record)


def player_name(name: str) -> str:
    """Return a name in a form that a record can hold."""
    return name.replace("[", "(").replace("]", ")")


def unheld_rule(deal: rules.Deal) -> str:
    """Return a club rule that affected the deal, which records and starts cannot express, or ""."""
    counted = {
        "Kontra": deal.multiplier > 1,
        "Ramsch": deal.is_ramsch or deal.is_pushing,
        "Spitze": deal.spitze_announced,
        "Bock": deal.bock,
    }
    return next((rule for rule, there in counted.items() if there), "")


def record_from_state(
    state: pyspiel.State,
    *,
    players: tuple[str, str, str],
    time: datetime.datetime,
    server: str = SERVER,
    series: int | None = None,
    number: int | None = None,
    ratings: tuple[str, str, str] = ("", "", ""),
    comment: str | None = "",
) -> Record:
    """Make the record of a deal of ``python_skat``, finished or not.

    It contains the accepted offers to end the game, as the server writes them, and a hand that was
    laid open. A refused offer to give up is omitted.

    If chance dealt, the cards are written in the order in which they were dealt. If the deal was
    given, each hand is in ascending order. Discards are always ascending.

    Args:
        state: any state after the deal; it must have begun with the bidding.
        players: names of forehand, middlehand, rearhand.
        time: time at which play began; a time with a time zone is converted to UTC.
        server: place of play; with ``number`` it names the deal.
        series: number of the series or match, if any.
        number: number of the deal, if any.
        ratings: the ratings as they are to be written.
        comment: free text; None omits the property.

    Raises:
        ValueError: cards are still to be dealt; the deal began at card play, without bidding; or
            Kontra, Ramsch, Spitze or Bock, which the format cannot hold, affected it.
    """
    deal: rules.Deal = state.deal
    actions, seats = deal.history, deal.history_players
    if deal.phase == rules.Phase.DEAL:
        raise InputError("state with cards still to be dealt: expected all cards dealt")
    dealt = seats.count(3)
    if dealt not in (0, 32) or _began_at_card_play(deal, actions, dealt):
        raise InputError("state that began at card play: expected one that began with the bidding")
    if rule := unheld_rule(deal):
        raise InputError(
            f"state with {rule}: the record format has no {rule}, expected a deal without it"
        )
    cards = tuple(actions[:32]) if dealt else _given_cards(deal)
    if time.tzinfo is not None:
        time = time.astimezone(datetime.UTC)
    return Record(
        server=server,
        time=time.replace(microsecond=0, tzinfo=datetime.UTC),
        players=players,
        deal=Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:]),
        moves=(*_moves(actions[dealt:], seats[dealt:], cards[30:]), *_ending(deal)),
        result=result_of(deal),
        ratings=ratings,
        series=series,
        number=number,
        comment=comment,
    )


def _began_at_card_play(deal: rules.Deal, actions: bytes, dealt: int) -> bool:
    return deal.declared and not any(
        action in (rules.PICK_UP, rules.PLAY_HAND) for action in actions[dealt:]
    )


def _given_cards(deal: rules.Deal) -> Cards:
    sets = [deal.dealt_hand(seat) for seat in range(3)] + [deal.dealt_skat]
    return tuple(card for cards in sets for card in card_list(cards))


def _moves(actions: bytes, seats: bytes, skat: Cards) -> Iterator[Move]:
    discards: list[int] = []
    awaited = 0  # number of discards still to come
    for action, seat in zip(actions, seats, strict=True):
        if action < rules.PASS:
            if awaited:
                discards.append(action)
                awaited -= 1
            else:
                yield Play(seat, action)
        elif action == rules.PASS:
            yield Pass(seat)
        elif action == rules.HOLD:
            yield Hold(seat)
        elif action < rules.PICK_UP:
            yield Bid(seat, BID_VALUES[action - rules.FIRST_BID])
        elif action == rules.PICK_UP:
            awaited = 2
            yield PickUp(seat)
            yield SkatTaken(skat)
        elif action == rules.LAY_OPEN:
            yield ShowHand(seat)
        elif action >= rules.GIVE_UP:
            continue
        elif action >= rules.FIRST_DECLARATION:
            contract, level = divmod(action - rules.FIRST_DECLARATION, 4)
            written = str(contracts.Declaration(contract, level, hand=not discards))
            yield Declaration(seat, contract, written[1:], tuple(discards))


def _ending(deal: rules.Deal) -> Iterator[Move]:
    """Yield the concessions that ended the deal, if any: the soloist's, or both defenders'."""
    culprit = deal.broken_off_by
    if culprit < 0:
        return
    if culprit != deal.soloist:
        yield Concession(3 - deal.soloist - culprit)
    yield Concession(culprit)
