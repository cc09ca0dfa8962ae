"""The results that the server records, for every kind of end of a deal."""

import dataclasses

from vorhand.games.skat.contracts import NULL, SCHNEIDER, SCHWARZ
from vorhand.games.skat.records.model import Declaration, Outcome, Result
from vorhand.native import skat as rules

TOTAL_POINTS = 120
TOTAL_TRICKS = 10
SCHNEIDER_POINTS = 30


def result_of(deal: rules.Deal) -> Result:
    """Return the result of a deal of our game for any end; UNKNOWN if it is still going on."""
    if not deal.is_over:
        return Result(Outcome.UNKNOWN)
    judged = deal.result()
    if judged.soloist < 0:
        return Result(Outcome.PASSED)
    result = as_recorded(judged, judged.points, judged.tricks)
    return dataclasses.replace(result, conceded=deal.broken_off_by >= 0)


def settle(deal: rules.Deal, bid: int, culprit: int | None) -> Result:
    """Return the result of a declared deal.

    ``culprit`` is the seat that broke the deal off, None if it was played out. The bid is the last
    number named, which need not be a bid value.
    """
    if culprit is not None:
        points, tricks = deal.credit_if_broken_off(culprit)
        return as_recorded(deal.result_if_broken_off(culprit, bid), points, tricks)
    points = deal.soloist_points + rules.card_points(deal.skat)
    tricks = deal.soloist_tricks
    judged = rules.judge(
        soloist=deal.soloist,
        contract=deal.contract,
        level=deal.level,
        hand=deal.hand_game,
        matadors=deal.matadors,
        bid=bid,
        points=points,
        tricks=tricks,
    )
    return as_recorded(judged, points, tricks)


def settle_undiscarded(deal: rules.Deal, declared: Declaration, bid: int, culprit: int) -> Result:
    """Return the result of a deal that stopped between the declaration and the discards.

    The server then treats the declarer's hand as empty: a suit game is "without eleven", unless the
    skat as dealt holds a trump. The points are those of that skat or, if a defender stopped the
    deal, all 120 (not in null).
    """
    null = declared.contract == NULL
    lost = culprit == deal.soloist
    points = rules.card_points(deal.dealt_skat)
    tricks = 0
    if not lost and not null:
        points, tricks = TOTAL_POINTS, TOTAL_TRICKS
    judged = rules.judge(
        soloist=deal.soloist,
        contract=declared.contract,
        level=declared.level,
        hand=False,
        matadors=rules.matadors(declared.contract, deal.dealt_skat),
        bid=bid,
        points=max(points, SCHNEIDER_POINTS + 1) if lost else points,
        tricks=1 if lost else tricks,
    )
    return as_recorded(judged, points, tricks)


def as_recorded(judged: rules.Result, points: int, tricks: int) -> Result:
    """Convert a judged game to the record's fields.

    The flags of the record state the level made or, in a lost game, that the declarer was made
    schneider or schwarz. If an announced level was missed, it counts in the value, but the flags
    stay 0; in null the flags are always 0.
    """
    schneider = schwarz = False
    if judged.contract != NULL:
        made = judged.won or (judged.overbid and _made_without_bid(judged))
        if made:
            schneider, schwarz = judged.schneider, judged.schwarz
        else:
            schwarz = judged.level < SCHWARZ and judged.schwarz
            schneider = schwarz or (judged.level < SCHNEIDER and judged.schneider)
    return Result(
        Outcome.WIN if judged.won else Outcome.LOSS,
        judged.soloist,
        judged.value,
        judged.matadors,
        judged.overbid,
        points,
        tricks,
        schneider,
        schwarz,
        conceded=False,
    )


def _made_without_bid(judged: rules.Result) -> bool:
    return rules.judge(
        soloist=judged.soloist,
        contract=judged.contract,
        level=judged.level,
        hand=judged.hand,
        matadors=judged.matadors,
        bid=0,
        points=judged.points,
        tricks=judged.tricks,
    ).won
