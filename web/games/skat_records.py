"""Pasted records and positions of Skat, and reviews that grade each move.

A grade judges a move by what its player knew.
"""

from dataclasses import replace

import msgspec
from msgspec.structs import asdict

from vorhand.agents.montecarlo.advisers import usual_adviser
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal, read_played_deal
from vorhand.evaluation.post_mortem.skat.pushes import pushes_of
from vorhand.evaluation.post_mortem.skat.ramsch import review_ramsch
from vorhand.evaluation.post_mortem.skat.review import ReviewedPlay, hints
from vorhand.evaluation.post_mortem.skat.review import review as reviewed
from vorhand.games.records import own_record
from vorhand.games.skat import score_list as lists
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.records import actions_of, parse_record
from vorhand.games.skat.start import Start
from vorhand.games.texts import field, first_line, json_object, single_line
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal
from vorhand.web.answers import GradedMove, ReadLine, judged
from vorhand.web.boards import BoardError, game_of
from vorhand.web.games.skat_answers import (
    ListSeries,
    ScoreList,
    SkatGrade,
    SkatGrades,
    SkatPlay,
    SkatReview,
)
from vorhand.web.games.skat_pushes import graded_push, judged_push
from vorhand.web.games.skat_ramsch import ramsch_review
from vorhand.web.messages import (
    FieldError,
    PastedAnswer,
    PastedDeals,
    PastedMoves,
    PastedText,
    question,
)

WHOLE = "python_skat"
ADVISER = str(usual_adviser(WHOLE))
"""The agent of the hints at the page's tables; reviews use it with the same seed."""


@question(PastedText)
def read(asked: PastedText) -> ReadLine:
    """Read ``text``: a record of the International Skat Server, a line of a log, or a position."""
    line = first_line(asked.text)
    if line.startswith(("(;", "{")):
        return _read_deal(asked.text)
    start = Start.parse(asked.text)
    start.deal()  # rejects impossible positions
    return ReadLine(game=f"{WHOLE}(start={start})", actions=[])


def played_deal(text: str) -> PlayedDeal:
    """Return the deal in a line of text; raise InputError for anything but one permitted deal."""
    record = own_record(single_line(text))
    if record.startswith("{"):
        game_of(_game(record), WHOLE)
    return read_played_deal(record)


def is_passed_in(deal: Deal) -> bool:
    """Return whether all three players passed, and no card was played."""
    return deal.is_over and deal.soloist < 0 and not deal.is_ramsch


def _read_deal(text: str) -> ReadLine:
    played, record = played_deal(text), own_record(single_line(text))
    if record.startswith("{"):
        game, actions = _game(record), list(played.deal.history)
    else:
        game, actions = WHOLE, actions_of(parse_record(record))
    return ReadLine(game=game, actions=list(actions), players=list(played.players))


def _game(line: str) -> str:
    """Return the game string in a line of a log."""
    return field(json_object(line), "game", str)


@question(PastedText)
def review(asked: PastedText) -> SkatReview:
    """Return a deal card by card.

    ``text``: a record or a line of a log. ``brief``: leave out the grades, which judge each
    move by what its player knew (see `grades`). Ramsch is always graded, because what its cards
    cost follows from the hints.
    """
    played = played_deal(asked.text)
    if is_passed_in(played.deal):
        return _passed_in(played)
    if played.deal.is_ramsch:
        return ramsch_review(review_ramsch(_with_cards(played), ADVISER))
    result = reviewed(_with_cards(played), None if asked.brief else ADVISER)
    deal = result.played.deal
    plays = [_play(play, defends=play.judged.seat != deal.soloist) for play in result.plays]
    return SkatReview(
        name=played.name,
        players=list(played.players),
        soloist=deal.soloist,
        contract=Declaration.of(deal).in_words(),
        bid=deal.bid,
        won=played.won,
        goal=result.goal,
        plays=plays,
        cost=[sum(p.cost for p in plays if p.seat == seat) for seat in range(3)],
        turned=[sum(p.turned for p in plays if p.seat == seat) for seat in range(3)],
        multiplier=deal.multiplier,
        bock=deal.bock,
    )


def _passed_in(played: PlayedDeal) -> SkatReview:
    return SkatReview(
        name=played.name,
        players=list(played.players),
        soloist=-1,
        contract="",
        bid=0,
        won=None,
        goal=None,
        plays=[],
        cost=[0, 0, 0],
        turned=[0, 0, 0],
        multiplier=1,
        bock=played.deal.bock,
    )


@question(PastedDeals)
def score_list(asked: PastedDeals) -> ScoreList:
    """Return the list of scores of deals, one on each line of ``text``.

    ``players``: the names for each line; empty: those in the records. Lines that are no deals are
    left out, and so are deals without a result.
    """
    lines = asked.text.split("\n")
    if asked.players and len(asked.players) != len(lines):
        raise FieldError(
            f"players: {len(asked.players)}; expected one for each of {len(lines)} lines"
        )
    finished, unfinished = [], 0
    for number, line in enumerate(lines):
        try:
            played = played_deal(line)
        except InputError:
            continue
        first, second, third, *out = asked.players[number] if asked.players else played.players
        deal = lists.ListedDeal.of((first, second, third), played.deal, played.result)
        deal = replace(deal, sits_out="".join(out))
        if deal.finished:
            finished.append(deal)
        else:
            unfinished += 1
    series = lists.score_list(finished) if finished else []
    return ScoreList(
        series=msgspec.convert(lists.as_data(series), list[ListSeries]),
        csv=lists.as_csv(series),
        unfinished=unfinished,
    )


@question(PastedMoves)
def grades(asked: PastedMoves) -> SkatGrades:
    """Return the grades of a range of moves, so that the page can show grades incrementally.

    ``text``: as for `review`. ``first`` and ``count``: the range of moves. The deal's first is 0:
    its first decision before Ramsch if the skat was pushed on, otherwise its first card.
    """
    played, places = _played(asked.text), range(asked.first, asked.first + asked.count)
    pushes = pushes_of(played)
    found = [graded_push(push, ADVISER) for push in pushes[places.start : places.stop]]
    cards = range(max(0, places.start - len(pushes)), max(0, places.stop - len(pushes)))
    soloist = played.deal.soloist
    plays = [(card, deal.player != soloist) for deal, card in played.plays()]
    hinted = zip(plays[cards.start : cards.stop], hints(played, ADVISER, places=cards), strict=True)
    found += [SkatGrade.of(advice, card, others=defends) for (card, defends), advice in hinted]
    return SkatGrades(grades=found)


@question(PastedAnswer)
def judge(asked: PastedAnswer) -> GradedMove:
    """Return the grade of another move in place of one that was made; numbers as in `grades`."""
    played = _played(asked.text)
    pushes = pushes_of(played)
    if asked.at < len(pushes):
        return judged_push(pushes[asked.at], asked.actions, ADVISER)
    at = asked.at - len(pushes)
    advice = next(hints(played, ADVISER, places=(at,)), None)
    seats = [deal.player for deal, _ in played.plays()]
    others = at < len(seats) and seats[at] != played.deal.soloist
    return judged(advice, asked.actions, others=others)


def _played(pasted: str) -> PlayedDeal:
    return _with_cards(played_deal(pasted))


def _with_cards(played: PlayedDeal) -> PlayedDeal:
    """Return the deal; raise BoardError if no card was played in it."""
    if next(played.plays(), None) is None:
        raise BoardError("no card was played in this deal; expected one with card play")
    return played


def _play(play: ReviewedPlay, *, defends: bool) -> SkatPlay:
    judged = play.judged
    worth, best = play.worths[judged.card], play.worths[play.best[0]]
    return SkatPlay(
        seat=judged.seat,
        card=card_name(judged.card),
        trick=judged.trick,
        points=worth.points,
        wins=worth.wins,
        lost_in=worth.lost_in,
        best=[card_name(card) for card in play.best],
        best_points=best.points,
        choice=len(play.worths) > 1,
        cost=play.open_loss,
        turned=judged.error,
        **asdict(GradedMove.of(play.advice, judged.card, others=defends)),
    )
