"""Review of one played deal: cards graded by the information available at the time.

The grade of a card comes from the hint that an agent gives from what the card's player knew. Beside
it stands the loss of the card with open hands.
"""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice, Grade, Verdict
from vorhand.evaluation.post_mortem.skat.pipma import (
    JudgedPlay,
    goal_of,
    judge_plays,
    legal_cards,
    winning_cards,
)
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal, card_points


@dataclass(frozen=True)
class CardWorth:
    """The result of a card if everybody plays perfectly after it."""

    wins: bool  # True if the soloist wins the game
    points: int  # the soloist's card points at the end, skat included; 0 in null
    lost_in: int = 0  # null: the trick, from 1, that the soloist is forced to win; 0 for none

    def rank(self) -> tuple[bool, int, int]:
        """Return a sort key, greater if better for the soloist; a null lost later is better."""
        return self.wins, self.points, self.lost_in


@dataclass(frozen=True)
class ReviewedPlay:
    """A card played, and the results of all legal cards."""

    judged: JudgedPlay  # the seat, the card, and its effect on the winner
    worths: dict[int, CardWorth]  # worths of all legal cards
    best: tuple[int, ...]  # with open hands, the best cards for the player's side
    advice: Choice | None = None  # the hint; None if no agent was asked or there was no choice

    @property
    def verdict(self) -> Verdict | None:
        """The hint's verdict on the card played; None: not graded."""
        return None if self.advice is None else self.advice.verdict_of(self.judged.card)

    @property
    def grade(self) -> Grade:
        """The grade, by what the card's player knew; empty without a mistake, or if not graded."""
        return "" if self.verdict is None else self.verdict.grade

    @property
    def open_loss(self) -> int:
        """Card points that the card lost with open hands; 0 in null."""
        return abs(self.worths[self.best[0]].points - self.worths[self.judged.card].points)


@dataclass(frozen=True)
class SecondLine:
    """The line with which the losing side could have won; if there is none, best play."""

    soloist: bool  # True if the soloist's side lost
    possible: bool  # True if the side could have won against best play
    start: int  # number of cards played before the line begins
    before: Deal  # the deal before the line begins
    cards: tuple[int, ...]  # the line, best play of all to the end
    points: int  # the soloist's card points at its end
    wins: bool  # True if the soloist wins by the line


@dataclass(frozen=True)
class Review:
    """A whole deal reviewed card by card."""

    played: PlayedDeal
    goal: int | None  # see `vorhand.evaluation.post_mortem.skat.pipma.goal_of`
    plays: tuple[ReviewedPlay, ...]
    second: SecondLine  # the line that could have been played


def review(
    played: PlayedDeal,
    agent: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Review:
    """Review a deal that has card play; an agent gives hints and grades.

    Raises:
        AgentError, SpecError: there is no such agent, it gives no reasons, or it sees all cards.
    """
    goal = None
    plays: list[ReviewedPlay] = []
    given = hints(played, agent, seed) if agent else (None for _ in played.plays())
    for judged, (deal, _), advice in zip(judge_plays(played), played.plays(), given, strict=True):
        if not plays:
            goal = goal_of(deal)
        worths = card_worths(deal, goal)
        plays.append(ReviewedPlay(judged, worths, best_cards(deal, worths), advice))
        progress(len(plays))
    return Review(played, goal, tuple(plays), _second_line(played, goal, plays))


def hints(
    played: PlayedDeal, agent: str, seed: int = 0, places: Container[int] | None = None
) -> Iterator[Choice | None]:
    """Yield the hint that the player had at each card, or at some places; None without a choice.

    Hints at a table have the seed 0.

    Raises:
        AgentError, SpecError: there is no such agent, it gives no reasons, or it sees all cards.
    """
    game = SkatGame()
    advisers = [adviser(agent, game, seat, seed) for seat in range(3)]
    for number, (deal, _) in enumerate(played.plays()):
        if places is not None and number not in places:
            continue
        seat = deal.player
        yield advisers[seat](observe(deal, seat)) if len(legal_cards(deal)) > 1 else None


def card_worths(deal: Deal, goal: int | None) -> dict[int, CardWorth]:
    """Return the result of each legal card with all hands open."""
    solution = solve_position(OpenPosition.from_deal(deal))
    wins = winning_cards(deal, goal)
    if deal.contract == NULL:
        now = deal.tricks_played
        times = solution.time_to_live
        return {c: CardWorth(wins[c], 0, now + times[c] if times[c] else 0) for c in wins}
    known = deal.soloist_points + card_points(deal.skat)
    return {card: CardWorth(wins[card], known + solution.moves[card]) for card in wins}


def best_cards(deal: Deal, worths: dict[int, CardWorth]) -> tuple[int, ...]:
    """Return the cards that are best for the side to play."""
    pick = max if deal.player == deal.soloist else min
    best = pick(worth.rank() for worth in worths.values())
    return tuple(card for card, worth in worths.items() if worth.rank() == best)


def best_line(deal: Deal, goal: int | None) -> tuple[tuple[int, ...], Deal]:
    """Return the principal variation to the end of the deal, and the final position."""
    deal = deal.copy()
    cards = []
    while not deal.is_over:
        card = best_cards(deal, card_worths(deal, goal))[0]
        deal.apply(card)
        cards.append(card)
    return tuple(cards), deal


def _second_line(played: PlayedDeal, goal: int | None, plays: list[ReviewedPlay]) -> SecondLine:
    last = plays[-1].judged
    open_hand = last.was_won ^ last.error  # True if the soloist wins from where play stopped
    soloist_won = open_hand if played.won is None else played.won
    turns = [k for k, play in enumerate(plays) if play.judged.error]
    lost = [k for k in turns if plays[k].judged.was_won != soloist_won]
    if open_hand != soloist_won:
        start, possible = len(plays), True
    else:
        start, possible = (lost[-1], True) if lost else (0, False)
    before = _after(played, start)
    cards, end = best_line(before, goal)
    points = end.soloist_points + card_points(end.skat)
    return SecondLine(not soloist_won, possible, start, before, cards, points, end.result().won)


def _after(played: PlayedDeal, cards: int) -> Deal:
    """Return the deal after this many cards."""
    return next(
        (deal for number, (deal, _) in enumerate(played.plays()) if number == cards), played.deal
    )


@dataclass(frozen=True)
class Trick:
    """The cards of one trick; the last trick of a line may be incomplete."""

    number: int  # number of the trick, from 1
    plays: tuple[tuple[int, int], ...]  # seat and card, in order
    winner: int  # seat, or -1 if it was not finished
    soloist_points: int  # the soloist's card points after it, skat included


def tricks_of(deal: Deal, cards: tuple[int, ...]) -> Iterator[Trick]:
    """Yield the tricks in which these cards are played, with the cards already on the table."""
    deal = deal.copy()
    plays = [((deal.leader + k) % 3, card) for k, card in enumerate(deal.trick)]
    for k, card in enumerate(cards):
        number = deal.tricks_played + 1
        plays.append((deal.player, card))
        deal.apply(card)
        finished = deal.tricks_played == number
        if finished or k == len(cards) - 1:
            points = deal.soloist_points + card_points(deal.skat)
            yield Trick(number, tuple(plays), deal.leader if finished else -1, points)
            plays = []
