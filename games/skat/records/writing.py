"""Writing of a record as the line it was read from, byte for byte."""

from vorhand.games.skat.records.model import PROPERTY_TEXT, Outcome, Record, Result, join_cards
from vorhand.native.errors import InputError


def format_record(record: Record) -> str:
    """Return the line of a record, without the end of the line.

    Raises:
        ValueError: a name, rating, server or comment holds a character that would end the property
            or the line.
    """
    texts = {"PC": record.server, "CO": record.comment or ""}
    texts |= {f"P{seat}": name for seat, name in enumerate(record.players)}
    texts |= {f"R{seat}": rating for seat, rating in enumerate(record.ratings)}
    for label, text in texts.items():
        # Match the closing bracket too: a backslash at the end of the text would escape it.
        read = PROPERTY_TEXT.match(f"{text}]")
        if read is None or read.end() != len(text) or "\n" in text or "\r" in text:
            expected = "expected one line with brackets after a backslash only, and none at its end"
            raise InputError(f"{label} {text!r}: {expected}")
    moves = "".join([f"{move} " for move in record.moves])
    deal = join_cards(record.deal.cards)
    return f"{_head(record)}MV[w {deal} {moves}]R[{_result_text(record.result)}] ;)"


def move_column(record: Record, index: int) -> int:
    """Return the column, from 1, of the move with this index in the line; index -1: the deal."""
    start = len(_head(record)) + len("MV[") + 1
    if index < 0:
        return start + len("w ")
    start += len(f"w {join_cards(record.deal.cards)} ")
    return start + sum(len(str(move)) + 1 for move in record.moves[:index])


def _head(record: Record) -> str:
    """Return the text before the moves."""
    head = [f"(;GM[Skat]PC[{record.server}]"]
    if record.comment is not None:
        head.append(f"CO[{record.comment}]")
    if record.series is not None:
        head.append(f"SE[{record.series}]")
    if record.number is not None:
        head.append(f"ID[{record.number}]")
    time = record.time.isoformat(timespec="seconds")
    head.append(f"DT[{time[:10]}/{time[11:19]}/UTC]")
    if record.view is not None:
        head.append(f"OW[{record.view}]")
    head += [f"P{seat}[{name}]" for seat, name in enumerate(record.players)]
    head += [f"R{seat}[{rating}]" for seat, rating in enumerate(record.ratings)]
    return "".join(head)


def _result_text(result: Result) -> str:
    if result.outcome in (Outcome.PASSED, Outcome.UNKNOWN):
        return str(result.outcome)
    penalties = " ".join(f"p{seat}:{int(flag)}" for seat, flag in enumerate(result.penalties))
    text = (
        f"d:{_seat(result.declarer)} {result.outcome} v:{result.value} m:{result.matadors} "
        f"{'overbid' if result.overbid else 'bidok'} p:{result.points} t:{result.tricks} "
        f"s:{int(result.schneider)} z:{int(result.schwarz)} {penalties} "
        f"l:{_seat(result.left)} to:{_seat(result.timed_out)}"
    )
    return text if result.conceded is None else f"{text} r:{int(result.conceded)}"


def _seat(seat: int | None) -> int:
    return -1 if seat is None else seat
