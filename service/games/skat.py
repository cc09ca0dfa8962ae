"""The wire format of Skat: messages of views, judgements by the solver, and the record line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace

import pyspiel
from google.protobuf.message import Message

from vorhand.games.loading import GameError
from vorhand.games.skat.bock import deals_left
from vorhand.games.skat.cards import ALL_CARDS, CARD_NAMES, parse_card
from vorhand.games.skat.coherence import check_view
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.records import server_line, unheld_rule
from vorhand.games.skat.score_list import OTHERS_LOST
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.games.skat.view import HIDDEN, SPITZE, SkatView, split_offers
from vorhand.native.errors import InputError
from vorhand.native.skat import (
    FIRST_BID,
    KONTRA,
    NUM_ACTIONS,
    NUM_ACTIONS_WITH_CLAIMS,
    NUM_ACTIONS_WITH_PUSHES,
    Deal,
    Phase,
    Scoring,
    action_name,
    card_points,
    judge,
    judge_ramsch,
    scores,
)
from vorhand.service.games.plain import PlainWire
from vorhand.service.games.wire import CARD_POINTS, Judgement, JudgingError, Observer
from vorhand.v1 import observation_pb2 as pb

_NO_SCHNEIDER = 31  # card points with which a side is not schneider
_PHASES = sorted(phase.value + 1 for phase in Phase)  # the numbers of the phases in messages

ACTIONS = [
    pb.Action(id=action, name=action_name(action)) for action in range(NUM_ACTIONS_WITH_PUSHES)
]
"""Messages of all actions."""

_MOVES = [
    [
        pb.Move(seat=seat, action=action, name=action_name(action))
        for action in range(NUM_ACTIONS_WITH_PUSHES)
    ]
    for seat in range(3)
]
HIDDEN_MOVES = [pb.Move(seat=seat, name="lays away") for seat in range(3)]
"""The message of each seat's hidden discard, for everybody else."""
HIDDEN_PUSHES = [pb.Move(seat=seat, name="pushes") for seat in range(3)]
"""The message, for everybody else, of each seat's hidden push of a card before Ramsch."""

# Serialised messages. Concatenated serialised messages form one message with all their fields
# (protobuf merges them), and parsing that is faster than adding cards and moves one by one.
_SENT = [[pb.SkatView(moves=[move]).SerializeToString() for move in moves] for moves in _MOVES]
_SENT_HIDDEN = [
    [pb.SkatView(moves=[move]).SerializeToString() for move in moves]
    for moves in (HIDDEN_MOVES, HIDDEN_PUSHES)
]


class _Sent:
    """A serialised repeated field of card names, for any set of cards."""

    def __init__(self, write: Callable[[list[str]], Message]) -> None:
        self._suits = [
            [
                write(
                    [CARD_NAMES[8 * suit + k] for k in range(8) if cards >> k & 1]
                ).SerializeToString()
                for cards in range(256)
            ]
            for suit in range(4)
        ]

    def __call__(self, cards: int) -> bytes:
        """Return the serialised field with the names of a set of cards, ascending."""
        if not cards:
            return b""
        diamonds, hearts, spades, clubs = self._suits
        return (
            diamonds[cards & 255]
            + hearts[cards >> 8 & 255]
            + spades[cards >> 16 & 255]
            + clubs[cards >> 24]
        )


_HAND = _Sent(lambda names: pb.SkatView(hand=names))
_DEALT_HAND = _Sent(lambda names: pb.SkatView(dealt_hand=names))
_SKAT = _Sent(lambda names: pb.SkatView(skat=names))
_PICKED_UP_SKAT = _Sent(lambda names: pb.SkatView(picked_up_skat=names))
_OPEN_HAND = _Sent(lambda names: pb.SkatView(open_hand=names))
_IN_PLAY = _Sent(lambda names: pb.SkatView(in_play=names))
_HIDDEN = _Sent(lambda names: pb.SkatView(hidden=names))
_CARDS = _Sent(lambda names: pb.Cards(cards=names))
_KNOWN = _Sent(lambda names: pb.SkatPlace(known=names))
_POSSIBLE = _Sent(lambda names: pb.SkatPlace(possible=names))

_BITS = {name: 1 << card for card, name in enumerate(CARD_NAMES)}

# The prefix of a message within another: its field number, and its length (a varint).
_PLAYED = pb.SkatView(played=[pb.Cards()]).SerializeToString()[:-1]
_VOIDS = pb.SkatView(voids=[pb.Cards()]).SerializeToString()[:-1]
_PLACES = pb.SkatView(places=[pb.SkatPlace()]).SerializeToString()[:-1]
_LENGTHS = [bytes([n] if n < 128 else [n & 127 | 128, n >> 7]) for n in range(1 << 10)]
_COUNTS = [pb.SkatPlace(hidden_count=count).SerializeToString() for count in range(33)]


def move_message(seat: int, action: int) -> pb.Move:
    """Return the message of a move, which must not be changed."""
    return _MOVES[seat][action]


def write(view: SkatView, message: pb.SkatView) -> None:
    """Fill in a message with the contents of a view."""
    hidden = _SENT_HIDDEN[view.soloist < 0]
    sent = [
        hidden[seat] if move == HIDDEN else _SENT[seat][move]
        for seat, move in zip(view.movers, view.moves, strict=True)
    ]
    sent += (
        _HAND(view.hand),
        _DEALT_HAND(view.dealt_hand),
        _SKAT(view.skat),
        _PICKED_UP_SKAT(view.picked_up_skat),
        _OPEN_HAND(view.open_hand),
        _IN_PLAY(view.in_play if view.in_play != ALL_CARDS else 0),
        _HIDDEN(view.hidden),
    )
    for field, seats in ((_PLAYED, view.played), (_VOIDS, view.voids)):
        for cards in seats:
            within = _CARDS(cards)
            sent += (field, _LENGTHS[len(within)], within)
    for known, count, possible in zip(view.known, view.hidden_count, view.possible, strict=True):
        within = _KNOWN(known) + _COUNTS[count] + _POSSIBLE(possible)
        sent += (_PLACES, _LENGTHS[len(within)], within)
    message.MergeFromString(b"".join(sent))
    message.phase = pb.SkatPhase.ValueType(view.phase.value + 1)
    message.bid = view.bid
    for name in ("to_act", "caller", "answerer", "soloist"):
        if (seat := getattr(view, name)) >= 0:
            setattr(message, name, seat)
    message.picked_up = view.picked_up
    message.contract = pb.SkatContract.ValueType(view.contract + 1)
    message.level = pb.SkatLevel.ValueType(view.level + 1)
    message.hand_game = view.hand_game
    message.leader = view.leader
    message.trick.extend([CARD_NAMES[card] for card in view.trick])
    message.soloist_tricks = view.soloist_tricks
    message.defender_tricks = view.defender_tricks
    message.soloist_points = view.soloist_points
    message.defender_points = view.defender_points
    message.given_matadors = view.given_matadors
    message.half_discarded = view.half_discarded


def read(message: pb.SkatView, player: int, legal_actions: Iterable[int]) -> SkatView:
    """Return the view that `write` wrote, without Bock and Schieberamsch.

    Raises:
      NotationError: a card name is invalid.
      ValueError: there are not three seats and four places, or a phase or move is invalid.
    """
    if (len(message.played), len(message.voids), len(message.places)) != (3, 3, 4):
        raise InputError("Skat view: expected played and voids of 3 seats, and 4 places")
    if message.phase not in _PHASES:
        expected = f"expected {_PHASES[0]} to {_PHASES[-1]}"
        raise InputError(f"Skat view: phase {message.phase}: {expected}")
    for number, move in enumerate(message.moves):
        _check_move(number, move)
    phase = Phase(message.phase - 1)
    nobody = -4 if phase == Phase.OVER else -1
    one, two, three, skat = message.places
    moves = message.moves
    made = bytes([move.action if move.HasField("action") else HIDDEN for move in moves])
    legal, offers = split_offers(legal_actions)
    return SkatView(
        player=player,
        phase=phase,
        to_act=message.to_act if message.HasField("to_act") else nobody,
        legal_actions=legal,
        hand=_set(message.hand),
        dealt_hand=_set(message.dealt_hand),
        skat=_set(message.skat),
        picked_up_skat=_set(message.picked_up_skat),
        open_hand=_set(message.open_hand),
        in_play=_set(message.in_play) if message.in_play else ALL_CARDS,
        moves=made,
        movers=bytes([move.seat for move in moves]),
        bid=message.bid,
        caller=message.caller if message.HasField("caller") else -1,
        answerer=message.answerer if message.HasField("answerer") else -1,
        soloist=message.soloist if message.HasField("soloist") else -1,
        picked_up=message.picked_up,
        contract=message.contract - 1,
        level=message.level - 1,
        hand_game=message.hand_game,
        leader=message.leader,
        trick=tuple(map(parse_card, message.trick)),
        played=_by_seat(message.played),
        voids=_by_seat(message.voids),
        soloist_tricks=message.soloist_tricks,
        defender_tricks=message.defender_tricks,
        soloist_points=message.soloist_points,
        defender_points=message.defender_points,
        given_matadors=message.given_matadors,
        hidden=_set(message.hidden),
        known=(_set(one.known), _set(two.known), _set(three.known), _set(skat.known)),
        hidden_count=(
            one.hidden_count,
            two.hidden_count,
            three.hidden_count,
            skat.hidden_count,
        ),
        possible=(
            _set(one.possible),
            _set(two.possible),
            _set(three.possible),
            _set(skat.possible),
        ),
        half_discarded=message.half_discarded,
        offers=offers,
        claims=any(NUM_ACTIONS <= move < NUM_ACTIONS_WITH_CLAIMS for move in (*made, *offers)),
        # After the trick that loses the game, play goes on only if deals are played out.
        play_out=phase == Phase.PLAY
        and message.level > pb.SKAT_LEVEL_SCHNEIDER
        and message.contract != pb.SKAT_CONTRACT_NULL
        and message.defender_tricks > 0,
        kontra=KONTRA in made or KONTRA in offers,
        spitze=any(move in SPITZE for move in (*made, *offers)),
        ramsch=message.contract == 0
        and (phase == Phase.PLAY or any(move < FIRST_BID - 2 for move in made)),
    )


def _check_move(number: int, move: pb.Move) -> None:
    """Raise ValueError if a move does not exist."""
    where = f"Skat view: moves: {number}"
    if not 0 <= move.seat < 3:
        raise InputError(f"{where}: seat {move.seat}: expected 0 to 2")
    if move.HasField("action") and not 0 <= move.action < NUM_ACTIONS_WITH_PUSHES:
        most = NUM_ACTIONS_WITH_PUSHES - 1
        raise InputError(f"{where}: action {move.action}: expected 0 to {most}")


def _set(names: Iterable[str]) -> int:
    """Return the set of the cards with these names; raise NotationError for an invalid name."""
    cards = 0
    for name in names:
        cards |= _BITS.get(name) or 1 << parse_card(name)  # raises the error
    return cards


def _by_seat(seats: Iterable[pb.Cards]) -> tuple[int, int, int]:
    first, second, third = (_set(seat.cards) for seat in seats)
    return first, second, third


def _ramsch_given_up(deal: Deal, player: int, scoring: Scoring) -> Sequence[float]:
    """Score Ramsch as if the resigning player took all cards left, but without a Durchmarsch.

    If another player has all tricks so far and at least half of the card points, that player gets
    all cards left instead, so that resigning cannot stop a Durchmarsch.
    """
    points, tricks = list(deal.seat_points), list(deal.seat_tricks)
    ahead = max(range(3), key=lambda seat: points[seat])
    marches = ahead != player and tricks[ahead] == sum(tricks) and 2 * points[ahead] >= 120
    if marches:
        tricks[ahead] = 10
    taker = ahead if marches else player
    points[taker] += 120 - sum(points)
    tricks[taker] = max(tricks[taker], 1)
    return scores(scoring, judge_ramsch(points, tricks, deal.bock, deal.pushed_unseen))


class SkatObserver:
    """The observer of Skat; discards and cards pushed on are hidden from the others."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """Return the messages of actions."""
        del state, seat
        return [ACTIONS[action] for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """Return the message of a move; others do not see which card is discarded or pushed on."""
        if viewer != seat and action < FIRST_BID and state.deal.phase == Phase.DISCARD:
            return (HIDDEN_PUSHES if state.deal.is_pushing else HIDDEN_MOVES)[seat]
        return move_message(seat, action)

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Add the view."""
        write(state.view(seat), observation.skat)

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """Return nothing, since no card is dealt face up."""
        return ()


class SkatWire(PlainWire):
    """The wire format of Skat."""

    view = "skat"
    stand_in = "rule"
    paths = True  # positions contain slashes
    sit_out = 1

    def observer(self, game: pyspiel.Game) -> Observer:
        """Return an observer that uses views."""
        del game
        return SkatObserver()

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> SkatView:
        """Return the view, after checking that it is consistent."""
        view = self._view(observation, game)
        check_view(
            view,
            claims=game.claims,
            kontra=game.kontra,
            ramsch=game.ramsch,
            spitze=game.spitze,
            schieberamsch=game.schieberamsch,
        )
        return view

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """Return a state constructed from the view."""
        return self._checked(self._view(observation, game), game)

    def solved(self, state: pyspiel.State) -> Judgement:
        """Return the soloist's further card points after each card; in null 1 if won, else 0."""
        if state.deal.is_ramsch:
            raise JudgingError("ramsch: the open-hand solver judges games of a soloist only")
        if state.deal.phase != Phase.PLAY:
            phase = state.deal.phase.name.lower()
            raise JudgingError(f"phase {phase}: the open-hand solver judges the card play only")
        solution = solve_position(OpenPosition.from_deal(state.deal))
        values = {move: float(value) for move, value in solution.moves.items()}
        return Judgement(solution.best[0], values, CARD_POINTS)

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """Score a resigned deal: the other side gets all further tricks.

        Before the card play, the soloist loses a game of the value bid, or wins it if a defender
        resigns. Before there is a soloist all get 0. For Ramsch see `_ramsch_given_up`.
        """
        deal = state.deal
        if deal.is_ramsch or deal.is_pushing:
            return _ramsch_given_up(deal, player, state.get_game().scoring)
        if deal.soloist < 0:
            return [0.0] * 3  # as for a deal that is passed in
        alone = player == deal.soloist
        facts = {"soloist": deal.soloist, "bid": deal.bid, "hand": deal.hand_game}
        if deal.phase == Phase.PLAY:
            facts |= {"contract": deal.contract, "level": deal.level, "matadors": deal.matadors}
            points = deal.soloist_points + card_points(deal.skat)
            tricks = deal.soloist_tricks
            if alone and deal.tricks_played == 0:  # no schneider before a trick, as in records
                points, tricks = max(points, _NO_SCHNEIDER), 1
            elif alone and deal.contract == NULL:
                tricks = 1
            elif not alone and deal.contract != NULL:
                points, tricks = 120 - deal.defender_points, 10 - deal.defender_tricks
            # The other side gets all further tricks, so a soloist who gives up misses Spitze.
            facts["spitze"] = deal.result_with(points, tricks).spitze
            facts["spitze_made"] = not alone and deal.spitze_holds
        else:
            enough = max(1, -(-deal.bid // 9) - 1)  # matadors that make diamonds worth the bid
            facts |= {"contract": 0, "level": 0, "matadors": enough}
            points, tricks = (_NO_SCHNEIDER, 1) if alone else (120 - _NO_SCHNEIDER, 9)
        facts |= {"multiplier": deal.multiplier, "bock": deal.bock}
        return scores(state.get_game().scoring, judge(points=points, tricks=tricks, **facts))

    def table_scores(
        self, scores: Sequence[float], game: pyspiel.Game, sit_out: int
    ) -> Sequence[float]:
        """Return the scores of four; by Seeger-Fabian a lost game gives 30 to each other player."""
        if game.scoring != Scoring.SEEGER_FABIAN:
            return super().table_scores(scores, game, sit_out)
        three, four = float(OTHERS_LOST[3]), float(OTHERS_LOST[4])
        lost = list(scores).count(three) == len(scores) - 1
        return [four if lost and score == three else score for score in scores] + [four * lost]

    def bock_game(self, game: str) -> str:
        """Return the game string with the parameter `bock`; raise GameError if it has one."""
        name, _, given = game.removesuffix(")").partition("(")
        if "bock" in pyspiel.game_parameters_from_string(game):
            raise GameError(f"game {game}: expected no parameter bock at a table with Bock rounds")
        return f"{name}({given},bock=true)" if given else f"{name}(bock=true)"

    def bock_deals(self, before: int, state: pyspiel.State, seats: int) -> int:
        """Return the number of Bock deals left by the rules of `vorhand.games.skat.bock`."""
        return deals_left(before, state.deal.result() if state.is_terminal() else None, seats)

    def record(self, state: pyspiel.State, game: str, deal: int, names: Sequence[str]) -> str:
        """Return an International Skat Server record, or JSON if that cannot hold the deal."""
        if state.get_game().start.declaration is not None or unheld_rule(state.deal):
            return super().record(state, game, deal, names)
        return server_line(state, names, deal + 1, deal + 1)

    def _view(self, observation: pb.Observation, game: pyspiel.Game) -> SkatView:
        legal = [action.id for action in observation.legal_actions]
        view = read(observation.skat, observation.seat, legal)
        if game.schieberamsch:
            view = replace(view, ramsch=True, schieberamsch=True)
        return replace(view, bock=True) if game.bock else view

    def _checked(self, view: SkatView, game: pyspiel.Game) -> pyspiel.State:
        """Return a state with this view; raise ValueError if a field contradicts the others."""
        state = game.state_of(view)
        found: SkatView = state.view(view.player)
        if found != view:
            names = [field.name for field in fields(view)]
            wrong = [name for name in names if getattr(view, name) != getattr(found, name)]
            raise InputError(f"Skat view: {', '.join(wrong)}: does not go with the rest")
        return state


SERVICE = SkatWire()
