"""Skat card play and hidden cards as a slow, obvious, independent reference.

Nothing here calls or imitates the compiled rules. Cards are names like ``CJ``, the order of cards
is a written list, worlds are found by trying everything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

SUITS = "DHSC"
CONTRACTS = ("D", "H", "S", "C", "G", "N")
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
PACK = [suit + rank for suit in SUITS for rank in "789QKTAJ"]  # in the order of card numbers

Hand = frozenset[str]


def mask(cards: Sequence[str] | Hand) -> int:
    return sum(1 << PACK.index(card) for card in cards)


def names(cards: int) -> Hand:
    return frozenset(card for number, card in enumerate(PACK) if cards >> number & 1)


def trumps(contract: str) -> list[str]:
    """Return the trumps from the best down."""
    if contract == "N":
        return []
    jacks = ["CJ", "SJ", "HJ", "DJ"]
    return jacks if contract == "G" else jacks + [contract + rank for rank in "ATKQ987"]


def plain_suit(contract: str, suit: str) -> list[str]:
    """Return the cards of a suit other than trumps, from the best down."""
    order = "AKQJT987" if contract == "N" else "ATKQ987J"
    return [suit + rank for rank in order if suit + rank not in trumps(contract)]


@cache
def group(contract: str, card: str) -> list[str]:
    """Return all cards that follow when this one is led, from the best down."""
    return trumps(contract) if card in trumps(contract) else plain_suit(contract, card[0])


def legal(contract: str, hand: Hand, trick: Sequence[str]) -> Hand:
    """Return the cards of the hand that may be played to the trick."""
    if not trick:
        return hand
    following = frozenset(card for card in hand if card in group(contract, trick[0]))
    return following or hand


def winner(contract: str, trick: Sequence[str]) -> int:
    """Return the position of the card that takes the trick."""
    order = trumps(contract) + group(contract, trick[0])
    return min((order.index(card), i) for i, card in enumerate(trick) if card in order)[1]


def points(cards: Sequence[str]) -> int:
    return sum(POINTS[card[1]] for card in cards)


@dataclass(frozen=True)
class Game:
    """Open cards, a contract, and who leads to the next trick."""

    contract: str
    soloist: int
    leader: int
    hands: tuple[Hand, Hand, Hand]
    trick: tuple[str, ...] = ()
    ends_with_defenders_trick: bool = False


def sequences(game: Game) -> Iterator[int]:
    """Yield the soloist's points in the remaining tricks, once for every way to play to the end."""
    if len(game.trick) == 3:
        taker = (game.leader + winner(game.contract, game.trick)) % 3
        won = taker == game.soloist
        gain = points(game.trick) if won else 0
        over = (won and game.contract == "N") or (not won and game.ends_with_defenders_trick)
        if over or not any(game.hands):
            yield gain
            return
        after = Game(
            game.contract, game.soloist, taker, game.hands, (), game.ends_with_defenders_trick
        )
        yield from (gain + later for later in sequences(after))
        return
    player = (game.leader + len(game.trick)) % 3
    for card in sorted(legal(game.contract, game.hands[player], game.trick)):
        hands = list(game.hands)
        hands[player] = hands[player] - {card}
        after = Game(
            game.contract, game.soloist, game.leader, (hands[0], hands[1], hands[2]),
            (*game.trick, card), game.ends_with_defenders_trick,
        )  # fmt: skip
        yield from sequences(after)


def splits(cards: Hand, sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Yield all ways to distribute the cards over places of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(sorted(cards), sizes[0]):
        first = frozenset(chosen)
        for others in splits(cards - first, sizes[1:]):
            yield (first, *others)


def play_was_legal(contract: str, held: Sequence[Hand], plays: Sequence[tuple[int, str]]) -> bool:
    """Return whether the seats, who hold these cards after the plays, could have played so."""
    hands = [set(hand) for hand in held]
    for seat, card in plays:
        hands[seat].add(card)
    trick: list[str] = []
    for seat, card in plays:
        if card not in legal(contract, frozenset(hands[seat]), trick):
            return False
        hands[seat].remove(card)
        trick = [*trick, card] if len(trick) < 2 else []
    return True
