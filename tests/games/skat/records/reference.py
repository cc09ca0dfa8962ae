"""A slow, plain computation of a server's recorded results from the moves.

Independent of the game and of the code under test: cards are two letters, hands are lists, and
every rule is spelt out, here or in the reference of card play. Moves must be legal.
"""

from vorhand.games.skat.records import (
    Bid,
    Concession,
    Declaration,
    Discard,
    Leave,
    Outcome,
    PickUp,
    Play,
    Record,
    Result,
    ShowHand,
    TimeOut,
)
from vorhand.tests.native import skat_reference
from vorhand.tests.native.skat_reference import PACK

BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULL_VALUES = {"": 23, "H": 35, "O": 46, "OH": 59}


def matadors(game: str, twelve: list[str]) -> int:
    trumps = skat_reference.trumps(game)
    if not trumps:
        return 0
    with_top = trumps[0] in twelve
    run = 0
    while run < len(trumps) and (trumps[run] in twelve) == with_top:
        run += 1
    return run if with_top else -run


class Table:
    """The points, the tricks and the end of a deal, by its moves."""

    def __init__(self, record: Record) -> None:
        self.game = ""
        self.letters = ""
        self.declarer: int | None = None
        self.bid = 0
        self.stopped: int | None = None
        self.undiscarded = False
        self.discards: list[str] = []
        self.points = [0, 0, 0]
        self.tricks = [0, 0, 0]
        trick: list[tuple[int, str]] = []
        shown = False
        conceded: set[int] = set()
        for move in record.moves:
            if isinstance(move, Bid):
                self.bid = move.value
            elif isinstance(move, PickUp):
                self.declarer = move.seat
            elif isinstance(move, Declaration):
                self.declarer, self.game = move.seat, "DHSCGN"[move.contract]
                self.letters = move.modifiers
                self.discards = [PACK[card] for card in move.discards]
                self.undiscarded = "H" not in self.letters and not self.discards
                if "O" in self.letters and self.game != "N":
                    self.undiscarded = False
            elif isinstance(move, Discard):
                self.discards = [PACK[card] for card in move.cards]
                self.undiscarded = False
            elif isinstance(move, Play):
                trick.append((move.seat, PACK[move.card]))
                if len(trick) == 3:
                    cards = [card for _, card in trick]
                    seat = trick[skat_reference.winner(self.game, cards)][0]
                    self.tricks[seat] += 1
                    self.points[seat] += skat_reference.points(cards)
                    trick = []
            elif isinstance(move, ShowHand):
                shown = True
            elif isinstance(move, Concession):
                conceded.add(move.seat)
                one_is_enough = shown and record.server == "ISS2"
                if move.seat == self.declarer or len(conceded) == 2 or one_is_enough:
                    self.stopped = move.seat
            elif isinstance(move, TimeOut | Leave):
                self.stopped = move.seat


def reference_result(record: Record) -> Result:
    """Return the result of a record whose bids are values of games."""
    table = Table(record)
    last = record.moves[-1]
    left = last.seat if isinstance(last, Leave) else None
    timed_out = last.seat if isinstance(last, TimeOut) else None
    conceded = table.stopped is not None and isinstance(last, Concession)
    if not table.game:
        if table.stopped is None:
            return Result(Outcome.PASSED)
        culprits = tuple(seat == table.stopped for seat in range(3))
        return Result(
            Outcome.PENALTY,
            declarer_by_bidding(record),
            penalties=(culprits[0], culprits[1], culprits[2]),
            left=left,
            timed_out=timed_out,
            conceded=False,
        )
    declarer = table.declarer
    assert declarer is not None
    skat = [PACK[card] for card in record.deal.skat]
    declarer_stops = table.stopped == declarer
    defence_stops = table.stopped is not None and not declarer_stops
    points = table.points[declarer] + skat_reference.points(table.discards or skat)
    tricks = table.tricks[declarer]
    if defence_stops and table.game != "N":
        points = 120 - sum(table.points) + table.points[declarer]
        tricks = 10 - sum(table.tricks) + table.tricks[declarer]
    hand = [] if table.undiscarded else [PACK[card] for card in record.deal.hands[declarer]]
    with_or_without = matadors(table.game, hand + skat)
    won, value, overbid, schneider, schwarz = judge(
        table.game,
        table.letters,
        table.bid,
        with_or_without,
        points,
        tricks,
        gave_up=declarer_stops,
        played=sum(table.tricks) > 0,
    )
    return Result(
        Outcome.WIN if won else Outcome.LOSS,
        declarer,
        value,
        with_or_without,
        overbid,
        points,
        tricks,
        schneider,
        schwarz,
        left=left,
        timed_out=timed_out,
        conceded=conceded,
    )


def judge(
    game: str,
    letters: str,
    bid: int,
    with_or_without: int,
    points: int,
    tricks: int,
    *,
    gave_up: bool = False,
    played: bool = True,
) -> tuple[bool, int, bool, bool, bool]:
    """Judge a game by section 5 of the International Skat Order.

    Args:
        game: the letter of the contract.
        letters: the letters of its announcements. bid: the last number named. with_or_without: the
            matadors.
        points, tricks: the declarer's points and tricks.
        gave_up: whether the declarer ended the deal.
        played: whether a trick was complete by then.

    Returns:
        Whether it is won, its value, whether it is overbid, and the flags of the record.
    """
    if game == "N":
        value = NULL_VALUES[letters]
        won = tricks == 0 and not gave_up
        return won, value if won else -2 * value, False, False, False
    if "O" in letters:
        letters = "HSZO"
    elif "Z" in letters:
        letters = "HSZ"
    made = points > 60
    if "Z" in letters:
        made = tricks == 10
    elif "S" in letters:
        made = points >= 90
    played = played or not gave_up
    levels = 1 + abs(with_or_without) + len(letters)
    if made:
        schneider, schwarz = points >= 90, tricks == 10
        reached = schneider + schwarz
    else:
        own_schwarz = played and tricks == 0
        own_schneider = played and (points <= 30 or own_schwarz)
        # A missed announcement counts as reached; the flag is not set.
        reached = (own_schneider or "S" in letters) + (own_schwarz or "Z" in letters)
        schwarz = own_schwarz and "Z" not in letters
        schneider = schwarz or (own_schneider and "S" not in letters)
    value = (levels + reached) * BASE[game]
    overbid = value < bid
    while value < bid:
        value += BASE[game]
    if overbid:
        # The smallest multiple that reaches the bid.
        value = BASE[game] * -(-bid // BASE[game])
    won = made and not overbid
    return won, value if won else -2 * value, overbid, schneider, schwarz


def declarer_by_bidding(record: Record) -> int | None:
    """Return the winner of the bidding once it is over, derived from the passes."""
    passed = [str(move)[0] for move in record.bids if str(move).endswith("p")]
    if len(passed) == 2 and any(isinstance(move, Bid) for move in record.moves):
        return ({0, 1, 2} - {int(seat) for seat in passed}).pop()
    if len(passed) == 2 and isinstance(record.moves[-2], Bid):
        return record.moves[-2].seat
    return None
