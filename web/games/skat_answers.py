"""The types of the page's answers about Skat."""

from msgspec import UNSET, UnsetType

from vorhand.games.skat.worth import Short, Worth
from vorhand.web.answers import (
    Answer,
    ContractHint,
    GradedMove,
    Hint,
    Knowledge,
    LegalMove,
    MadeMove,
)


class SkatResult(Answer):
    """The result of a deal and its value; `ended`: the move that broke it off."""

    won: bool
    points: int
    tricks: int
    matadors: int
    bid: int
    overbid: bool
    value: int
    missed: bool
    worth: Worth
    ended: MadeMove | None


class RamschResult(Answer):
    """The result of Ramsch by seat; the points of the skat count with the last trick.

    `values`: points won or lost. `maiden`: a player took no trick, so the loss counts double.
    `bock`: values count double, in a Bock round. `unseen`: the number of times that the skat was
    pushed on unseen, each of which doubles the loss; 0 if nobody loses.
    """

    values: list[int]
    points: list[int]
    tricks: list[int]
    maiden: bool
    bock: bool
    unseen: int


class SkatOutcome(Answer, kw_only=True):
    """A deal with all its cards and, if it is over, its result; `letter` names the contract.

    `held`: the hands at the beginning of the card play, or as they are before it. `skat`: the skat
    as it was discarded or pushed on; `dealt_skat`: as it was dealt.

    A deal of Ramsch has no soloist, the contract "ramsch", and `ramsch` in place of `result`.
    """

    held: list[list[str]]
    dealt_skat: list[str]
    skat: list[str]
    soloist: int
    bid: int
    moves: list[MadeMove]
    contract: str | UnsetType = UNSET
    letter: str | UnsetType = UNSET
    result: SkatResult | UnsetType = UNSET
    ramsch: RamschResult | UnsetType = UNSET


class OpenWorth(Answer):
    """The result of a card with open hands and best play by all.

    `points`: the soloist's points. `wins`: true if the soloist wins; null if that depends on
    unknown earlier tricks. `lost_in`: the trick that the soloist of a null is forced to win; 0 for
    none.
    """

    points: int
    wins: bool | None
    lost_in: int


class SkatPosition(SkatOutcome, kw_only=True):
    """A position with open cards.

    `values` and `best` are empty outside the card play of a soloist's game, and in brief answers.
    `taken` and `others` are null if the card points so far are not known; then the points of
    `values` are those of the remaining tricks and of the skat. `tricks` is null if the position
    does not contain its history. `by_seat`: in Ramsch the card points that each player has taken.
    """

    phase: str
    to_act: int
    hands: list[list[str]]
    leader: int
    trick: list[str]
    taken: int | None
    others: int | None
    tricks: int | None
    legal: list[LegalMove]
    values: dict[str, OpenWorth]
    best: list[str]
    by_seat: list[int] | UnsetType = UNSET


class SkatKnowledge(Knowledge):
    """One player's knowledge; `known`: the cards known to lie with each seat and in the skat."""

    known: list[list[str]]


class SkatAdvice(Answer):
    """An agent's advice on what one player knows; `letter` names the contract, or is empty."""

    hand: list[str]
    trick: list[str]
    letter: str
    advice: Hint


class Contracts(Answer):
    """The contracts for the given cards, the best first, and the bidder's move."""

    move: str
    contracts: list[ContractHint]


class ShortContracts(Answer):
    """Contracts that are worth less than the bid, keyed by their letters."""

    short: dict[str, Short]


class SkatPlay(GradedMove):
    """A card played, its result with open hands, and the card points that it loses with open hands.

    `choice`: other cards could have been played; `turned`: the card gave away a won game.
    """

    seat: int
    card: str
    trick: int
    points: int
    wins: bool
    lost_in: int
    best: list[str]
    best_points: int
    choice: bool
    cost: int
    turned: bool


class RamschPlay(GradedMove):
    """A card played in Ramsch, judged by what its player knew; null: unknown.

    `taken`: the card points that each seat has after the card. `score` and `best_score`: the
    player's estimated score less the mean of the others, with the card and with the hint. `cost`:
    the points that a mistake cost against the hint.
    """

    seat: int
    card: str
    trick: int
    taken: list[int]
    score: float | None
    best_score: float | None
    cost: float


class SkatReview(Answer):
    """A deal card by card, and by seat the points lost and the number of games turned.

    `goal`: the card points that the soloist needs (a number above 120: all tricks), 0 in null; null
    if no result wins. `won`: null if the deal was not finished. In Ramsch, and if all
    passed, both are null and `soloist` is -1; if all passed, `plays` is empty. In Ramsch
    `ramsch_plays` takes its place, and the cost follows from the hints. `multiplier`: 2
    with Kontra, 4 with Re. `bock`: values count double.
    """

    name: str
    players: list[str]
    soloist: int
    contract: str
    bid: int
    won: bool | None
    goal: int | None
    plays: list[SkatPlay]
    cost: list[float]
    turned: list[int]
    multiplier: int
    bock: bool
    ramsch: RamschResult | UnsetType = UNSET
    ramsch_plays: list[RamschPlay] | UnsetType = UNSET


class PushedPair(Answer):
    """A pair of cards to push on before Ramsch, by what its player knew.

    `lost`: the share of layouts in which the player loses. `score`: the mean of the player's score
    less that of the others, in points. `cost`: the points that the pair costs against the hint.
    """

    cards: list[str]
    lost: float
    score: float
    cost: float


class SkatGrade(GradedMove):
    """The grade of a card or of a decision before Ramsch; the latter has the player's `cards`.

    Where two cards are pushed on, `pairs` are those considered, the best first, and `advice` names
    both cards.
    """

    cards: list[str] | UnsetType = UNSET
    pairs: list[PushedPair] | UnsetType = UNSET


class SkatGrades(Answer):
    """The grades of the requested moves, in order."""

    grades: list[SkatGrade]


class PassedHand(Answer):
    """A hand of a deal in which all passed, assessed before its player passed.

    `chance` and `score`: the means, over the possible skats, for the best contract after each.
    `should_bid`: the hint was to bid. `contracts`: those after picking up the skat, the one
    best after most skats first.
    """

    seat: int
    cards: list[str]
    should_bid: bool
    chance: float
    score: float
    contracts: list[ContractHint]


class BidReview(Answer):
    """The hands of a deal in which all passed, and the skat as dealt."""

    players: list[str]
    skat: list[str]
    hands: list[PassedHand]


class ListLine(Answer):
    """A line of the list of scores; `player` is null if the deal was passed in or stopped.

    Ramsch has a line for each player who won or lost points. `bock`: values count double.
    `multiplier`: 2 with Kontra, 4 with Re.
    """

    number: int
    dealer: int
    player: int | None
    contract: str
    matadors: int
    bid: int
    value: int
    total: int
    won: int
    lost: int
    bock: bool
    multiplier: int


class ListStanding(Answer):
    """A player's settlement; `own`: points for own games, `others`: for games that others lost."""

    name: str
    points: int
    won: int
    lost: int
    own: int
    others: int
    total: int


class ListSeries(Answer):
    """A series of the list."""

    lines: list[ListLine]
    standings: list[ListStanding]


class ScoreList(Answer):
    """The list of scores as clubs keep it, in fields and as CSV."""

    series: list[ListSeries]
    csv: str
    unfinished: int  # deals without a result, which are left out
