"""The screen for Schnapsen and Kinderschnapsen."""

import dataclasses

import pyspiel
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from vorhand.agents.montecarlo.choice import Choice
from vorhand.cli.terminal.base import (
    SUIT_STYLES,
    OnTerminal,
    RefusedError,
    Screen,
    card_in_colour,
    trick_drawn,
)
from vorhand.cli.terminal.german import in_our_words
from vorhand.cli.terminal.texts import header, label, move_said, t
from vorhand.games.schnapsen.structs import CLOSE, EXCHANGE, MARRIAGE
from vorhand.games.schnapsen.view import SchnapsenView

_CARDS = EXCHANGE  # actions below are cards
_SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
_SUITS = {
    word: suit for suit, name in enumerate(_SUIT_NAMES) for word in (name.upper(), name[0].upper())
}
_SHORT = {"X": EXCHANGE, "EXCHANGE": EXCHANGE, "C": CLOSE, "CLOSE": CLOSE}
_ANNOUNCED = ("M", "MARRIAGE", "ANSAGEN", "20", "40")
_OPEN_HANDS = "score: game points if all cards lay open, mean over the worlds ± standard error"
_TREE = (
    "score: what the search expects, in game points (in a match the chance to win it); wins: how "
    "often the deal is won; visits: how often it tried the move"
)
_EXPECTED = (
    "score: what the player expects, in game points (in a match the chance to win it), mean over "
    "the worlds ± standard error"
)
_LEGENDS: dict[str, tuple[str, ...]] = {
    "tree": (_TREE,),
    "blended": (
        _EXPECTED,
        "presumed: against an opponent who may err, not seeing your cards",
        "played out: where both play on by a policy. The score is a mean of these two",
    ),
    "visits": ("score: the share of the visits of tree searches",),
    "playouts": (_EXPECTED,),
    "joint search": (_EXPECTED,),
    "open hands": (_OPEN_HANDS,),
}
_PRESUMED = {
    "ap": "the same against one who makes none",
    "tp": "the same against one who knows none of your cards",
    "m": "game points if nobody errs",
    "p": "how likely the opponent errs",
    "a": "the game points that this gains at least",
    "known": "the share of your cards that the opponent knows",
    "worth now": "the chance to win the match if nobody errs",
    "worth after": "the chance to win the match after an error",
    "gain known": "where p and a were found out",
}
_PRESUMED |= {"av": _PRESUMED["ap"], "tv": _PRESUMED["tp"]}


def legend(choice: Choice) -> str:
    """Return the legend that explains the scores of a choice; empty if its method has none."""
    parts = [t(part) for part in _LEGENDS.get(choice.method, ())]
    if choice.method == "presumed":
        parts = _presumed(choice)
    elif choice.method == "playouts" and choice.unit == "match":
        parts.append(t("game points: those won, less those lost"))
    return "; ".join(parts)


def _presumed(choice: Choice) -> list[str]:
    """Return the legend of `pvp` and `ppp`, which expect errors of an opponent."""
    unit = t("the chance to win the match" if choice.unit == "match" else "game points")
    errs = t(
        "score: {unit} to expect against an opponent who may err, not seeing your cards", unit=unit
    )
    shown = [str(column.header) for column in choice.table().columns]
    return [errs, *(f"{header(name)}: {t(_PRESUMED[name])}" for name in shown if name in _PRESUMED)]


class SchnapsenScreen(Screen):
    """The screen of a player's view; moves are typed by name, marriages with the card led.

    ``SA`` plays a card. ``exchange`` and ``close`` (or ``x`` and ``c``) are typed alone. ``m SK``
    announces the marriage and leads the king at once; ``20``, ``40`` and ``ansagen`` are enough if
    only one marriage fits.
    """

    hints = True

    def legend(self, choice: Choice) -> str:
        """Return the legend that explains the scores of the method in use; empty if it has none."""
        return legend(choice)

    def look(self, state: pyspiel.State, seat: int) -> SchnapsenView:
        """Return the player's view."""
        view: SchnapsenView = state.view(seat)
        return view

    def picture(self, seen: SchnapsenView) -> RenderableType:
        """Return trumps and talon, both players' tricks, marriages shown, the trick and the hand.

        In a match it includes the end of the previous deal, until the player's first move.
        """
        title = t("you are player {number}", number=seen.player)
        deal = seen.deal
        if deal.dealing:
            return Panel(Text(t("the cards are dealt")), title=title)
        me, other = seen.player, 1 - seen.player
        lines: list[RenderableType] = [_talon(seen)]
        if seen.is_match:
            score = t("you {own}, opponent {other}", own=seen.score[me], other=seen.score[other])
            lines.append(Text(label("match") + score))
        lines += [_tricks(seen, me, "you"), _tricks(seen, other, "opponent"), *_shown(seen)]
        lines += _last_trick(seen)
        if _at_turn(seen):
            lines.append(_trick(seen))
        playable = sum(1 << move for move in seen.legal_actions if move < _CARDS)
        lines.append(Text(label("your hand")) + _cards(seen, deal.hand(me), playable))
        if _at_turn(seen):
            said = [
                move_said(seen.action_name(move)) for move in seen.legal_actions if move >= _CARDS
            ]
            moves = [_cards(seen, playable), Text(", ".join(said), "bold")]
            lines.append(Text(label("you may")) + Text(", ").join(filter(None, moves)))
        return Group(*_deal_before(seen), Panel(Group(*lines), title=title))

    def prompt(self, seen: SchnapsenView) -> str:
        """Return the question to the player."""
        return t("your move")

    def parse(self, seen: SchnapsenView, text: str) -> list[int]:
        """Return the action of a typed name, full or short, or an announcement and its lead."""
        rules, legal = seen.rules, seen.deal.legal_actions(seen.rules)
        shown = {seen.deal.action_name(rules, move).lower(): move for move in legal}
        if (typed := " ".join(text.lower().split())) in shown:
            return [shown[typed]]
        words = in_our_words(text, shown).split()
        actions = _announced(seen, words)
        if len(words) == 1 and not actions:
            actions = [_SHORT.get(words[0], rules.parse_card(words[0]))]
        if not actions or actions[0] not in legal:
            names = ", ".join(move_said(seen.deal.action_name(rules, move)) for move in legal)
            refused = "{text} is not possible here; expected one of {moves}"
            raise RefusedError(t(refused, text=repr(text), moves=names))
        return actions

    def grave(self, seen: SchnapsenView, actions: list[int]) -> str:
        """Return a warning if one of the actions closes the talon."""
        return t("you close the talon") if CLOSE in actions else ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the description of the end of the game, with all cards."""
        seen, all_cards = state.view(seat), SchnapsenView.all_seeing(state)
        lines = [*_last_trick(seen)]
        for player, who in ((seat, "you"), (1 - seat, "opponent")):
            left = all_cards.deal.hand(player)
            held = Text(t(", left ")) + _cards(all_cards, left) if left else Text()
            lines.append(_tricks(seen, player, who) + held)
        if talon := all_cards.deal.talon:
            cards = Text(" ").join(_card(all_cards, card) for card in talon)
            up = Text(t(" on ")) + _card(all_cards, all_cards.deal.up)
            lines.append(Text(label("talon")) + cards + up + Text(_closed(seen)))
        lines.append(Text(_result(seen)))
        return Group(
            *lines, Text(t("yours: {score}", score=f"{state.returns()[seat]:+g}"), style="bold")
        )


def _announced(seen: SchnapsenView, words: list[str]) -> list[int]:
    """Return the only announcement that fits the words, with the lead; empty if not unique."""
    said = [word for word in words if word in _ANNOUNCED]
    named = [word for word in words if word not in _ANNOUNCED]
    fits = [move for move in seen.deal.legal_actions(seen.rules) if move >= MARRIAGE]
    trumps = MARRIAGE + seen.deal.trump
    if "20" in said:
        fits = [move for move in fits if move != trumps]
    if "40" in said:
        fits = [move for move in fits if move == trumps]
    lead = seen.rules.parse_card(named[0]) if named else -1
    if named:
        suit = _SUITS.get(named[0], lead // 8 if lead % 8 in (1, 2) else -1)
        fits = [move for move in fits if move == MARRIAGE + suit]
    if not said or len(named) > 1 or len(fits) != 1:
        return []
    after = seen.deal.copy()
    after.apply(seen.rules, fits[0])
    # An announcement may win the deal; the lead would then be played in the match's next deal.
    return [*fits, lead] if lead in after.legal_actions(seen.rules) else fits


def _deal_before(view: SchnapsenView) -> list[Text]:
    """Return the end of the previous deal; empty if there is none or the player has moved."""
    if not view.past or view.player in view.seen.movers:
        return []
    ended = dataclasses.replace(view, seen=view.past[-1], past=view.past[:-1])
    tricks = [_tricks(ended, view.player, "you"), _tricks(ended, 1 - view.player, "opponent")]
    return [*_last_trick(ended), *tricks, Text(_result(ended), "bold"), Text()]


def _result(view: SchnapsenView) -> str:
    """Return the winner of the deal, the game points, and the result or score of the match."""
    won, points = view.deal.winner == view.player, view.deal.game_points
    gained = t("1 game point") if points == 1 else t("{count} game points", count=points)
    text = t(
        "result: you win {points}" if won else "result: the opponent wins {points}", points=gained
    )
    if not view.is_match:
        return text
    mine, others = view.score[view.player], view.score[1 - view.player]
    if max(mine, others) < view.match_points:
        return text + t("; match: you {own}, opponent {other}", own=mine, other=others)
    return text + t(", and the match {own}:{other}", own=max(mine, others), other=min(mine, others))


def _talon(view: SchnapsenView) -> Text:
    """Return the trump suit, the card under the talon, and the number of cards on it."""
    deal = view.deal
    suit = Text(move_said(_SUIT_NAMES[deal.trump]), f"bold {SUIT_STYLES[deal.trump]}")
    text = Text(label("trumps")) + suit
    if deal.up < 0:
        return text + Text(t(", the talon is used up"))
    many = len(deal.talon)
    cards = t("1 card") if many == 1 else t("{count} cards", count=many)
    return text + Text(t(", {cards} on ", cards=cards)) + _card(view, deal.up) + Text(_closed(view))


def _closed(view: SchnapsenView) -> str:
    """Return the player who closed the talon; empty if nobody did."""
    closer = view.deal.closer
    if closer < 0:
        return ""
    return t(", closed by you" if closer == view.player else ", closed by the opponent")


def _tricks(view: SchnapsenView, player: int, who: str) -> Text:
    deal = view.deal
    pending = deal.pending(player)
    more = t(", {points} more with the next trick", points=pending) if pending else ""
    count = deal.tricks(player)
    tricks = t("1 trick") if count == 1 else t("{count} tricks", count=count)
    taken = t("{points} points in {tricks}", points=deal.points(player), tricks=tricks)
    return Text(f"{label(who)}{taken}{more}")


def _shown(view: SchnapsenView) -> list[Text]:
    """Return the marriages, exchange and closing so far, and the opponent's known cards."""
    said, trumps = [], 8 * view.deal.trump
    for mover, action in view.history:
        who = "you" if mover == view.player else "opponent"
        if action >= MARRIAGE:
            suit = 8 * (action - MARRIAGE)
            points = 40 if suit == trumps else 20
            both = _card(view, suit + 2) + Text(" ") + _card(view, suit + 1)
            said.append(Text(t(f"{who} marriage ", points=points)) + both)
        elif action == EXCHANGE:
            took = Text(t(f"{who} took ", jack=_card(view, trumps).plain))
            said.append(took + _card(view, view.seen.up) + Text(t(" up")))
        elif action == CLOSE:
            said.append(Text(t(f"{who} closed")))
    lines = [Text(label("shown")) + Text("; ").join(said)] if said else []
    if held := view.deal.hand(1 - view.player):
        lines.append(Text(label("opponent") + t("holds ")) + _cards(view, held))
    return lines


def _last_trick(view: SchnapsenView) -> list[Text]:
    played = [(mover, card) for mover, card in view.history if card < _CARDS]
    whole = len(played) // 2
    if not whole:
        return []
    names = _names(view)
    pair = played[2 * whole - 2 : 2 * whole]
    cards = [Text(f"{names[mover]} ") + _card(view, card) for mover, card in pair]
    winner = played[2 * whole][0] if len(played) % 2 else view.deal.to_move
    won = Text(t(", won by {seat}", seat=names[winner]))
    return [Text(label("last trick")) + Text("  ").join(cards) + won]


def _names(view: SchnapsenView) -> dict[int, str]:
    return {view.player: t("you"), 1 - view.player: t("opponent")}


def _trick(view: SchnapsenView) -> RenderableType:
    """Return the card led, drawn in its place, or the text that the player leads."""
    led, other = view.deal.led, 1 - view.player
    if led < 0:
        return Text(label("trick") + t("you lead"))
    line = Text(label("trick") + t("opponent") + " ") + _card(view, led)
    names = [_names(view)[seat] for seat in range(2)]
    return OnTerminal(trick_drawn(names, view.player, {other: _card(view, led)}), line)


def _cards(view: SchnapsenView, cards: int, playable: int = -1) -> Text:
    """Return cards in colour by suit, trumps first, descending; unplayable ones are dim."""
    trump = view.deal.trump
    suits = [trump, *(suit for suit in (3, 2, 1, 0) if suit != trump)]
    groups = [
        [card for card in range(8 * suit + 7, 8 * suit - 1, -1) if cards >> card & 1]
        for suit in suits
    ]
    return Text("   ").join(
        Text(" ").join(_card(view, card, bool(playable >> card & 1)) for card in group)
        for group in groups
        if group
    )


def _card(view: SchnapsenView, card: int, bright: bool = True) -> Text:
    return card_in_colour(view.rules.card_name(card), bright)


def _at_turn(seen: SchnapsenView) -> bool:
    deal = seen.deal
    return not deal.dealing and not deal.terminal and deal.to_move == seen.player


TERMINAL = SchnapsenScreen()
