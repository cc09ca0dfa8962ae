"""The knowledge of one player about a deal.

:func:`observe` reads a player's knowledge from the compiled deal. The observation strings and
structs of the OpenSpiel game are made from the :class:`SkatView` it returns; the compiled core
writes the tensors. Code that is given a SkatView cannot see more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from vorhand.games import notebooks
from vorhand.games.digests import digest_of
from vorhand.games.skat.cards import (
    NUM_CARDS,
    card_list,
    card_names,
    card_set,
    parse_card,
    parse_cards,
)
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.pushes import before_pushes
from vorhand.games.skat.start import Start
from vorhand.native.errors import IllegalActionError, InputError
from vorhand.native.skat import (
    AGREE,
    FIRST_DECLARATION,
    FIRST_SPITZE,
    GIVE_UP,
    KONTRA,
    LAY_OPEN,
    NO_RE,
    NUM_ACTIONS_WITH_SPITZE,
    PICK_UP,
    PLAY_ON,
    PUSH_UNSEEN,
    RE,
    Deal,
    Phase,
    Worlds,
    action_name,
    knowledge,
    matadors,
)

NOBODY = -1
"""The number that stands for no seat."""

HIDDEN = 255
"""Placeholder in the history for a card laid away: a discard, or a card pushed on."""

SPITZE = range(FIRST_SPITZE, NUM_ACTIONS_WITH_SPITZE)
"""Declarations with Spitze, in the order of those without it from `FIRST_DECLARATION` on."""

OFFERS = (GIVE_UP, LAY_OPEN, KONTRA)
"""The offers that a player may make instead of playing a card, in games with claims or Kontra."""

_SAID = bytes((*OFFERS, AGREE, PLAY_ON, RE, NO_RE))

_RULES = ("claims", "play_out", "kontra", "ramsch", "bock", "spitze", "schieberamsch")

_Places = tuple[int, int, int, int]
_NOTHING: _Places = (0, 0, 0, 0)

_CHANCE = 3  # the number that stands for chance in Deal.history_players
_SETS = ("hand", "dealt_hand", "skat", "picked_up_skat", "open_hand", "in_play", "hidden")
_SETS_BY_SEAT = ("played", "voids", "known", "possible")


@dataclass(frozen=True, slots=True)
class SkatView(notebooks.Shown):
    """A deal as `player` sees it. Sets of cards are 32-bit masks, seats 0..2.

    Attributes:
        player: the seat whose knowledge this is.
        phase: the next step of the deal.
        to_act: seat to act; -1 chance, -4 when the deal is over.
        legal_actions: legal actions of `player`, without `offers`; empty when they are not to act.
        hand: cards held now (twelve between picking up and discarding).
        dealt_hand: the hand as dealt, or as the position gave it.
        skat: the cards that the player laid away: the soloist's discards, which are the skat, or
            before Ramsch cards pushed on.
        picked_up_skat: the two cards that the player picked up: the skat as dealt, or before Ramsch
            also cards pushed on by another player.
        open_hand: the soloist's current cards if they are open (ouvert, or laid open).
        in_play: all cards of the deal: 32, or those of a position.
        moves: public actions since the deal, one byte each; cards laid away are ``HIDDEN``. A
            position begins with the cards on its table.
        movers: seat of each move.
        bid: highest value named, 0 if none.
        caller: seat that names values; -1 before the bidding and in deals without it.
        answerer: seat that answers the caller; -1 if forehand bids alone, or without a caller.
        soloist: seat, -1 while there is none.
        picked_up: the soloist took the skat.
        contract: 0..3 suits, 4 grand, 5 null; -1 before the declaration.
        level: 0 plain, 1 schneider, 2 schwarz announced, 3 ouvert; -1 before the declaration.
        hand_game: the soloist plays from the hand.
        leader: seat that leads the trick on the table.
        trick: its cards in the order played.
        played: cards played, by seat.
        voids: cards that each seat has shown not to hold, in play or by a given position.
        soloist_tricks: tricks of the soloist.
        defender_tricks: tricks of both defenders; in Ramsch, of all players.
        soloist_points: card points in tricks, without the skat's unless the skat is out of play.
        defender_points: card points in these tricks.
        given_matadors: the matadors given with a position in which they cannot be counted, else 0.
        hidden: all cards the player cannot place.
        known: the cards that the player knows to be in each place (three hands and the skat).
        hidden_count: the number of hidden cards in each place.
        possible: the hidden cards that may be in each place.
        half_discarded: another player has discarded, or pushed on, the first of two cards.
        offers: those of `OFFERS` and `SPITZE` that the player may choose instead of a legal action.
        claims: whether players may give up and lay open.
        play_out: whether a game with schwarz announced goes on when it is lost.
        kontra: whether defenders may say Kontra, and the soloist Re.
        ramsch: whether a deal that all players pass is played as Ramsch.
        bock: whether the deal is of a Bock round, where values count double.
        spitze: whether the soloist may declare Spitze.
        schieberamsch: whether the skat is taken up and pushed on before Ramsch.
    """

    player: int
    phase: Phase
    to_act: int
    legal_actions: tuple[int, ...]
    hand: int
    dealt_hand: int
    skat: int
    picked_up_skat: int
    open_hand: int
    in_play: int
    moves: bytes
    movers: bytes
    bid: int
    caller: int
    answerer: int
    soloist: int
    picked_up: bool
    contract: int
    level: int
    hand_game: bool
    leader: int
    trick: tuple[int, ...]
    played: tuple[int, int, int]
    voids: tuple[int, int, int]
    soloist_tricks: int
    defender_tricks: int
    soloist_points: int
    defender_points: int
    given_matadors: int
    hidden: int
    known: _Places
    hidden_count: _Places
    possible: _Places
    half_discarded: bool
    offers: tuple[int, ...] = ()
    # The server's messages omit the rules. Most are inferred from the moves, so a view read from a
    # message may lack a rule until a move shows it. Hence only `bock` is compared.
    claims: bool = field(default=False, compare=False)
    play_out: bool = field(default=False, compare=False)
    kontra: bool = field(default=False, compare=False)
    ramsch: bool = field(default=False, compare=False)
    bock: bool = False
    spitze: bool = field(default=False, compare=False)
    schieberamsch: bool = field(default=False, compare=False)

    def describe(self) -> str:
        """Describe what the player knows, one item per line."""
        from vorhand.games.skat.display import text

        return text(self)

    @property
    def title(self) -> str:
        """The title in notebooks."""
        from vorhand.games.skat.display import title

        return title(self)

    def shown(self) -> str:
        """Return the lines for notebooks."""
        return self.describe()

    @property
    def game(self) -> str:
        """Short name of the game."""
        return "python_skat"

    def action_name(self, action: int) -> str:
        """Describe an action."""
        return str(action_name(action))

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows."""
        cards = (self.player, self.hand, self.dealt_hand, self.known, self.hidden, self.possible)
        game = (self.contract, self.level, self.soloist)
        return digest_of((seed, cards, self.moves, self.movers, *game, *self._given_at_the_start()))

    @property
    def declaration(self) -> Declaration | None:
        """The soloist's declaration, once it is made."""
        if self.contract < 0:
            return None
        return Declaration(self.contract, self.level, self.hand_game, self.spitze_announced)

    @property
    def is_ramsch(self) -> bool:
        """True if Ramsch is or was played: all have passed, and jacks are the only trumps."""
        return self.ramsch and self.soloist < 0 and self.phase in (Phase.PLAY, Phase.OVER)

    @property
    def is_pushing(self) -> bool:
        """True while the skat is taken up and pushed on before Ramsch."""
        return self.soloist < 0 and self.phase in (Phase.PICK_UP_OR_HAND, Phase.DISCARD)

    @property
    def pushes(self) -> list[tuple[int, int]]:
        """Seat and action of each player who took up the skat before Ramsch or pushed it unseen."""
        if self.soloist >= 0:
            return []
        return [(seat, move) for seat, move in self.history if move in (PICK_UP, PUSH_UNSEEN)]

    @property
    def pushed_unseen(self) -> int:
        """The number of times that the skat was pushed on unseen; each doubles the loss."""
        return self.moves.count(PUSH_UNSEEN)

    @property
    def spitze_announced(self) -> bool:
        """True if the soloist has declared Spitze."""
        return self.spitze and any(move in SPITZE for move in self.moves)

    @property
    def is_soloist(self) -> bool:
        """True if this player plays alone."""
        return self.player == self.soloist

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of each move, in order; cards laid away are ``HIDDEN``."""
        return list(zip(self.movers, self.moves, strict=True))

    @property
    def plays(self) -> bytes:
        """The cards played, in order."""
        return self.moves[self._first_play() :].translate(None, _SAID)

    @property
    def players_of_plays(self) -> bytes:
        """The seat that played each of the cards in `plays`."""
        first = self._first_play()
        movers, moves = self.movers[first:], self.moves[first:]
        if not self._has_offers:
            return movers
        pairs = zip(movers, moves, strict=True)
        return bytes(seat for seat, move in pairs if move < NUM_CARDS)

    @property
    def last_trick(self) -> list[tuple[int, int]]:
        """Seat and card of each play to the trick before the one on the table."""
        seats, plays = self.players_of_plays, self.plays
        end = len(plays) - len(self.trick)
        start = max(0, end - 3)
        return list(zip(seats[start:end], plays[start:end], strict=True))

    @property
    def offer(self) -> tuple[int, int] | None:
        """Seat and offer (giving up, a claim of the rest, or Kontra) that awaits an answer."""
        if not self._has_offers or self.phase != Phase.PLAY:
            return None
        for back, (seat, move) in enumerate(reversed(self.history)):
            if move in OFFERS:
                # After the first of two answers the second may follow: after a refusal if one
                # defender is enough, after consent if both must agree.
                answers = self.moves[len(self.moves) - back :]
                gives_up_alone = move == GIVE_UP and seat == self.soloist
                asks_on = AGREE if move == LAY_OPEN else PLAY_ON if gives_up_alone else None
                waits = not answers or (len(answers) == 1 and answers[0] == asks_on)
                return (seat, move) if waits else None
            if move not in _SAID:
                return None
        return None

    @property
    def multiplier(self) -> int:
        """The factor of the value: 1, 2 after Kontra, 4 after Re."""
        if KONTRA not in self.moves:
            return 1
        return 4 if RE in self.moves else 2

    def worlds(self) -> Worlds:
        """Return the compiled sampler of all worlds that agree with the player's knowledge.

        Raises:
            IllegalActionError: cards are still being dealt.
        """
        if self.phase == Phase.DEAL:
            raise IllegalActionError("worlds: the cards are not dealt yet")
        return Worlds.known(
            player=self.player,
            soloist=self.soloist,
            hidden=self.hidden,
            known=self.known,
            hidden_count=self.hidden_count,
            possible=self.possible,
            half_discarded=self.half_discarded,
        )

    def deal(self, world: Sequence[int]) -> Deal:
        """Return the deal with the cards as in `world`.

        It is made from the view alone, so it can be given to kernels that need a whole deal. A
        defender does not know which two of the soloist's twelve cards came from the skat. This does
        not affect the rest of the deal, so the lowest two are chosen.

        Args:
            world: four sets, as in a row of :meth:`worlds`.

        Raises:
            InvalidDealError: the layout is impossible.
            IllegalActionError: the history could not have been played with these cards.
        """
        hands = (int(world[0]), int(world[1]), int(world[2]))
        skat = int(world[3])
        if self._began_with_card_play:
            position = self._position(hands, skat).deal(any_past=True)
            return position.at_table(bock=True) if self.bock else position
        dealt = [hand | cards for hand, cards in zip(hands, self.played, strict=True)]
        moves, dealt_skat = self.moves, skat
        if self.picked_up:
            twelve = dealt[self.soloist] | skat
            dealt_skat = self.picked_up_skat or twelve & ~_without_lowest(_without_lowest(twelve))
            dealt[self.soloist] = twelve & ~dealt_skat
            taken = moves.index(PICK_UP) + 1
            discards = bytes(card_list(skat))
            moves = moves[:taken] + discards + moves[taken + len(discards) :]
        elif self.pushes:
            moves, dealt, dealt_skat = before_pushes(self, dealt, skat)
        deal = Deal.given((dealt[0], dealt[1], dealt[2]), dealt_skat)
        rules = {name: getattr(self, name) for name in _RULES}
        if any(rules.values()):
            deal = deal.at_table(**rules)
        deal.apply_all(moves)
        return deal

    @property
    def _began_with_card_play(self) -> bool:
        return self.contract >= 0 and not _declares(self.moves)

    @property
    def _has_offers(self) -> bool:
        return self.claims or self.kontra

    def _given_at_the_start(self) -> tuple[object, ...]:
        """Return the facts that the moves do not show, if the deal began after the first lead."""
        counted = 3 * (self.soloist_tricks + self.defender_tricks) + len(self.trick)
        if not self._began_with_card_play or counted == len(self.moves):
            return ()
        points = (self.soloist_points, self.defender_points)
        tricks = (self.soloist_tricks, self.defender_tricks)
        return self.bid, self.hand_game, self.given_matadors, *points, *tricks, self.voids

    def _position(self, hands: tuple[int, int, int], skat: int) -> Start:
        """Return the current position of a deal that began with card play, as a start."""
        declaration = self.declaration
        assert declaration is not None
        held = hands[self.soloist] | skat
        played = card_set(card for seat, card in self.history if seat == self.soloist)
        # The new start counts the matadors if all twelve cards are there.
        row = self.given_matadors or (matadors(self.contract, held | played) if played else 0)
        return Start(
            hands=hands,
            skat=skat,
            declaration=declaration,
            soloist=self.soloist,
            bid=self.bid,
            leader=self.leader,
            trick=self.trick,
            tricks=self.soloist_tricks,
            points=self.soloist_points,
            matadors=row,
            voids=self.voids,
        )

    @classmethod
    def parse(cls, text: str) -> SkatView:
        """Read one player's knowledge from text, see `vorhand.games.skat.view_text`.

        Raises:
            NotationError: an invalid field or an impossible position; says what was expected.
        """
        from vorhand.games.skat.view_text import read_view

        return read_view(text)

    @property
    def text(self) -> str:
        """The text that :meth:`parse` reads; raises NotationError if it cannot state everything."""
        from vorhand.games.skat.view_text import write_view

        return write_view(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the view in plain terms, for JSON: cards by name, moves by number and in words."""
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in _SETS:
            values[name] = card_names(values[name])
        for name in _SETS_BY_SEAT:
            values[name] = [card_names(cards) for cards in values[name]]
        values["phase"] = self.phase.name.lower()
        values["moves"] = list(self.moves)
        values["movers"] = list(self.movers)
        values["trick"] = [action_name(card) for card in self.trick]
        values["legal_actions"] = list(self.legal_actions)
        values["offers"] = list(self.offers)
        values["hidden_count"] = list(self.hidden_count)
        declaration = self.declaration
        values["declaration"] = str(declaration) if declaration else ""
        values["in_words"] = [
            "discard" if move == HIDDEN else action_name(move) for move in self.moves
        ]
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> SkatView:
        """Read the view that :meth:`to_dict` wrote.

        Raises:
            ValueError: a field is missing; names it.
        """
        needed = [field.name for field in fields(cls) if field.default is MISSING]
        missing = [name for name in needed if name not in values]
        if missing:
            raise InputError(f"view: {', '.join(missing)} missing")
        values = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        values["offers"] = tuple(values.get("offers", ()))
        for name in _SETS:
            values[name] = parse_cards(" ".join(values[name]))
        for name in _SETS_BY_SEAT:
            values[name] = tuple(parse_cards(" ".join(cards)) for cards in values[name])
        values["hidden_count"] = tuple(values["hidden_count"])
        values["phase"] = Phase[values["phase"].upper()]
        values["moves"] = bytes(values["moves"])
        values["movers"] = bytes(values["movers"])
        values["trick"] = tuple(map(parse_card, values["trick"]))
        values["legal_actions"] = tuple(values["legal_actions"])
        return cls(**values)

    def _first_play(self) -> int:
        """Return the index in `moves` at which the card play begins, offers included."""
        for index in range(len(self.moves) - 1, -1, -1):
            move = self.moves[index]
            if move >= NUM_CARDS and move not in _SAID:
                return index + 1
        return 0


def observe(deal: Deal, player: int) -> SkatView:
    """Return what `player` (0..2) may know of the deal."""
    moves, movers = _public_moves(deal)
    to_act = deal.player
    soloist = deal.soloist
    level = deal.level
    is_soloist = soloist == player
    picked_up = deal.picked_up
    phase = deal.phase
    legal, offers = split_offers(deal.legal_actions() if to_act == player else ())
    hidden, known, hidden_count, possible, half_discarded = (
        knowledge(deal, player) if phase != Phase.DEAL else (0, _NOTHING, _NOTHING, _NOTHING, False)
    )
    return SkatView(
        player=player,
        phase=phase,
        to_act=to_act,
        legal_actions=legal,
        hand=deal.hand(player),
        dealt_hand=deal.dealt_hand(player),
        skat=deal.discards if is_soloist else deal.pushed[player],
        picked_up_skat=deal.dealt_skat if is_soloist and picked_up else deal.received[player],
        open_hand=deal.hand(soloist) if deal.lies_open else 0,
        in_play=deal.in_play,
        moves=moves,
        movers=movers,
        bid=deal.bid,
        caller=deal.caller,
        answerer=deal.answerer,
        soloist=soloist,
        picked_up=picked_up,
        contract=deal.contract,
        level=level,
        hand_game=deal.hand_game,
        leader=deal.leader,
        trick=tuple(deal.trick),
        played=(deal.played(0), deal.played(1), deal.played(2)),
        voids=(deal.voids(0), deal.voids(1), deal.voids(2)),
        soloist_tricks=deal.soloist_tricks,
        defender_tricks=deal.defender_tricks,
        soloist_points=deal.soloist_points,
        defender_points=deal.defender_points,
        given_matadors=deal.given_matadors,
        hidden=hidden,
        known=places_of(known),
        hidden_count=places_of(hidden_count),
        possible=places_of(possible),
        half_discarded=half_discarded,
        offers=offers,
        claims=deal.claims,
        play_out=deal.play_out,
        kontra=deal.kontra,
        ramsch=deal.ramsch,
        bock=deal.bock,
        spitze=deal.spitze,
        schieberamsch=deal.schieberamsch,
    )


def split_offers(actions: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the legal actions of a state into ordinary actions and offers."""
    legal = tuple(actions)
    if not legal or legal[-1] < GIVE_UP:
        return legal, ()
    offers = tuple(action for action in legal if action in OFFERS or action in SPITZE)
    return tuple(action for action in legal if action not in offers), offers


def _declares(moves: bytes) -> bool:
    return any(FIRST_DECLARATION <= move < GIVE_UP or move in SPITZE for move in moves)


def _without_lowest(cards: int) -> int:
    return cards & (cards - 1)


def places_of(by_place: Sequence[int]) -> _Places:
    """Return four numbers, for the three seats and the skat, as a tuple."""
    first, second, third, skat = by_place
    return first, second, third, skat


def _public_moves(deal: Deal) -> tuple[bytes, bytes]:
    """Return the moves and their seats without the deal; cards laid away are hidden."""
    moves, movers = deal.history, deal.history_players
    dealt = movers.rfind(_CHANCE) + 1
    moves, movers = moves[dealt:], movers[dealt:]
    taken = moves.find(PICK_UP)
    while taken >= 0:
        hidden = len(moves[taken + 1 : taken + 3])
        moves = moves[: taken + 1] + bytes((HIDDEN,)) * hidden + moves[taken + 3 :]
        taken = moves.find(PICK_UP, taken + 1)
    for seat, card in reversed(deal.opening_trick):
        moves, movers = bytes((card,)) + moves, bytes((seat,)) + movers
    return moves, movers
