"""The screen for Skat."""

import re
from itertools import groupby

import pyspiel
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from vorhand.agents.montecarlo.choice import Choice
from vorhand.cli.terminal.base import RefusedError, Screen, card_in_colour
from vorhand.cli.terminal.german import in_our_words
from vorhand.games.skat import cards as notation
from vorhand.games.skat.cards import (
    ALL_CARDS,
    SEAT_NAMES,
    SUIT_NAMES,
    card_list,
    card_name,
    card_set,
    cards_text,
)
from vorhand.games.skat.contracts import CONTRACT_NAMES, GRAND, NULL
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.games.skat.worth import ALL_TRICKS, short_of_bid
from vorhand.native.skat import (
    GIVE_UP,
    PICK_UP,
    Phase,
    action_name,
    matadors,
    strength,
    trump_mask,
)

_BLENDED = (
    "score: the Seeger-Fabian score expected, the soloist's less the mean of the defenders' (for a "
    "defender the other way round), the mean of open hands (all see all cards) and of worlds "
    "played out (each sees their own), ± standard error; soloist wins: played out"
)


class SkatScreen(Screen):
    """The screen of Skat; cards are in the order of the contract, unplayable ones dimmed."""

    hints = True

    def legend(self, choice: Choice) -> str:
        """Return the meaning of the scores if they combine two estimates; else empty."""
        return _BLENDED if choice.method == "blended" else ""

    def look(self, state: pyspiel.State, seat: int) -> SkatView:
        """Return the player's view."""
        view: SkatView = state.view(seat)
        return view

    def picture(self, seen: SkatView) -> RenderableType:
        """Return bidding, contract, tricks, the cards on the table and in hand, the legal moves."""
        lines = [*_situation(seen), *_table(seen), Text("your hand  ") + _hand_text(seen)]
        if _plays_card(seen):
            playable = card_set(seen.legal_actions)
            lines.append(Text("you may    ") + cards_in_order(playable, seen.contract))
            if seen.offers:
                said = " or ".join(action_name(action) for action in seen.offers)
                lines.append(Text(f"or say     {said}"))
        elif seen.legal_actions and seen.phase != Phase.DISCARD:
            moves = [action_name(action) for action in seen.legal_actions]
            lines.append(Text("you may    ") + Text(", ".join(_shortened(moves)), "bold"))
        role = "" if seen.soloist < 0 else ", soloist" if seen.is_soloist else ", defender"
        return Panel(Group(*lines), title=f"you are {SEAT_NAMES[seen.player]}{role}")

    def prompt(self, seen: SkatView) -> str:
        """Return the question for the phase."""
        if seen.phase == Phase.DISCARD:
            return (
                f"{_to_lay_away(seen)} to lay away, such as {'D7 H8' if _held(seen) > 1 else 'H8'}"
            )
        return "your card" if _plays_card(seen) else "your move"

    def parse(self, seen: SkatView, text: str) -> list[int]:
        """Return the actions for a card, discards, a bid value, or a move as listed."""
        words = in_our_words(text, map(action_name, seen.legal_actions + seen.offers)).split()
        if seen.phase == Phase.DISCARD:
            return _parse_discards(seen, words)
        wanted = " ".join(words).lower()
        actions = seen.legal_actions
        if _plays_card(seen):
            if not any(action_name(action).startswith(wanted) for action in seen.offers):
                return [_parse_play(seen, words)]
            actions = seen.offers
        names = {action_name(action): action for action in actions}
        if wanted == str(seen.bid) and "hold" in names:
            return [names["hold"]]  # answering 18 with 18 means to hold
        begun = [name for name in names if name.startswith(wanted) and wanted[:1].isalpha()]
        if wanted in names or len(begun) == 1:
            return [names[wanted if wanted in names else begun[0]]]
        expected = ", ".join(_shortened(begun or list(names)))
        raise RefusedError(f"{text!r} is not possible here; expected one of {expected}")

    def grave(self, seen: SkatView, actions: list[int]) -> str:
        """Return a warning for discards, ouvert, giving up and laying the hand open."""
        names = [action_name(action) for action in actions]
        if seen.phase == Phase.DISCARD:
            return f"you lay away {' and '.join(names)}"
        grave = [name for name in names if "ouvert" in name or name in ("give up", "lay open")]
        return f"you say {grave[0]}" if grave else ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the whole deal with open cards, the result and all scores."""
        deal, scores = state.deal, state.returns()
        dealt = [(name, deal.dealt_hand(s)) for s, name in enumerate(SEAT_NAMES)]
        cards = [
            Text(f"{name:<11}") + cards_in_order(held, deal.contract)
            for name, held in (*dealt, ("skat", deal.dealt_skat))
        ]
        table = ", ".join(f"{SEAT_NAMES[s]} {score:+g}" for s, score in enumerate(scores))
        return Group(
            *_last_trick(state.view(seat)), *cards, Text(_result(state)), Text(table, "bold")
        )


def _situation(view: SkatView) -> list[Text]:
    lines = [Text(f"bidding    {_bidding(view)}")]
    declaration = view.declaration
    if declaration is not None:
        text = f"contract   {declaration.in_words()} by {SEAT_NAMES[view.soloist]}"
        bid = f", bid {view.bid}{_short_of_bid(view)}" if view.bid else ""
        lines.append(Text(text + bid, "bold"))
        lines.append(
            Text(
                f"tricks     soloist {view.soloist_tricks} ({view.soloist_points} points), "
                f"defenders {view.defender_tricks} ({view.defender_points})"
            )
        )
    elif view.soloist >= 0:
        lines.append(Text(f"soloist    {SEAT_NAMES[view.soloist]}, bid {view.bid}"))
    return lines


def _short_of_bid(view: SkatView) -> str:
    """Return what the soloist needs if the game is worth less than the bid; else empty.

    It is also empty in a hand game, where the matadors are unknown: they may lie in the skat.
    """
    if not view.is_soloist or view.hand_game:
        return ""
    twelve = view.hand | view.played[view.player] | view.skat
    tops = view.given_matadors or matadors(view.contract, twelve)
    short = short_of_bid(view.contract, tops, view.bid)
    if short is None:
        return ""
    if short.goal is None:
        return f": worth {short.worth}, so it is lost whatever is played"
    needed = "all tricks" if short.goal == ALL_TRICKS else f"{short.goal} points"
    return f": worth {short.worth}, so {needed} are needed"


def _bidding(view: SkatView) -> str:
    """Return the bids, holds and passes by seat."""
    spoken = [(seat, move) for seat, move in view.history if 32 <= move < PICK_UP]
    parts = []
    for seat, group in groupby(spoken, key=lambda pair: pair[0]):
        moves = ", ".join(action_name(move) for _, move in group)
        parts.append(f"{SEAT_NAMES[seat]} {moves}")
    return "; ".join(parts) or "nobody has spoken"


def _table(view: SkatView) -> list[Text]:
    lines = _last_trick(view)
    lines += [
        Text(f"said       {SEAT_NAMES[seat]}: {action_name(move)}", "bold")
        for seat, move in view.history
        if move >= GIVE_UP and move != HIDDEN
    ]
    if view.open_hand and not view.is_soloist:
        lines.append(Text("open hand  ") + cards_in_order(view.open_hand, view.contract))
    if view.skat:
        lines.append(Text("laid away  ") + cards_in_order(view.skat, view.contract))
    elif view.picked_up_skat and view.phase == Phase.DISCARD:
        lines.append(Text("picked up  ") + cards_in_order(view.picked_up_skat, view.contract))
    if view.contract >= 0:
        start = len(view.plays) - len(view.trick)
        on_table = zip(view.players_of_plays[start:], view.trick, strict=True)
        lines.append(Text("trick      ") + _trick_text(list(on_table)))
    return lines


def _last_trick(view: SkatView) -> list[Text]:
    trick = view.last_trick
    if not trick:
        return []
    winner = "" if view.leader < 0 else f", won by {SEAT_NAMES[view.leader]}"
    return [Text("last trick ") + _trick_text(trick) + Text(winner)]


def _trick_text(trick: list[tuple[int, int]]) -> Text:
    if not trick:
        return Text("you lead")
    return Text("  ").join(Text(f"{SEAT_NAMES[seat]} ") + card_text(card) for seat, card in trick)


def _hand_text(view: SkatView) -> Text:
    playable = card_set(view.legal_actions) if _plays_card(view) else view.hand
    return cards_in_order(view.hand, view.contract, playable)


def cards_in_order(cards: int, contract: int, playable: int = ALL_CARDS) -> Text:
    """Return cards in colour by suit, trumps first, descending; unplayable ones are dim."""
    groups = [
        Text(" ").join(card_text(card, bool(playable >> card & 1)) for card in group)
        for group in in_order(cards, contract)
    ]
    return Text("   ").join(groups)


def in_order(cards: int, contract: int) -> list[list[int]]:
    """Return a set of cards grouped by suit, trumps first, descending; contract -1 is as grand."""
    contract = GRAND if contract < 0 else contract
    trumps = trump_mask(contract)
    suits = [trumps, *(0xFF << 8 * suit & ~trumps for suit in (3, 2, 1, 0))]
    return [
        sorted(card_list(cards & suit), key=lambda card: -strength(contract, card))
        for suit in suits
        if cards & suit
    ]


def card_text(card: int, bright: bool = True) -> Text:
    """Return a card in the colour of its suit."""
    return card_in_colour(card_name(card), bright)


def _plays_card(view: SkatView) -> bool:
    return view.phase == Phase.PLAY and view.to_act == view.player and view.offer is None


def _shortened(names: list[str]) -> list[str]:
    """Return a shortened list of moves in place of all 63 bid values."""
    return names if len(names) <= 24 else [*names[:12], "...", names[-1]]


def _parse_card(text: str) -> int:
    try:
        return notation.parse_card(text)
    except notation.NotationError as error:
        raise RefusedError(f"{error}") from error


def _held(view: SkatView) -> int:
    """Return the number of cards still to be discarded."""
    return view.hand.bit_count() - 10


def _to_lay_away(view: SkatView) -> str:
    return "two cards" if _held(view) > 1 else "one more card"


def _parse_discards(view: SkatView, words: list[str]) -> list[int]:
    cards = sorted(_parse_card(word) for word in words)
    if len(cards) != _held(view) or len(set(cards)) != len(cards):
        raise RefusedError(f"{' '.join(words)!r}: expected {_to_lay_away(view)} of your hand")
    for card in cards:
        if not view.hand >> card & 1:
            raise RefusedError(f"you do not hold {card_name(card)}")
    if cards[0] not in view.legal_actions:
        refused = f"{card_name(cards[0])} cannot follow {cards_text(view.skat)}"
        expected = " ".join(map(card_name, view.legal_actions))
        raise RefusedError(f"{refused}: expected one of {expected}")
    return cards


def _parse_play(view: SkatView, words: list[str]) -> int:
    if len(words) != 1:
        raise RefusedError(f"{' '.join(words)!r}: expected one card, such as CJ")
    card = _parse_card(words[0])
    if not view.hand >> card & 1:
        raise RefusedError(f"you do not hold {card_name(card)}")
    if card not in view.legal_actions:
        raise RefusedError(f"{card_name(card)} does not follow: expected {_suit_led(view)}")
    return card


def _suit_led(view: SkatView) -> str:
    """Return the suit that must be followed, in words."""
    led = view.trick[0]
    if trump_mask(view.contract) >> led & 1:
        what = "jacks" if view.contract == GRAND else CONTRACT_NAMES[view.contract]
        return f"a trump ({what})"
    return SUIT_NAMES[led // 8]


def _result(state: pyspiel.State) -> str:
    text = str(state)
    result = text[text.index("result:") :] if "result:" in text else text
    if state.deal.contract == NULL:  # in null neither points nor matadors count
        return re.sub(r" with \d+ points|, matadors \d+", "", result)
    return result


TERMINAL = SkatScreen()
