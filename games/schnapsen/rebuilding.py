"""Reconstruction of a state from one player's `SchnapsenView`.

A player's own cards and the public actions determine a state up to the cards that the player has
not seen. These are filled in such that all actions were possible: the opponent held each card by
the time it was shown, and does not hold cards that were proven to be missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.rules import RulesError
from vorhand.games.schnapsen.structs import CLOSE, EXCHANGE, MARRIAGE
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Rules

_JACK, _QUEEN, _KING = 0, 1, 2
_NEVER = 1000  # greater than the number of moves of a deal


@dataclass(frozen=True)
class Account:
    """One deal as one player knows it."""

    dealt: tuple[int, ...]  # the player's first hand, in the order of dealing
    up: int  # the trump card that was turned up, or -1
    moves: tuple[tuple[int, int], ...]  # player and action of each move
    draws: tuple[int, ...]  # the cards that the player drew
    leads_next: int  # the player to act, or -1
    lacks: int  # cards that the opponent is proven not to hold now


def account_of(view: SchnapsenView) -> Account:
    """Return the account of the current deal for the player of a view."""
    seen, deal = view.seen, view.deal
    to_act = -1 if deal.terminal or deal.dealing else deal.to_move
    lacks = deal.excluded(1 - view.player)
    moves = tuple(zip(seen.movers, seen.actions, strict=True))
    return Account(seen.dealt, seen.up, moves, seen.draws, to_act, lacks)


def state_of(game: SchnapsenGame, player: int, accounts: Sequence[Account]) -> SchnapsenState:
    """Reconstruct a state in which the player knows exactly the contents of the accounts.

    Raises:
        RulesError: the accounts, one per deal, describe something impossible.
    """
    state: SchnapsenState = game.new_initial_state()
    for account in accounts:
        if account.up < 0:
            continue  # the trump card is not turned up yet
        cards = dealt_cards(game.rules, player, account)
        for action in (*cards, *(action for _, action in account.moves)):
            if state.is_terminal() or action not in state.legal_actions():
                raise RulesError(f"action {action} of the account is not legal in its place")
            state.apply_action(action)
    return state


def dealt_cards(rules: Rules, player: int, account: Account) -> list[int]:
    """Return the cards in the order of dealing; fill in those that the player has not seen.

    Raises:
        RulesError: the account describes something impossible.
    """
    other, size, talon_size = 1 - player, rules.hand_size, rules.talon_size
    drawers = _drawers(player, account)
    exchanged_by = next((who for who, action in account.moves if action == EXCHANGE), -1)

    talon = [-1] * talon_size
    # for each of the opponent's cards: the last move before it was drawn, and its talon place
    slots: list[tuple[int, int]] = [(-1, -1)] * size
    own = iter(account.draws)
    for place, (who, when) in enumerate(drawers):
        card = next(own) if who == player else -1
        if place < talon_size and who == player:
            talon[place] = card
        elif place < talon_size:
            slots.append((when, place))
    took_up = len(drawers) > talon_size and drawers[talon_size][0] == other

    shown = _shown(other, account)
    if exchanged_by == other:
        shown.pop(account.up, None)
    if took_up:
        lies_up = account.up if exchanged_by < 0 else account.up // 8 * 8 + _JACK
        if exchanged_by != other:  # otherwise the opponent held it before the exchange
            shown.pop(lies_up, None)
    seen = {*account.dealt, *talon, account.up, *shown}
    absent = _absent(other, account) if rules.marriage_compulsory else {}
    free = [card for card in rules.cards if card not in seen]
    free.sort(key=lambda card: (account.lacks >> card & 1, absent.get(card, -1)))
    unseen = len(slots) - len(shown)  # the opponent's cards that the player has not seen
    if not 0 <= unseen <= len(free):
        raise RulesError("the cards of the account are not those of the pack")
    filled = _fill([when for when, _ in slots], shown, absent, free[:unseen])
    rest = iter(free[unseen:])
    hand = filled[:size]
    for (_, place), card in zip(slots[size:], filled[size:], strict=True):
        talon[place] = card
    talon = [card if card >= 0 else next(rest, -1) for card in talon]
    hands = (account.dealt, hand) if player == 0 else (hand, account.dealt)
    return [*hands[0], *hands[1], account.up, *talon]


def _fill(
    times: list[int], shown: dict[int, int], absent: dict[int, int], free: list[int]
) -> list[int]:
    """Assign a card to each unknown place of the opponent's cards, from the last to the first.

    A card that can be in a late place can also be in earlier ones. So the card that the opponent
    lacked longest is assigned first among the possible cards.
    """
    left = {**dict.fromkeys(free, _NEVER), **shown}
    filled = []
    for when in reversed(times):
        cards = [card for card, needed in left.items() if needed > when]
        if not cards:
            raise RulesError("the opponent showed a card before they can have held it")
        card = max(cards, key=lambda card: absent.get(card, -1))
        del left[card]
        filled.append(card)
    return filled[::-1]


def _absent(other: int, account: Account) -> dict[int, int]:
    """Return cards that the opponent lacked, each with the last move that proves this.

    If marriages must be announced, a king or queen led without an announcement shows that the
    other card of the pair is missing.
    """
    absent: dict[int, int] = {}
    led = announced = False
    for k, (who, action) in enumerate(account.moves):
        if action >= EXCHANGE:
            announced = action >= MARRIAGE
            continue
        if not led and not announced and who == other and action % 8 in (_QUEEN, _KING):
            absent[action ^ 3] = k
        led, announced = not led, False
    return absent


def _drawers(player: int, account: Account) -> list[tuple[int, int]]:
    """Return for each card of the talon, in order, its drawer and the move before the draw."""
    plays = [(k, who) for k, (who, action) in enumerate(account.moves) if action < EXCHANGE]
    drawers: list[tuple[int, int]] = []
    for trick in range(len(account.draws)):
        after = plays[2 * trick + 1][0]
        winner = account.moves[after + 1][0] if after + 1 < len(account.moves) else -1
        winner = account.leads_next if winner < 0 else winner
        winner = player if winner < 0 else winner
        drawers += [(winner, after), (1 - winner, after)]
    return drawers


def _shown(other: int, account: Account) -> dict[int, int]:
    """Return the cards that the opponent has shown, each with the first move that required it."""
    shown: dict[int, int] = {}
    for k, (who, action) in enumerate(account.moves):
        if who != other or action == CLOSE:
            continue
        if action == EXCHANGE:
            cards = [account.up // 8 * 8 + _JACK]
        elif action >= MARRIAGE:
            suit = 8 * (action - MARRIAGE)
            cards = [suit + _QUEEN, suit + _KING]
        else:
            cards = [action]
        for card in cards:
            shown.setdefault(card, k)
    return shown
