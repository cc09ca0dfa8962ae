"""The screen for Skat."""

import re
from collections.abc import Sequence
from itertools import groupby

import pyspiel
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from vorhand.agents.montecarlo.choice import Choice
from vorhand.cli.terminal.base import (
    OnTerminal,
    RefusedError,
    Screen,
    card_in_colour,
    trick_drawn,
)
from vorhand.cli.terminal.german import in_our_words
from vorhand.cli.terminal.texts import is_german, label, move_said, t
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
from vorhand.games.skat.contracts import CONTRACT_NAMES, GRAND, NULL, Declaration
from vorhand.games.skat.ramsch import taken_by_seat
from vorhand.games.skat.view import SkatView
from vorhand.games.skat.worth import ALL_TRICKS, short_of_bid
from vorhand.native.skat import (
    FIRST_SPITZE,
    GIVE_UP,
    PICK_UP,
    Deal,
    Phase,
    action_name,
    matadors,
    strength,
    trump_mask,
)

_BOCK = "Bock round: values count double"
_GRAVE = ("give up", "lay open", "kontra", "re")

_BLENDED = (
    "score: the Seeger-Fabian score expected, the soloist's less the mean of the defenders' (for a "
    "defender the other way round), the mean of open hands (all see all cards) and of worlds "
    "played out (each sees their own), ± standard error; soloist wins: played out"
)


class SkatScreen(Screen):
    """The screen of Skat; cards are in the order of the contract, unplayable ones dimmed."""

    hints = True

    def legend(self, choice: Choice) -> str:
        """Return the legend that explains the scores of the method in use; empty if it has none."""
        return t(_BLENDED) if choice.method == "blended" else ""

    def look(self, state: pyspiel.State, seat: int) -> SkatView:
        """Return the player's view."""
        view: SkatView = state.view(seat)
        return view

    def picture(self, seen: SkatView) -> RenderableType:
        """Return bidding, contract, tricks, the cards on the table and in hand, the legal moves."""
        lines: list[RenderableType] = [*_situation(seen), *_table(seen)]
        lines.append(Text(label("your hand")) + _hand_text(seen))
        if _plays_card(seen):
            playable = card_set(seen.legal_actions)
            lines.append(Text(label("you may")) + cards_in_order(playable, seen.contract))
        elif seen.legal_actions and seen.phase != Phase.DISCARD:
            moves = [move_said(action_name(action)) for action in seen.legal_actions]
            lines.append(Text(label("you may")) + Text(", ".join(_shortened(moves)), "bold"))
        if seen.offers:
            said = t(" or ").join(move_said(action_name(action)) for action in seen.offers)
            lines.append(Text(label("or say") + said))
        role = "" if seen.soloist < 0 else t("soloist" if seen.is_soloist else "defender")
        title = t("you are {seat}", seat=_seat(seen.player))
        return Panel(Group(*lines), title=f"{title}, {role}" if role else title)

    def prompt(self, seen: SkatView) -> str:
        """Return the question for the phase."""
        if seen.phase == Phase.DISCARD:
            example = "D7 H8" if _held(seen) > 1 else "H8"
            text = "{cards} to lay away, such as {example}"
            if seen.is_pushing:
                text = "{cards} to push on, such as {example}"
            return t(text, cards=_to_lay_away(seen), example=example)
        return t("your card" if _plays_card(seen) else "your move")

    def parse(self, seen: SkatView, text: str) -> list[int]:
        """Return the actions for a card, discards, a bid value, or a move as listed."""
        words = in_our_words(text, map(action_name, seen.legal_actions + seen.offers)).split()
        if seen.phase == Phase.DISCARD:
            return _parse_discards(seen, words, text)
        wanted = " ".join(words).lower()
        actions = seen.legal_actions + (() if _plays_card(seen) else seen.offers)
        if _plays_card(seen):
            if not any(action_name(action).startswith(wanted) for action in seen.offers):
                return [_parse_play(seen, words, text)]
            actions = seen.offers
        names = {action_name(action): action for action in actions}
        if wanted == str(seen.bid) and "hold" in names:
            return [names["hold"]]  # answering 18 with 18 means holding
        begun = [name for name in names if name.startswith(wanted) and wanted[:1].isalpha()]
        if wanted in names or len(begun) == 1:
            return [names[wanted if wanted in names else begun[0]]]
        expected = ", ".join(_shortened([move_said(name) for name in begun or names]))
        text = repr(text)
        raise RefusedError(
            t("{text} is not possible here; expected one of {moves}", text=text, moves=expected)
        )

    def grave(self, seen: SkatView, actions: list[int]) -> str:
        """Return a warning for discarded or pushed cards, ouvert, Kontra, Re and offers to end."""
        names = [action_name(action) for action in actions]
        if seen.phase == Phase.DISCARD:
            text = "you push on {cards}" if seen.is_pushing else "you lay away {cards}"
            return t(text, cards=t(" and ").join(map(move_said, names)))
        grave = [name for name in names if "ouvert" in name or name in _GRAVE]
        return t("you say {what}", what=move_said(grave[0])) if grave else ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the description of the whole deal with open cards, the result and all scores."""
        deal, scores = state.deal, state.returns()
        dealt = [(name, deal.dealt_hand(s)) for s, name in enumerate(SEAT_NAMES)]
        cards = [
            Text(label(name)) + cards_in_order(held, deal.contract)
            for name, held in (*dealt, ("skat", deal.dealt_skat))
        ]
        table = ", ".join(f"{_seat(s)} {score:+g}" for s, score in enumerate(scores))
        return Group(
            *_last_trick(state.view(seat)), *cards, Text(_result(state)), Text(table, "bold")
        )


def _seat(seat: int) -> str:
    return t(SEAT_NAMES[seat])


def _situation(view: SkatView) -> list[Text]:
    lines = [Text(t(_BOCK), "bold")] if view.bock else []
    lines.append(Text(label("bidding") + _bidding(view)))
    declaration = view.declaration
    if declaration is not None:
        said, seat = move_said(declaration.in_words()), _seat(view.soloist)
        text = label("contract") + t("{contract} by {seat}", contract=said, seat=seat)
        bid = t(", bid {bid}", bid=view.bid) + _short_of_bid(view) if view.bid else ""
        lines.append(Text(text + bid, "bold"))
        taken = t(
            "soloist {own} ({points} points), defenders {others} ({rest})",
            own=view.soloist_tricks,
            points=view.soloist_points,
            others=view.defender_tricks,
            rest=view.defender_points,
        )
        lines.append(Text(label("tricks") + taken))
    elif view.soloist >= 0:
        said = t("{seat}, bid {bid}", seat=_seat(view.soloist), bid=view.bid)
        lines.append(Text(label("soloist") + said))
    if pushes := _pushes(view):
        lines.append(Text(label("pushes") + pushes))
    if view.is_ramsch:
        lines.append(Text(label("contract") + move_said("ramsch"), "bold"))
        points = _points_said(taken_by_seat(view)[1])
        taken = ", ".join(
            f"{_seat(seat)} {tricks} ({points[seat]})"
            for seat, tricks in enumerate(taken_by_seat(view)[0])
        )
        lines.append(Text(label("tricks") + taken))
    return lines


def _pushes(view: SkatView) -> str:
    """Return who took up the skat before Ramsch, and who pushed it on unseen."""
    took, unseen = "{seat} took up the skat", "{seat} pushed the skat on unseen"
    said = [(took if move == PICK_UP else unseen, _seat(seat)) for seat, move in view.pushes]
    return "; ".join(t(text, seat=seat) for text, seat in said)


def _points_said(points: Sequence[int]) -> list[str]:
    """Return each seat's points; only the first has the unit, so that all fit on a line."""
    return [t("{points} points", points=points[0]), *map(str, points[1:])]


def _short_of_bid(view: SkatView) -> str:
    """Return the goal of a person who is the soloist if the game is worth less than the bid.

    Otherwise the text is empty, also in a hand game, because the skat may hold further matadors.
    """
    if not view.is_soloist or view.hand_game:
        return ""
    twelve = view.hand | view.played[view.player] | view.skat
    tops = view.given_matadors or matadors(view.contract, twelve)
    short = short_of_bid(view.contract, tops, view.bid)
    if short is None:
        return ""
    if short.goal is None:
        return t(": worth {worth}, so it is lost whatever is played", worth=short.worth)
    if short.goal == ALL_TRICKS:
        return t(": worth {worth}, so all tricks are needed", worth=short.worth)
    return t(": worth {worth}, so {goal} points are needed", worth=short.worth, goal=short.goal)


def _bidding(view: SkatView) -> str:
    """Return the bids, holds and passes by seat."""
    spoken = [(seat, move) for seat, move in view.history if 32 <= move < PICK_UP]
    parts = []
    for seat, group in groupby(spoken, key=lambda pair: pair[0]):
        moves = ", ".join(move_said(action_name(move)) for _, move in group)
        parts.append(f"{_seat(seat)}: {moves}" if is_german() else f"{_seat(seat)} {moves}")
    return "; ".join(parts) or t("nobody has spoken")


def _table(view: SkatView) -> list[RenderableType]:
    lines: list[RenderableType] = [*_last_trick(view)]
    lines += [
        Text(f"{label('said')}{_seat(seat)}: {move_said(action_name(move))}", "bold")
        for seat, move in view.history
        if GIVE_UP <= move < FIRST_SPITZE
    ]
    if view.open_hand and not view.is_soloist:
        lines.append(Text(label("open hand")) + cards_in_order(view.open_hand, view.contract))
    if view.skat:
        away = "laid away" if view.soloist >= 0 else "pushed on"
        lines.append(Text(label(away)) + cards_in_order(view.skat, view.contract))
    elif view.picked_up_skat and view.phase == Phase.DISCARD:
        lines.append(Text(label("picked up")) + cards_in_order(view.picked_up_skat, view.contract))
    if view.contract >= 0 or view.is_ramsch:
        start = len(view.plays) - len(view.trick)
        on_table = list(zip(view.players_of_plays[start:], view.trick, strict=True))
        line = Text(label("trick")) + _trick_text(on_table)
        cards = {seat: card_text(card) for seat, card in on_table}
        names = [t(name) for name in SEAT_NAMES]
        drawn = trick_drawn(names, view.player, cards) if on_table else line
        lines.append(OnTerminal(drawn, line))
    return lines


def _last_trick(view: SkatView) -> list[Text]:
    trick = view.last_trick
    if not trick:
        return []
    winner = "" if view.leader < 0 else t(", won by {seat}", seat=_seat(view.leader))
    return [Text(label("last trick")) + _trick_text(trick) + Text(winner)]


def _trick_text(trick: list[tuple[int, int]]) -> Text:
    if not trick:
        return Text(t("you lead"))
    return Text("  ").join(Text(f"{_seat(seat)} ") + card_text(card) for seat, card in trick)


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
    """Return a set of cards by suit, trumps first, descending; contract -1 counts as grand."""
    contract = GRAND if contract < 0 else contract
    trumps = trump_mask(contract)
    suits = [trumps, *(0xFF << 8 * suit & ~trumps for suit in (3, 2, 1, 0))]
    return [
        sorted(card_list(cards & suit), key=lambda card: -strength(contract, card))
        for suit in suits
        if cards & suit
    ]


def card_text(card: int, bright: bool = True) -> Text:
    """Return a card in the colour of its suit or, unless bright, dim."""
    return card_in_colour(card_name(card), bright)


def _plays_card(view: SkatView) -> bool:
    return view.phase == Phase.PLAY and view.to_act == view.player and view.offer is None


def _shortened(names: list[str]) -> list[str]:
    """Return a list of moves; one of more than 24, such as all bid values, is shortened."""
    return names if len(names) <= 24 else [*names[:12], "...", names[-1]]


def _said(card: int) -> str:
    return move_said(card_name(card))


def _parse_card(word: str, typed: str) -> int:
    """Return the card that a word of the typed text names; a refusal quotes the text as typed."""
    try:
        return notation.parse_card(word)
    except notation.NotationError as error:
        raise RefusedError(
            t("{text}: expected one card, such as CJ", text=repr(typed))
            if is_german()
            else str(error).replace(repr(word), repr(typed), 1)
        ) from error


def _held(view: SkatView) -> int:
    """Return the number of cards still to be discarded or pushed on."""
    return view.hand.bit_count() - 10


def _to_lay_away(view: SkatView) -> str:
    return t("two cards" if _held(view) > 1 else "one more card")


def _parse_discards(view: SkatView, words: list[str], typed: str) -> list[int]:
    cards = sorted(_parse_card(word, typed) for word in words)
    if len(cards) != _held(view) or len(set(cards)) != len(cards):
        text, expected = repr(typed), _to_lay_away(view)
        raise RefusedError(t("{text}: expected {cards} of your hand", text=text, cards=expected))
    for card in cards:
        if not view.hand >> card & 1:
            raise RefusedError(t("you do not hold {card}", card=_said(card)))
        if view.is_pushing and trump_mask(GRAND) >> card & 1:
            raise RefusedError(t("jacks are not pushed on"))
    if cards[0] not in view.legal_actions:
        raise RefusedError(
            t(
                "{card} cannot follow {cards}: expected one of {moves}",
                card=_said(cards[0]),
                cards=cards_text(view.skat),
                moves=" ".join(map(card_name, view.legal_actions)),
            )
        )
    return cards


def _parse_play(view: SkatView, words: list[str], typed: str) -> int:
    if len(words) != 1:
        raise RefusedError(t("{text}: expected one card, such as CJ", text=repr(typed)))
    card = _parse_card(words[0], typed)
    if not view.hand >> card & 1:
        raise RefusedError(t("you do not hold {card}", card=_said(card)))
    if card not in view.legal_actions:
        text = "{card} does not follow: expected {suit}"
        raise RefusedError(t(text, card=_said(card), suit=_suit_led(view)))
    return card


def _suit_led(view: SkatView) -> str:
    """Return the suit that must be followed, in words."""
    led = view.trick[0]
    contract = GRAND if view.is_ramsch else view.contract
    if trump_mask(contract) >> led & 1:
        trumps = CONTRACT_NAMES[contract]
        what = t("jacks") if contract == GRAND else move_said(trumps)
        return t("a trump ({what})", what=what)
    return move_said(SUIT_NAMES[led // 8])


def _result(state: pyspiel.State) -> str:
    if state.deal.is_ramsch:
        return result_of_ramsch(state.deal)
    if is_german():
        return _result_in_german(state.deal)
    text = str(state)
    result = text[text.index("result:") :] if "result:" in text else text
    if state.deal.contract == NULL:  # in null neither points nor matadors count
        return re.sub(r" with \d+ points|, matadors \d+", "", result)
    return result


def result_of_ramsch(deal: Deal) -> str:
    """Return what each seat wins or loses, its card points, and the reasons why the two differ."""
    result = deal.result()
    points = _points_said(deal.seat_points)
    values = enumerate(result.seat_values)
    line = "Ramsch: " + ", ".join(
        f"{_seat(seat)} {value:+d} ({points[seat]})" for seat, value in values
    )
    reasons = []
    if any(value > 0 for value in result.seat_values):
        reasons.append("Durchmarsch: all ten tricks win 120")
    elif 0 in result.seat_tricks:
        reasons.append("Jungfrau: somebody took no trick, so the loss counts double")
    if result.bock:
        reasons.append(_BOCK)
    said = [*map(t, reasons)]
    if result.pushed_unseen and min(result.seat_values) < 0:
        text = "pushed on unseen: the loss counts {factor} times"
        said.append(t(text, factor=2**result.pushed_unseen))
    return "\n".join([line, *said])


def _result_in_german(deal: Deal) -> str:
    result = deal.result()
    if deal.soloist < 0:
        return "Eingepasst."
    tricks = "1 Stich" if result.tricks == 1 else f"{result.tricks} Stichen"
    taken = f"{result.points} Augen in {tricks}"
    if not deal.past_known:
        return f"Ergebnis: {taken}; was vorher war, ist nicht bekannt"
    declaration = Declaration.of(deal)
    verb = "gewinnt" if result.won else "verliert"
    parts = [f"{_seat(deal.soloist)} {verb} {move_said(declaration.in_words())}"]
    if deal.contract == NULL:
        parts.append(f" in {tricks}" if result.tricks else "")
    else:
        run = "mit" if result.matadors > 0 else "ohne"
        parts.append(f" mit {taken}, {run} {abs(result.matadors)}")
    parts.append(", überreizt" if result.overbid else "")
    parts.append({1: "", 2: ", Kontra", 4: ", Kontra und Re"}[result.multiplier])
    if result.spitze and not result.spitze_made:
        parts.append(", Spitze verfehlt")
    parts.append(", Bock" if result.bock else "")
    parts.append(f": {result.value:+d}")
    if deal.broken_off_by >= 0:
        parts.append(f"; abgebrochen von {_seat(deal.broken_off_by)}")
    return "".join(parts)


TERMINAL = SkatScreen()
