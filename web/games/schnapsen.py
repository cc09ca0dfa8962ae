"""The page's support for Schnapsen."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.registry import make
from vorhand.games.card_sets import SUITS
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.solve import open_values
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Deal, Rules, Solver, Worlds
from vorhand.service.games.observations import cached_game
from vorhand.web.answers import Hint, Knowledge, LegalMove, MadeMove, TextOutcome
from vorhand.web.boards import (
    BoardError,
    allowed_agent,
    allowed_belief,
    state_after,
)
from vorhand.web.games.puzzles import puzzle_questions
from vorhand.web.games.schnapsen_answers import MoveWorth, SchnapsenPosition
from vorhand.web.games.schnapsen_puzzles import seen_at
from vorhand.web.games.schnapsen_records import (
    MATCH_POINTS,
    WHOLE,
    game_named,
    grades,
    judge,
    read,
    review,
)
from vorhand.web.messages import Line, PlayerLine, Question, question

_WORLDS = 500
_SEED = 0


@question(Line)
def position(asked: Line) -> SchnapsenPosition:
    """Return a position with open cards and, unless ``brief``, the value of each move."""
    rules, deal, moves = _deal(asked)
    found = SchnapsenPosition(
        moves=moves,
        hands=[_names(rules, deal.hand(player)) for player in range(2)],
        talon=_talon(rules, deal),
        up=rules.card_name(deal.up) if deal.up >= 0 else "",
        trump=SUITS[deal.trump],
        led=rules.card_name(deal.led) if deal.led >= 0 else "",
        leader=deal.leader,
        closer=deal.closer,
        points=[deal.points(player) for player in range(2)],
        pending=[deal.pending(player) for player in range(2)],
        to_act=-1 if deal.terminal else deal.to_move,
        phase="OVER" if deal.terminal else "PLAY",
        winner=deal.winner if deal.terminal else -1,
        game_points=deal.game_points if deal.terminal else 0,
        legal=[],
        values={},
        best=[],
    )
    if deal.terminal or asked.brief:
        return found
    for action, points in open_values(Solver(rules), rules, deal).items():
        name = deal.action_name(rules, action)
        found.legal.append(LegalMove(action=action, name=name))
        found.values[name] = MoveWorth(points=points, wins=points > 0)
    most = max(worth.points for worth in found.values.values())
    found.best = [name for name, worth in found.values.items() if worth.points == most]
    return found


@question(PlayerLine)
def knowledge(asked: PlayerLine) -> Knowledge:
    """Return one player's knowledge: chances of unseen cards by place, and an agent's advice."""
    rules, deal, _ = _deal(asked)
    seat = asked.seat
    if seat not in (0, 1):
        raise BoardError(f"seat {seat}: expected 0 or 1")
    game = game_named(WHOLE)
    view = SchnapsenView.of_deal(rules, deal, seat, (0, 0), MATCH_POINTS)
    spec = allowed_belief(asked.belief, game)
    worlds = make("belief", spec, game)(view, _WORLDS, _SEED)
    known = Worlds(view.rules, view.deal, view.player)
    chances: dict[str, list[float]] = {}
    for row, weight in zip(worlds.rows, worlds.weights, strict=True):
        world: Deal = known.world(int(row))
        places = (_names(rules, world.hand(1 - seat)), _talon(rules, world))
        for place, cards in enumerate(places):
            for card in cards:
                chances.setdefault(card, [0.0, 0.0])[place] += float(weight)
    advice = None
    if not deal.terminal and deal.to_move == seat:
        agent = allowed_agent(asked.agent, game)
        advice = Hint.of(adviser(agent, game, seat, _SEED)(view), agent)
    return Knowledge(
        seat=seat,
        belief=spec,
        possible=worlds.possible,
        chances={card: [round(x, 4) for x in both] for card, both in sorted(chances.items())},
        advice=advice,
    )


def _deal(asked: Line | PlayerLine) -> tuple[Rules, Deal, list[MadeMove]]:
    """Return the rules, the deal after the actions, and all moves of the players so far."""
    game = game_named(asked.game)
    if not asked.start:
        state = state_after(game, asked.actions)
        moves = [
            MadeMove(
                seat=deed.player,
                action=deed.action,
                name=state.action_to_string(deed.player, deed.action),
                at=at,
            )
            for at, deed in enumerate(state.full_history())
            if deed.player >= 0
        ]
        return game.rules, state.deal, moves
    deal = read_position(game.rules, asked.start)
    moves = []
    for at, action in enumerate(asked.actions):
        if action not in deal.legal_actions(game.rules):
            raise BoardError(f"action {at}, {action!r}: expected a legal one")
        name = deal.action_name(game.rules, action)
        moves.append(MadeMove(seat=deal.to_move, action=action, name=name, at=at))
        deal.apply(game.rules, action)
    return game.rules, deal, moves


def _talon(rules: Rules, deal: Deal) -> list[str]:
    """Return the cards face down, in the order of drawing."""
    return [rules.card_name(card) for card in deal.talon]


def _names(rules: Rules, cards: int) -> list[str]:
    return [rules.card_name(card) for card in range(32) if cards >> card & 1]


class SchnapsenBoard:
    """The questions about Schnapsen, see `vorhand.web.boards.Board`."""

    questions: ClassVar[Mapping[str, Question]] = {
        "read": read,
        "position": position,
        "knowledge": knowledge,
        "review": review,
        "grades": grades,
        "judge": judge,
        **puzzle_questions("schnapsen", seen_at, chances=False),
    }

    def outcome(self, game: str, actions: Sequence[int]) -> TextOutcome:
        """Return the last state as text."""
        return TextOutcome(text=str(state_after(cached_game(game), actions)))


WEB = SchnapsenBoard()
