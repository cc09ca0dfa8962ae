"""The types of the page's answers about Schnapsen."""

from vorhand.web.answers import Answer, GradedMove, LegalMove, MadeMove


class MoveWorth(Answer):
    """The result of a move with open hands: game points for the player to move."""

    points: int
    wins: bool


class SchnapsenPosition(Answer):
    """A position with open cards; in brief, or after the deal, `legal`, `values`, `best` are empty.

    `talon`: in the order of drawing. `up`, `led`: empty if there is no such card. `closer`,
    `to_act`, `winner`: -1 for nobody.
    """

    moves: list[MadeMove]
    hands: list[list[str]]
    talon: list[str]
    up: str
    trump: str
    led: str
    leader: int
    closer: int
    points: list[int]
    pending: list[int]
    to_act: int
    phase: str
    winner: int
    game_points: int
    legal: list[LegalMove]
    values: dict[str, MoveWorth]
    best: list[str]


class ReviewedMove(GradedMove):
    """A move, its open-hand result for player 0, and the game points that it loses.

    `choice`: there were other moves; `turned`: the move gave away a won deal.
    """

    at: int
    seat: int
    name: str
    value: int
    best: list[str]
    best_value: int
    choice: bool
    cost: int
    turned: bool


class ReviewedDeal(Answer):
    """A deal, with the cost of each player's moves; `winner` is null if it was not finished."""

    score: list[int]
    winner: int | None
    game_points: int
    moves: list[ReviewedMove]
    cost: list[int]
    turned: list[int]


class MatchReview(Answer):
    """The deals of a match move by move."""

    game: str
    actions: list[int]
    players: list[str]
    deals: list[ReviewedDeal]
