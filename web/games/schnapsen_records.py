"""Pasted records and positions of Schnapsen, and reviews that grade each move.

A grade judges a move by what its player knew.
"""

from msgspec.structs import asdict

from vorhand.agents.montecarlo.advisers import usual_adviser
from vorhand.evaluation.post_mortem.schnapsen import review as reviews
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.positions import hidden_fields, is_position, read_position
from vorhand.games.texts import BLANKS
from vorhand.web.answers import GradedMove, Grades, ReadLine, judged
from vorhand.web.boards import game_of
from vorhand.web.games.schnapsen_answers import MatchReview, ReviewedDeal, ReviewedMove
from vorhand.web.messages import PastedAnswer, PastedMoves, PastedText, question

WHOLE = reviews.GAME
MATCH_POINTS = 7
ADVISER = str(usual_adviser(WHOLE))
"""The agent of the hints at the page's tables; reviews use it with the same seed."""


@question(PastedText)
def read(asked: PastedText) -> ReadLine:
    """Read ``text``: a record, a line of a log, or a position; see `read_position`."""
    text = asked.text
    if is_position(text):
        rules = game_named(WHOLE).rules
        deal = read_position(rules, text)
        position = ReadLine(game=WHOLE, actions=[], start=text.strip(BLANKS))
        # show it as the player to move sees it, if their hand is given
        if hidden := hidden_fields(text):
            unknown = f"hand{deal.to_move}" in hidden
            position.seat = 1 - deal.to_move if unknown else deal.to_move
        return position
    played = reviews.read_played(text)
    actions, players = list(played.actions), list(played.players)
    return ReadLine(game=played.game, actions=actions, players=players, start="")


def game_named(text: str) -> SchnapsenGame:
    """Return the game of a game string; errors are those of `game_of`."""
    game: SchnapsenGame = game_of(text, WHOLE)
    return game


@question(PastedText)
def review(asked: PastedText) -> MatchReview:
    """Return the deals of a match move by move.

    ``text``: a line of a log or a record. ``brief``: leave out the grades, which judge each
    move by what its player knew (see `grades`).
    """
    played = reviews.read_played(asked.text)
    game = game_named(played.game)
    deals = reviews.review(game, played.actions, None if asked.brief else ADVISER)
    return MatchReview(
        game=played.game,
        actions=list(played.actions),
        players=list(played.players),
        deals=[_deal(deal) for deal in deals],
    )


@question(PastedMoves)
def grades(asked: PastedMoves) -> Grades:
    """Return the grades of a range of moves, so that the page can show grades incrementally.

    ``text``: as for `review`. ``first`` and ``count``: the range of moves; the match's first is 0.
    """
    played, places = reviews.read_played(asked.text), range(asked.first, asked.first + asked.count)
    game = game_named(played.game)
    moves = list(reviews.moves_of(game, played.actions))[places.start : places.stop]
    found = zip(moves, reviews.hints(game, played.actions, ADVISER, places=places), strict=True)
    return Grades(
        grades=[GradedMove.of(advice, action, others=seat == 1) for (seat, action), advice in found]
    )


@question(PastedAnswer)
def judge(asked: PastedAnswer) -> GradedMove:
    """Return the grade of another move in place of one that was made."""
    played = reviews.read_played(asked.text)
    game = game_named(played.game)
    advice = next(reviews.hints(game, played.actions, ADVISER, places=(asked.at,)), None)
    seats = [seat for seat, _ in reviews.moves_of(game, played.actions)]
    return judged(advice, asked.actions, others=asked.at < len(seats) and seats[asked.at] == 1)


def _deal(deal: reviews.ReviewedDeal) -> ReviewedDeal:
    return ReviewedDeal(
        score=list(deal.score),
        winner=deal.winner,
        game_points=deal.game_points,
        moves=[_move(move) for move in deal.moves],
        cost=[deal.cost(seat) for seat in range(2)],
        turned=[deal.turned(seat) for seat in range(2)],
    )


def _move(move: reviews.ReviewedMove) -> ReviewedMove:
    return ReviewedMove(
        at=move.at,
        seat=move.seat,
        name=move.name,
        value=move.value,
        best=list(move.best),
        best_value=move.best_value,
        choice=len(move.values) > 1,
        cost=move.cost,
        turned=move.turned,
        **asdict(GradedMove.of(move.advice, move.action, others=move.seat == 1)),
    )
