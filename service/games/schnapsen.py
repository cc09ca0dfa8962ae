"""The wire format of Schnapsen: messages of views, and judgements by the solver."""

import functools
from collections.abc import Sequence

import pyspiel
from google.protobuf.message import Message

from vorhand.games.card_sets import SUITS
from vorhand.games.schnapsen.game import NUM_ACTIONS, SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.rebuilding import Account, state_of
from vorhand.games.schnapsen.rules import RulesError
from vorhand.games.schnapsen.solve import open_values
from vorhand.games.schnapsen.structs import EXCHANGE, MARRIAGE
from vorhand.games.schnapsen.view import SchnapsenView, SeenDeal
from vorhand.native.schnapsen import Rules, Solver, kinder_rules
from vorhand.service.games.plain import PlainWire
from vorhand.service.games.wire import GAME_POINTS, Judgement, Observer
from vorhand.v1 import observation_pb2 as pb

_TURNS = pb.SchnapsenTurn.ValueType


@functools.cache
def actions(kinder: bool) -> list[pb.Action]:
    """Return the messages of all actions."""
    return [pb.Action(id=action, name=_name(kinder, action)) for action in range(NUM_ACTIONS)]


@functools.cache
def move_message(kinder: bool, seat: int, action: int) -> pb.Move:
    """Return the message of a move; it is cached, so callers must not change it."""
    return pb.Move(seat=seat, action=action, name=_name(kinder, action))


def write(state: SchnapsenState, player: int, message: pb.SchnapsenView) -> None:
    """Fill in a message with everything a player may know."""
    view = state.view(player)
    game: SchnapsenGame = state.get_game()
    message.score.extend(view.score)
    message.match_points = view.match_points
    message.is_match = view.is_match
    for number, seen in enumerate(view.past):
        _write_deal(view, seen, game.kinder, (game.leader + number) % 2, message.past.add())
    leader = (game.leader + len(view.past)) % 2
    _write_deal(view, view.seen, game.kinder, leader, message.deal)


def read(message: pb.SchnapsenView, player: int, game: SchnapsenGame) -> SchnapsenState:
    """Return a state in which the player has the knowledge of the message.

    Raises:
      RulesError: the message describes an impossible deal.
    """
    rules = game.rules
    for deal in (*message.past, message.deal):
        _check_moves(deal)
    accounts = [_account(rules, player, deal) for deal in (*message.past, message.deal)]
    return state_of(game, player, accounts)


def check(observation: pb.Observation, state: SchnapsenState) -> None:
    """Raise RulesError if an observation's view or legal actions do not follow from a state."""
    found = pb.SchnapsenView()
    write(state, observation.seat, found)
    wrong = _differing(observation.schnapsen, found)
    legal = [action.id for action in observation.legal_actions]
    acts = state.current_player() == observation.seat
    if legal and legal != (state.legal_actions() if acts else []):
        wrong.append("legal_actions")
    if wrong:
        raise RulesError(f"Schnapsen view: {', '.join(wrong)}: does not go with the rest")


def _differing(sent: Message, found: Message) -> list[str]:
    """Return the names of the sent fields that differ from the derived ones."""
    wrong: list[str] = []
    for field, value in sent.ListFields():
        other = getattr(found, field.name)
        if field.name == "deal":
            wrong += _differing(value, other)
        elif field.name == "moves":  # the names of moves may be missing
            same = [(m.seat, m.action) for m in value] == [(m.seat, m.action) for m in other]
            wrong += [] if same else [field.name]
        elif field.name == "past":
            pairs = zip(value, other, strict=False)
            same = len(value) == len(other) and not any(_differing(*pair) for pair in pairs)
            wrong += [] if same else [field.name]
        elif value != other:
            wrong.append(field.name)
    return wrong


def _write_deal(
    view: SchnapsenView, seen: SeenDeal, kinder: bool, first_leader: int, message: pb.SchnapsenDeal
) -> None:
    deal, player, rules = seen.deal, view.player, view.rules
    names = functools.partial(_names, kinder)
    message.first_leader = first_leader
    message.dealt.extend([rules.card_name(card) for card in seen.dealt])
    message.draws.extend([rules.card_name(card) for card in seen.draws])
    if deal.dealing:
        return
    message.turned_up = rules.card_name(seen.up)
    message.moves.extend(
        move_message(kinder, seat, action)
        for seat, action in zip(seen.movers, seen.actions, strict=True)
    )
    message.hand.extend(names(deal.hand(player)))
    message.opponent_shown.extend(names(deal.hand(1 - player)))
    message.opponent_lacks.extend(names(deal.excluded(1 - player)))
    message.talon_left = len(deal.talon)
    message.trump = SUITS[deal.trump]
    if deal.up >= 0:
        message.up = rules.card_name(deal.up)
    message.leader = deal.leader
    if deal.led >= 0:
        message.led = rules.card_name(deal.led)
    if deal.closer >= 0:
        message.closer = deal.closer
    for seat in range(2):
        message.points.append(deal.points(seat))
        message.pending.append(deal.pending(seat))
        message.tricks.append(deal.tricks(seat))
        message.played.add(cards=names(deal.played(seat)))
    message.turn = _TURNS(deal.turn)
    if deal.terminal:
        message.winner = deal.winner
        message.game_points = deal.game_points
    else:
        message.to_act = deal.to_move


def _check_moves(deal: pb.SchnapsenDeal) -> None:
    """Raise RulesError if a move does not exist, or there are too many drawn cards."""
    for number, move in enumerate(deal.moves):
        where = f"Schnapsen view: moves: {number}"
        if move.seat not in (0, 1):
            raise RulesError(f"{where}: seat {move.seat}: expected 0 or 1")
        if not (move.HasField("action") and 0 <= move.action < NUM_ACTIONS):
            action = move.action if move.HasField("action") else "is not stated"
            raise RulesError(f"{where}: action {action}: expected 0 to {NUM_ACTIONS - 1}")
    tricks = sum(move.action < EXCHANGE for move in deal.moves) // 2
    if len(deal.draws) > tricks:
        text = f"{len(deal.draws)} cards, expected at most one a trick: {tricks}"
        raise RulesError(f"Schnapsen view: draws: {text}")


def _account(rules: Rules, player: int, deal: pb.SchnapsenDeal) -> Account:
    def card(name: str) -> int:
        number = rules.parse_card(name)
        if number < 0:
            raise RulesError(f"card {name!r}: not a card of the pack")
        return number

    return Account(
        dealt=tuple(map(card, deal.dealt)),
        up=card(deal.turned_up) if deal.turned_up else -1,
        moves=tuple((move.seat, move.action) for move in deal.moves),
        draws=tuple(map(card, deal.draws)),
        leads_next=deal.to_act if deal.HasField("to_act") else -1,
        lacks=sum(1 << card(name) for name in deal.opponent_lacks),
    )


@functools.cache
def _rules(kinder: bool) -> Rules:
    return kinder_rules() if kinder else Rules()


def _name(kinder: bool, action: int) -> str:
    if action >= MARRIAGE:
        return f"marriage {SUITS[action - MARRIAGE]}"
    if action >= EXCHANGE:
        return "exchange" if action == EXCHANGE else "close"
    return str(_rules(kinder).card_name(action))


@functools.cache
def _card_names(kinder: bool) -> list[tuple[int, str]]:
    """Return the bit and the name of every card."""
    rules = _rules(kinder)
    return [(1 << card, rules.card_name(card)) for card in rules.cards]


def _names(kinder: bool, cards: int) -> list[str]:
    return [name for bit, name in _card_names(kinder) if cards & bit]


class SchnapsenObserver:
    """The observer of Schnapsen; all moves are public."""

    def __init__(self, kinder: bool) -> None:
        self._kinder = kinder
        self._actions = actions(kinder)

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """Return the messages of actions."""
        del state, seat
        return [self._actions[action] for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """Return the message of a move."""
        del state, viewer
        return move_message(self._kinder, seat, action)

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Add the view."""
        write(state, seat, observation.schnapsen)

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """Return the trump turned up, which is dealt after both hands."""
        rules: Rules = state.get_game().rules
        return [rules.card_name(card) for card in dealt[2 * rules.hand_size :][:1]]


class SchnapsenWire(PlainWire):
    """The wire format of Schnapsen and Kinderschnapsen."""

    view = "schnapsen"
    stand_in = "rule"

    def observer(self, game: pyspiel.Game) -> Observer:
        """Return an observer that uses views."""
        return SchnapsenObserver(game.kinder)

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> SchnapsenView:
        """Return the view, derived from the moves."""
        view: SchnapsenView = self.state_of(observation, game).view(observation.seat)
        return view

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """Return a state derived from the moves; check all other fields against it."""
        state = read(observation.schnapsen, observation.seat, game)
        check(observation, state)
        return state

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """Score a resignation in game points: -3 without a trick, -2 below 33 card points, else -1.

        In a match the whole match is lost.
        """
        game, deal = state.get_game(), state.deal
        if state.view(player).is_match:
            return super().given_up(state, player)
        points = 3 if deal.tricks(player) == 0 else 2 if deal.points(player) < 33 else 1
        lost = max(-float(points), game.min_utility())
        return [lost if seat == player else -lost for seat in range(2)]

    def solved(self, state: pyspiel.State) -> Judgement:
        """Return the player's game points after each move, by the open-hand solver."""
        rules, deal = state.get_game().rules, state.deal
        found = open_values(Solver(rules), rules, deal)
        values = {action: float(value) for action, value in found.items()}
        return Judgement(max(values, key=lambda move: values[move]), values, GAME_POINTS)


SERVICE = SchnapsenWire()
