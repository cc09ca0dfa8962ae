"""The value of a game of Skat, step by step, and the goal that the soloist needs to win it.

>>> from vorhand.native.skat import judge
>>> game = dict(soloist=0, contract=3, level=0, hand=False, matadors=2, points=86, tricks=8)
>>> worth_of(judge(bid=46, **game))
Worth(base=12, steps=(), factor=3, value=36, counts=48, multiplier=1, bock=False)
>>> short_of_bid(contract=3, matadors=2, bid=46)
Short(worth=36, goal=90)
"""

from collections.abc import Callable
from dataclasses import dataclass

from vorhand.games.skat.contracts import NULL, OUVERT, PLAIN, SCHNEIDER, SCHWARZ
from vorhand.native.skat import Result, judge

ALL_TRICKS = 121
"""The goal of a soloist who needs more than all card points: schwarz."""
NO_TRICK = 0
"""The goal in null."""

_TRICKS = 10
# each goal, with points and tricks of a game that just reaches it
_WAYS = ((61, 61, 5), (90, 90, 5), (ALL_TRICKS, 120, _TRICKS))


@dataclass(frozen=True, slots=True)
class Worth:
    """The calculation of the value of a finished game."""

    base: int  # base value of the contract; for null, the value of the game
    steps: tuple[str, ...]  # levels besides those for the matadors and for the game
    factor: int  # the multiplier of the base; 1 in null
    value: int  # value of the game that was played
    counts: int  # the value that counts: more than `value` if the soloist has overbid
    multiplier: int  # 2 after Kontra, 4 after Re; it is not part of the values above
    bock: bool = False  # values count double, in a Bock round; not part of the values above


@dataclass(frozen=True, slots=True)
class Short:
    """A game that is worth less than its bid if the soloist wins with the fewest points."""

    worth: int  # value of the game with the fewest points that win it
    goal: int | None  # the soloist's goal, see `least_goal`


def worth_of(result: Result) -> Worth:
    """Return the calculation of the value of a judged game, which must not be passed in."""
    multiplier, bock = result.multiplier, result.bock
    counts = abs(result.value) // multiplier // (1 if result.won else 2) // (2 if bock else 1)
    if result.contract == NULL:
        return Worth(counts, (), 1, counts, counts, multiplier, bock)
    all_steps = {
        "hand": result.hand,
        "schneider": result.schneider or result.level >= SCHNEIDER,
        "schneider announced": result.level >= SCHNEIDER,
        "schwarz": result.schwarz or result.level >= SCHWARZ,
        "schwarz announced": result.level >= SCHWARZ,
        "ouvert": result.level == OUVERT,
        "spitze": result.spitze,
    }
    steps = tuple(name for name, there in all_steps.items() if there)
    factor = abs(result.matadors) + 1 + len(steps)
    base = _plain(result.contract, 1, 0)(61, 5).value // 2
    return Worth(base, steps, factor, base * factor, counts, multiplier, bock)


def short_of_bid(contract: int, matadors: int, bid: int) -> Short | None:
    """Return the worth and the goal of a game after picking up the skat; None if it is not short.

    Matadors are those of the soloist's twelve cards. A game is short if it is worth less than the
    bid when it is barely won. A null that may be declared is always worth its bid.
    """
    if contract == NULL or _plain(contract, matadors, bid)(61, 5).won:
        return None
    worth = _plain(contract, matadors, 0)(61, 5).value
    return Short(worth, least_goal(_plain(contract, matadors, bid)))


def least_goal(judged: Callable[[int, int], Result]) -> int | None:
    """Return the soloist's goal to win a game in trumps.

    Args:
        judged: function that judges the game with given card points (skat included) and tricks.

    Returns:
        Card points, skat included (61, or 90 if schneider is announced or the bid requires it),
        `ALL_TRICKS`, or None if the soloist has overbid so much that no result wins.
    """
    return next((least for least, *made in _WAYS if judged(*made).won), None)


def _plain(contract: int, matadors: int, bid: int) -> Callable[[int, int], Result]:
    """Return a function that judges a plain game after picking up the skat."""

    def judged(points: int, tricks: int) -> Result:
        return judge(
            soloist=0,
            contract=contract,
            level=PLAIN,
            hand=False,
            matadors=matadors,
            bid=bid,
            points=points,
            tricks=tricks,
        )

    return judged
