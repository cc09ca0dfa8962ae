"""The screen for Schnapsen and Kinderschnapsen."""

import dataclasses

import pyspiel
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from vorhand.agents.montecarlo.choice import Choice
from vorhand.cli.terminal.base import SUIT_STYLES, RefusedError, Screen, card_in_colour
from vorhand.cli.terminal.german import in_our_words
from vorhand.games.schnapsen.view import SchnapsenView

_CARDS, _EXCHANGE, _CLOSE, _MARRIAGE = 32, 32, 33, 34  # the numbers of the game's actions
_SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
_SUITS = {
    word: suit for suit, name in enumerate(_SUIT_NAMES) for word in (name.upper(), name[0].upper())
}
_SHORT = {"X": _EXCHANGE, "EXCHANGE": _EXCHANGE, "C": _CLOSE, "CLOSE": _CLOSE}
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
_BLENDED = (
    f"{_EXPECTED}; presumed: against an opponent who may err, not seeing your cards; played out: "
    "where both play on by a policy. The score is a mean of these two"
)
_LEGENDS = {
    "tree": _TREE,
    "blended": _BLENDED,
    "visits": "score: the share of the visits of tree searches",
    "playouts": _EXPECTED,
    "joint search": _EXPECTED,
    "open hands": _OPEN_HANDS,
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
    """Return the meaning of a choice's scores, if there is a legend for them; else empty."""
    if choice.method == "presumed":
        return _presumed(choice)
    legend = _LEGENDS.get(choice.method, "")
    in_match = choice.method == "playouts" and choice.unit == "match"
    return f"{legend}; game points: those won, less those lost" if in_match else legend


def _presumed(choice: Choice) -> str:
    """Return the legend of `pvp` and `ppp`, which expect errors of an opponent."""
    unit = "the chance to win the match" if choice.unit == "match" else choice.unit
    shown = [str(column.header) for column in choice.table().columns]
    told = [f"{name}: {_PRESUMED[name]}" for name in shown if name in _PRESUMED]
    errs = "against an opponent who may err, not seeing your cards"
    return "; ".join([f"score: {unit} to expect {errs}", *told])


class SchnapsenScreen(Screen):
    """The screen of a player's view; moves are typed by name, marriages with the card led.

    ``SA`` plays a card. ``exchange`` and ``close`` (or ``x`` and ``c``) are typed alone. ``m SK``
    announces the marriage and leads the king at once; ``20``, ``40`` and ``ansagen`` are enough if
    only one marriage fits.
    """

    hints = True

    def legend(self, choice: Choice) -> str:
        """Return the meaning of the scores: of a tree search, or means with open hands."""
        return legend(choice)

    def look(self, state: pyspiel.State, seat: int) -> SchnapsenView:
        """Return the player's view."""
        view: SchnapsenView = state.view(seat)
        return view

    def picture(self, seen: SchnapsenView) -> RenderableType:
        """Return trumps and talon, both players' tricks, melds shown, the trick and the hand.

        In a match it includes the end of the previous deal, until the player's first move.
        """
        title = f"you are player {seen.player}"
        deal = seen.deal
        if deal.dealing:
            return Panel(Text("the cards are dealt"), title=title)
        me, other = seen.player, 1 - seen.player
        lines = [_talon(seen)]
        if seen.is_match:
            lines.append(Text(f"match      you {seen.score[me]}, opponent {seen.score[other]}"))
        lines += [_tricks(seen, me, "you"), _tricks(seen, other, "opponent"), *_shown(seen)]
        lines += _last_trick(seen)
        led = Text("you lead") if deal.led < 0 else Text("opponent ") + _card(seen, deal.led)
        if _at_turn(seen):
            lines.append(Text("trick      ") + led)
        playable = sum(1 << move for move in seen.legal_actions if move < _CARDS)
        lines.append(Text("your hand  ") + _cards(seen, deal.hand(me), playable))
        if _at_turn(seen):
            said = [seen.action_name(move) for move in seen.legal_actions if move >= _CARDS]
            moves = [_cards(seen, playable), Text(", ".join(said), "bold")]
            lines.append(Text("you may    ") + Text(", ").join(filter(None, moves)))
        return Group(*_deal_before(seen), Panel(Group(*lines), title=title))

    def prompt(self, seen: SchnapsenView) -> str:
        """Return the question to the player."""
        return "your move"

    def parse(self, seen: SchnapsenView, text: str) -> list[int]:
        """Return an action by its full or short name, or an announcement with its lead."""
        rules, legal = seen.rules, seen.deal.legal_actions(seen.rules)
        shown = {seen.deal.action_name(rules, move).lower(): move for move in legal}
        if (typed := " ".join(text.lower().split())) in shown:
            return [shown[typed]]
        words = in_our_words(text, shown).split()
        actions = _announced(seen, words)
        if len(words) == 1 and not actions:
            actions = [_SHORT.get(words[0], rules.parse_card(words[0]))]
        if not actions or actions[0] not in legal:
            names = ", ".join(seen.deal.action_name(rules, move) for move in legal)
            raise RefusedError(f"{text!r} is not possible here; expected one of {names}")
        return actions

    def grave(self, seen: SchnapsenView, actions: list[int]) -> str:
        """Return a warning if the talon is closed."""
        return "you close the talon" if _CLOSE in actions else ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the end of the game, with all cards."""
        seen, all_cards = state.view(seat), SchnapsenView.all_seeing(state)
        lines = [*_last_trick(seen)]
        for player, who in ((seat, "you"), (1 - seat, "opponent")):
            left = all_cards.deal.hand(player)
            held = Text(", left ") + _cards(all_cards, left) if left else Text()
            lines.append(_tricks(seen, player, who) + held)
        if talon := all_cards.deal.talon:
            cards = Text(" ").join(_card(all_cards, card) for card in talon)
            up = Text(" on ") + _card(all_cards, all_cards.deal.up)
            lines.append(Text("talon      ") + cards + up + Text(_closed(seen)))
        lines.append(Text(_result(seen)))
        return Group(*lines, Text(f"yours: {state.returns()[seat]:+g}", style="bold"))


def _announced(seen: SchnapsenView, words: list[str]) -> list[int]:
    """Return the only announcement that fits the words, with the lead; empty if not unique."""
    said = [word for word in words if word in _ANNOUNCED]
    named = [word for word in words if word not in _ANNOUNCED]
    fits = [move for move in seen.deal.legal_actions(seen.rules) if move >= _MARRIAGE]
    trumps = _MARRIAGE + seen.deal.trump
    if "20" in said:
        fits = [move for move in fits if move != trumps]
    if "40" in said:
        fits = [move for move in fits if move == trumps]
    lead = seen.rules.parse_card(named[0]) if named else -1
    if named:
        suit = _SUITS.get(named[0], lead // 8 if lead % 8 in (1, 2) else -1)
        fits = [move for move in fits if move == _MARRIAGE + suit]
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
    text = f"{'you win' if won else 'the opponent wins'} {points} game point{'s' * (points > 1)}"
    if not view.is_match:
        return f"result: {text}"
    mine, others = view.score[view.player], view.score[1 - view.player]
    if max(mine, others) < view.match_points:
        return f"result: {text}; match: you {mine}, opponent {others}"
    return f"result: {text}, and the match {max(mine, others)}:{min(mine, others)}"


def _talon(view: SchnapsenView) -> Text:
    """Return the trump suit, the card under the talon, and the number of cards on it."""
    deal = view.deal
    suit = Text(_SUIT_NAMES[deal.trump], f"bold {SUIT_STYLES[deal.trump]}")
    text = Text("trumps     ") + suit
    if deal.up < 0:
        return text + Text(", the talon is used up")
    count = f"{len(deal.talon)} card{'' if len(deal.talon) == 1 else 's'}"
    return text + Text(f", {count} on ") + _card(view, deal.up) + Text(_closed(view))


def _closed(view: SchnapsenView) -> str:
    """Return the player who closed the talon; empty if nobody did."""
    closer = view.deal.closer
    return "" if closer < 0 else f", closed by {'you' if closer == view.player else 'the opponent'}"


def _tricks(view: SchnapsenView, player: int, who: str) -> Text:
    deal = view.deal
    pending = deal.pending(player)
    more = f", {pending} more with the next trick" if pending else ""
    count = deal.tricks(player)
    tricks = "1 trick" if count == 1 else f"{count} tricks"
    return Text(f"{who:<11}{deal.points(player)} points in {tricks}{more}")


def _shown(view: SchnapsenView) -> list[Text]:
    """Return the cards that players showed, and those that the opponent still holds."""
    names = {view.player: "you", 1 - view.player: "opponent"}
    said = []
    for mover, action in view.history:
        if action >= _MARRIAGE:
            suit = 8 * (action - _MARRIAGE)
            both = _card(view, suit + 2) + Text(" ") + _card(view, suit + 1)
            said.append(Text(f"{names[mover]} marriage ") + both)
        elif action == _EXCHANGE:
            said.append(Text(f"{names[mover]} took ") + _card(view, view.seen.up) + Text(" up"))
        elif action == _CLOSE:
            said.append(Text(f"{names[mover]} closed"))
    lines = [Text("shown      ") + Text("; ").join(said)] if said else []
    if held := view.deal.hand(1 - view.player):
        lines.append(Text("opponent   holds ") + _cards(view, held))
    return lines


def _last_trick(view: SchnapsenView) -> list[Text]:
    played = [(mover, card) for mover, card in view.history if card < _CARDS]
    whole = len(played) // 2
    if not whole:
        return []
    names = {view.player: "you", 1 - view.player: "opponent"}
    pair = played[2 * whole - 2 : 2 * whole]
    cards = [Text(f"{names[mover]} ") + _card(view, card) for mover, card in pair]
    winner = played[2 * whole][0] if len(played) % 2 else view.deal.to_move
    return [Text("last trick ") + Text("  ").join(cards) + Text(f", won by {names[winner]}")]


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
