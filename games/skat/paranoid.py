"""Sure results of a soloist: one strategy reaches them in every possible world.

Furtak's thesis (2013), chapter 6. The search examines the thresholds of a game: the win, schneider
and schwarz; in null no trick. Only a soloist can be sure of a result: for a defender the search
would treat the partner as an opponent.
"""

from typing import NamedTuple

from vorhand.games.skat.cards import ALL_CARDS, card_list
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.solve import OpenPosition
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_solver
from vorhand.native.errors import InputError
from vorhand.native.skat import Phase, card_points, legal_cards, matadors, outlook, trump_mask

WON, SCHNEIDER = 61, 90
"""Card points that win a game, and that make the defenders schneider."""

_NODES = 5_000
_EVERY_TRICK = 120
_REACHED = ((1, 0, 0), (1, 1, 0), (1, 1, 1))  # won, schneider, schwarz
_NOT_LEGAL = -2


class Question(NamedTuple):
    """A soloist's position in the terms of `vorhand.native.skat_solver.unlosable`."""

    contract: int  # 0..3 suits, 4 grand, 5 null
    own: int  # the soloist's hand
    unseen: int  # the cards of the defenders, and of a skat that the soloist does not know
    may: tuple[int, int]  # cards that the first and second defender after the soloist may hold
    holds: tuple[int, int]  # the numbers of cards that these defenders hold
    leader: int  # leader of the trick, counted from the soloist
    trick: tuple[int, ...]  # cards on the table
    goal: str  # points, every_trick or no_trick
    need: int  # further card points needed


def question(view: SkatView) -> Question:
    """Return the question whether the soloist, whose view it is, wins the game as declared and bid.

    If the bid requires schneider or schwarz, given the fewest matadors that the skat allows, the
    question asks for that level. If no result would win, the question asks for 61 points.

    Raises:
        ValueError: it is not the soloist's view, or cards are not being played.
    """
    _check(view)
    return _asking(view, _least_points(view) or WON)


def _check(view: SkatView) -> None:
    if view.phase != Phase.PLAY or view.player != view.soloist:
        raise InputError(f"view of seat {view.player}: expected the soloist's in the card play")


def _asking(view: SkatView, points: int) -> Question:
    """Return the question whether the soloist reaches ``points`` in all; 120 means every trick."""
    goal = "every_trick" if points == _EVERY_TRICK else "points"
    seats = [(view.soloist + k) % 3 for k in (1, 2)]
    held = [view.known[seat] for seat in seats]
    first, second = (view.known[seat] | view.hidden & view.possible[seat] for seat in seats)
    one, other = (view.known[seat].bit_count() + view.hidden_count[seat] for seat in seats)
    return Question(
        view.contract,
        view.hand,
        view.hidden | held[0] | held[1],
        (first, second),
        (one, other),
        (view.leader - view.soloist) % 3,
        view.trick,
        "no_trick" if view.contract == NULL else goal,
        points - view.soloist_points - card_points(view.known[3]),
    )


def _least_points(view: SkatView) -> int | None:
    """Return the card points that win (120: every trick; in null 61); None if no result wins.

    The game is valued with the fewest matadors possible.
    """
    if view.contract == NULL:
        return WON
    top = _least_matadors(view)
    for points, reached in zip((WON, SCHNEIDER, _EVERY_TRICK), _REACHED, strict=True):
        how = (view.contract, view.level, view.hand_game, top, reached, view.bid)
        if outlook(*how)[0] == 1:
            return points
    return None


def _least_matadors(view: SkatView) -> int:
    """Return the given matadors, or else the fewest that cards unknown to the soloist allow."""
    if view.given_matadors:
        return view.given_matadors
    left, right = (view.possible[(view.soloist + k) % 3] for k in (1, 2))
    in_skat = view.hidden & ~left & ~right
    more = view.hidden_count[3] > in_skat.bit_count()
    unseen = view.hidden & view.possible[3] & ~in_skat if more else 0
    twelve = view.hand | view.played[view.soloist] | view.known[3] | in_skat
    ways = (0, *(1 << jack for jack in card_list(unseen & trump_mask(GRAND))))
    return min((matadors(view.contract, twelve | card) for card in ways), key=abs)


def is_lost(view: SkatView) -> bool:
    """Return whether the soloist has already lost the game.

    A null is lost once the soloist has a trick, and a game that needs every trick once a defender
    has one. A trump game also counts as lost if no result is worth the bid with the fewest matadors
    that the unseen cards allow.
    """
    _check(view)
    return _lost(view, _least_points(view))


def _lost(view: SkatView, points: int | None) -> bool:
    """Return whether the game is lost, given the card points that win it."""
    if view.contract == NULL:
        return view.soloist_tricks > 0
    return points is None or (points == _EVERY_TRICK and view.defender_tricks > 0)


def sure_moves(view: SkatView, *, nodes: int = _NODES) -> dict[int, bool | None]:
    """Return for each card whether the soloist wins in every world after that card; None: unknown.

    ``nodes`` is the node limit of the search for each card; 0: no limit.

    Raises:
        ValueError: see `question`; or the soloist is not to move.
    """
    _check(view)
    points = _least_points(view)
    if points is None or _lost(view, points):
        return dict.fromkeys(view.legal_actions, False)
    found = skat_solver.unlosable_moves(*_asking(view, points), nodes)
    verdicts = {1: True, 0: False}
    legal = (card for card in view.legal_actions if found[card] != _NOT_LEGAL)
    return {card: verdicts.get(found[card]) for card in legal}


def sure_of(position: OpenPosition) -> str | None:
    """Return the soloist's best sure result against hidden hands: schwarz, schneider, won or None.

    The skat counts as known to the soloist. Earlier tricks are unknown, so only a player who does
    not follow suit in the current trick is known to be void. The search for each of the three
    results is limited to `_NODES` nodes.
    """
    seats = [(position.soloist + k) % 3 for k in (1, 2)]
    unseen = position.hands[seats[0]] | position.hands[seats[1]]
    may = [unseen, unseen]
    following = legal_cards(
        position.contract, ALL_CARDS, position.trick[0] if position.trick else -1
    )
    for k, card in enumerate(position.trick):
        seat = (position.leader + k) % 3
        if seat != position.soloist and not following >> card & 1:
            may[seats.index(seat)] &= ~following
    holds = tuple(position.hands[seat].bit_count() for seat in seats)
    place = (position.contract, position.hands[position.soloist], unseen, may, holds)
    now = (*place, (position.leader - position.soloist) % 3, list(position.trick))

    def sure(goal: str, points: int = 0) -> bool:
        return skat_solver.unlosable(*now, goal, points, _NODES)[0] == 1

    if position.contract == NULL:
        return "won" if sure("no_trick") else None
    got = position.taken + card_points(position.skat)
    if not sure("points", WON - got):
        return None
    if not sure("points", SCHNEIDER - got):
        return "won"
    whole = sum(hand.bit_count() for hand in position.hands) + len(position.trick) == 30
    return "schwarz" if whole and sure("every_trick") else "schneider"
