"""The page's support for Skat: open positions, a player's knowledge, and played deals."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from msgspec.structs import asdict

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.registry import make
from vorhand.evaluation.post_mortem.skat.pipma import goal_of, legal_cards
from vorhand.evaluation.post_mortem.skat.review import best_cards, card_worths
from vorhand.games.skat.cards import card_list, card_name, card_names, parse_cards
from vorhand.games.skat.contracts import CONTRACTS, NULL, Declaration
from vorhand.games.skat.start import points_known
from vorhand.games.skat.view import OFFERS, SkatView
from vorhand.games.skat.worth import short_of_bid, worth_of
from vorhand.native.skat import Deal, Phase, action_name, matadors, rule_action
from vorhand.service.games.observations import cached_game
from vorhand.web.answers import Hint, LegalMove, MadeMove
from vorhand.web.boards import (
    BoardError,
    allowed_agent,
    allowed_belief,
    game_of,
    state_after,
)
from vorhand.web.games.puzzles import puzzle_questions
from vorhand.web.games.skat_answers import (
    Contracts,
    OpenWorth,
    ShortContracts,
    SkatAdvice,
    SkatKnowledge,
    SkatOutcome,
    SkatPosition,
    SkatResult,
)
from vorhand.web.games.skat_bidding import bidding
from vorhand.web.games.skat_puzzles import seen_at
from vorhand.web.games.skat_ramsch import RAMSCH, ramsch_result
from vorhand.web.games.skat_records import ADVISER, WHOLE, grades, judge, read, review, score_list
from vorhand.web.messages import (
    BidContracts,
    Cards,
    Line,
    PastedText,
    PlayerLine,
    Question,
    question,
)

_UNIFORM = "uniform"
_WORLDS = 2000  # worlds drawn for the chances of unseen cards
_PLACES = 4  # three hands and the skat
_SEED = 0
_HAND, _WITH_SKAT = 10, 12
_MOST_BID, _MOST_MATADORS = 264, 11


@question(Line)
def position(asked: Line) -> SkatPosition:
    """Return a position with open cards and, unless ``brief``, the results of the cards."""
    deal: Deal = _state_in(asked).deal
    found = SkatPosition(
        **asdict(_outcome(deal)),
        phase=deal.phase.name,
        to_act=deal.player,
        hands=[card_names(deal.hand(seat)) for seat in range(3)],
        leader=deal.leader,
        trick=_names_of(deal.trick),
        taken=deal.soloist_points if points_known(deal) else None,
        others=deal.defender_points if points_known(deal) else None,
        tricks=deal.soloist_tricks if deal.past_known else None,
        legal=[],
        values={},
        best=[],
    )
    if deal.is_ramsch:
        found.by_seat = list(deal.seat_points)
    if asked.brief or not (deal.phase == Phase.PLAY or deal.is_pushing):
        return found
    # Cards can be played only after a claim is answered. Ramsch is not solved with open hands.
    if deal.is_ramsch or deal.is_pushing or not legal_cards(deal):
        found.legal = [LegalMove(action=a, name=action_name(a)) for a in deal.legal_actions()]
        return found
    worths, certain = card_worths(deal, goal_of(deal)), _outcome_known(deal)
    found.legal = [LegalMove(action=card, name=card_name(card)) for card in worths]
    found.best = _names_of(best_cards(deal, worths))
    for card, w in worths.items():
        found.values[card_name(card)] = OpenWorth(
            points=w.points, wins=w.wins if certain else None, lost_in=w.lost_in
        )
    return found


@question(PlayerLine)
def knowledge(asked: PlayerLine) -> SkatKnowledge:
    """Return one player's knowledge: chances of unseen cards by place, and an agent's advice."""
    state, seat = _state_in(asked), _checked_seat(asked.seat)
    deal, view = state.deal, state.view(seat)
    game = state.get_game()
    # Beliefs read the bids and roles of a game with a soloist.
    alone = view.is_ramsch or view.is_pushing
    spec = _UNIFORM if alone else allowed_belief(asked.belief, game)
    worlds = make("belief", spec, game)(view, _WORLDS, _SEED)
    rows = np.asarray(worlds.rows)[:, :_PLACES]
    chances = {
        card_name(card): [
            round(float(worlds.weights[(rows[:, place] >> card & 1) == 1].sum()), 4)
            for place in range(_PLACES)
        ]
        for card in card_list(view.hidden)
    }
    advice = None
    to_decide = view.to_act == seat and len(view.legal_actions) > 1 and view.offer is None
    if to_decide and _outcome_known(deal):
        agent = allowed_agent(asked.agent, game)
        advice = Hint.of(adviser(agent, game, seat, _SEED, reasons=True)(view), agent)
    return SkatKnowledge(
        seat=seat,
        belief=spec,
        possible=worlds.possible,
        known=[card_names(cards) for cards in view.known],
        chances=chances,
        advice=advice,
    )


@question(PastedText)
def advice(asked: PastedText) -> SkatAdvice:
    """Return the advice of the hint agent in a position, given as one player knows it."""
    view = SkatView.parse(asked.text)
    if view.to_act != view.player:
        raise BoardError(f"seat={view.player}: is not to act; expected seat={view.to_act}")
    game = cached_game(WHOLE)
    found = adviser(ADVISER, game, view.player, _SEED, reasons=True)(view)
    return SkatAdvice(
        hand=card_names(view.hand),
        trick=_names_of(view.trick),
        letter=CONTRACTS[view.contract] if view.contract >= 0 else "",
        advice=Hint.of(found, ADVISER),
    )


@question(Cards)
def contracts(asked: Cards) -> Contracts:
    """Rank contracts for ten cards (before the skat), or for twelve with the best discards."""
    cards, seat = parse_cards(asked.cards), _checked_seat(asked.seat)
    count = cards.bit_count()
    if count not in (_HAND, _WITH_SKAT):
        raise BoardError(f"{count} cards: expected 10, or 12 with the skat")
    own, rest = card_list(cards), card_list(~cards & 0xFFFFFFFF)
    hand, skat = own[:_HAND], own[_HAND:]
    others = [rest[:_HAND], rest[_HAND : 2 * _HAND]]
    hands = [*others[:seat], hand, *others[seat:]]
    sets = [".".join(_names_of(group)) for group in (*hands, skat or rest[2 * _HAND :])]
    game = cached_game(f"python_skat(start=deal cards {'/'.join(sets)})")
    state = game.new_initial_state()
    while (deal := state.deal).player != seat or (deal.phase == Phase.BIDDING and skat):
        name = "18" if deal.player == seat else "pass"
        state.apply_action(_action(deal, name))
    if skat:
        state.apply_action(_action(state.deal, "pick up"))
    advice = Hint.of(adviser("vorhand", game, seat, _SEED)(state.view(seat)), "vorhand")
    return Contracts(move=advice.move, contracts=advice.contracts or [])


@question(BidContracts)
def short(asked: BidContracts) -> ShortContracts:
    """Return the soloist's goals after picking up the skat, in contracts worth less than the bid.

    ``contracts``: the letters of the contracts in question; only those worth less than the bid are
    in the result. ``bid``: the value bid. ``cards``: the soloist's twelve. ``matadors``: their
    number, if a position gives it; then the cards are not needed.
    """
    letters, bid, given = asked.contracts, asked.bid, asked.matadors
    if unknown := [letter for letter in letters if letter not in CONTRACTS]:
        raise BoardError(f"contract {unknown[0]!r}: expected some of {', '.join(CONTRACTS)}")
    if bid > _MOST_BID:
        raise BoardError(f"bid {bid}: expected a number up to {_MOST_BID}")
    if abs(given) > _MOST_MATADORS:
        raise BoardError(f"matadors {given}: expected up to {_MOST_MATADORS}")
    if not given and not asked.cards.strip():
        raise BoardError(f"cards={asked.cards!r}: expected the soloist's twelve, or matadors")
    cards = 0 if given else parse_cards(asked.cards)
    found = {}
    for letter in letters:
        contract = CONTRACTS.index(letter)
        least = short_of_bid(contract, given or matadors(contract, cards), bid)
        if least is not None:
            found[letter] = least
    return ShortContracts(short=found)


def _state_in(asked: Line | PlayerLine) -> Any:
    """Return the requested state; raise BoardError or GameError if it is invalid."""
    if asked.start:
        raise BoardError(f"start={asked.start[:40]!r}: expected it in the game string")
    return state_after(game_of(asked.game, WHOLE), asked.actions)


def _checked_seat(seat: int) -> int:
    if seat not in range(3):
        raise BoardError(f"seat {seat}: expected 0, 1 or 2")
    return seat


def _action(deal: Deal, name: str) -> int:
    named = [action for action in deal.legal_actions() if action_name(action) == name]
    if named:
        return named[0]
    return rule_action(deal) if name == "18" else deal.legal_actions()[0]


def _outcome(deal: Deal) -> SkatOutcome:
    found = SkatOutcome(
        held=[card_names(deal.hand(seat) | deal.played(seat)) for seat in range(3)],
        dealt_skat=card_names(deal.dealt_skat),
        skat=card_names(deal.skat),
        soloist=deal.soloist,
        bid=deal.bid,
        moves=_moves(deal),
    )
    if deal.contract >= 0:
        found.contract = Declaration.of(deal).in_words()
        found.letter = CONTRACTS[deal.contract]
    if deal.is_over and deal.soloist >= 0 and deal.past_known:
        found.result = _result(deal)
    if deal.is_ramsch:
        found.contract = RAMSCH
        if deal.is_over:
            found.ramsch = ramsch_result(deal)
    return found


def _outcome_known(deal: Deal) -> bool:
    """Return whether the winner can be determined.

    In null no points are needed: a null that still goes on has not been lost.
    """
    return points_known(deal) or deal.contract == NULL


def _result(deal: Deal) -> SkatResult:
    result = deal.result()
    offers = [move for move in _moves(deal) if move.action in OFFERS]
    return SkatResult(
        won=result.won,
        points=result.points,
        tricks=result.tricks,
        matadors=result.matadors,
        bid=result.bid,
        overbid=result.overbid,
        value=result.value,
        missed=result.spitze and not result.spitze_made,
        worth=worth_of(result),
        ended=offers[-1] if deal.broken_off_by >= 0 else None,
    )


def _moves(deal: Deal) -> list[MadeMove]:
    """Return the players' moves, without chance."""
    pairs = enumerate(zip(deal.history, deal.history_players, strict=True))
    return [
        MadeMove(seat=seat, action=action, name=action_name(action), at=at)
        for at, (action, seat) in pairs
        if seat < 3  # 3 stands for chance
    ]


def _names_of(cards: Sequence[int]) -> list[str]:
    return [card_name(card) for card in cards]


class SkatBoard:
    """The questions about Skat, see `vorhand.web.boards.Board`."""

    questions: ClassVar[Mapping[str, Question]] = {
        "read": read,
        "position": position,
        "knowledge": knowledge,
        "advice": advice,
        "contracts": contracts,
        "short": short,
        "review": review,
        "grades": grades,
        "judge": judge,
        "bidding": bidding,
        "list": score_list,
        **puzzle_questions("skat", seen_at, chances=True),
    }

    def outcome(self, game: str, actions: Sequence[int]) -> SkatOutcome:
        """Return all cards of a deal, its contract and its result."""
        return _outcome(state_after(cached_game(game), actions).deal)


WEB = SkatBoard()
