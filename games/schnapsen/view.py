"""The knowledge of one player about a game of Schnapsen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vorhand.games import notebooks
from vorhand.games.card_sets import SUITS, cards_in
from vorhand.games.digests import digest_of
from vorhand.native.schnapsen import Deal, PlayedDeal, Rules

if TYPE_CHECKING:
    from vorhand.games.schnapsen.game import SchnapsenState

EVERYONE = -1
_FIVE_RANKS = 5


@dataclass(frozen=True)
class SeenDeal:
    """One deal as one player saw it.

    Attributes:
        deal: the deal, without the cards that the player does not know.
        dealt: the player's first hand, in the order of dealing; for `EVERYONE` both first hands.
        up: the trump card that was turned up at first, or -1.
        actions: the players' actions.
        movers: the player of each action.
        draws: the cards the player drew; empty for `EVERYONE`.
    """

    deal: Deal
    dealt: tuple[int, ...]
    up: int
    actions: tuple[int, ...]
    movers: tuple[int, ...]
    draws: tuple[int, ...]


@dataclass(frozen=True)
class SchnapsenView(notebooks.Shown):
    """A game as one player knows it, or with all cards for the player `EVERYONE`.

    Attributes:
        rules: rules of the game.
        player: player whose knowledge this is.
        match_points: the points that win the match.
        is_match: whether a match is played.
        score: game points of both players.
        seen: the current deal.
        past: earlier deals.
    """

    rules: Rules
    player: int
    match_points: int
    is_match: bool
    score: tuple[int, int]
    seen: SeenDeal
    past: tuple[SeenDeal, ...] = field(default=())

    def __hash__(self) -> int:
        return hash(self.digest())  # compiled deals and rules are comparable, but not hashable

    @property
    def deal(self) -> Deal:
        """The current deal, with hidden cards blank."""
        return self.seen.deal

    @property
    def game(self) -> str:
        """Short name of the game."""
        return "python_schnapsen" if self.rules.ranks == _FIVE_RANKS else "python_kinderschnapsen"

    @property
    def legal_actions(self) -> list[int]:
        """The player's legal actions, ascending; empty if they are not to act."""
        deal = self.deal
        if deal.dealing or deal.terminal or deal.to_move != self.player:
            return []
        return deal.legal_actions(self.rules)

    @property
    def phase(self) -> str:
        """The next card to play: a lead, or a reply to one."""
        return "lead" if self.deal.led < 0 else "reply"

    @property
    def history(self) -> list[tuple[int, int]]:
        """Player and action of each move of the deal; all are public."""
        return list(zip(self.seen.movers, self.seen.actions, strict=True))

    def action_name(self, action: int) -> str:
        """Describe an action."""
        return self.deal.action_name(self.rules, action)

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows."""
        return digest_of(
            (seed, self.player, self.score, self.match_points, self.deal.__getstate__())
        )

    @classmethod
    def of_deal(
        cls, rules: Rules, deal: Deal, player: int, score: tuple[int, int], match_points: int
    ) -> SchnapsenView:
        """Return what a player knows of a position that is given without a history."""
        seen = SeenDeal(deal.view(player), (), -1, (), (), ())
        return cls(rules, player, match_points, False, score, seen)

    @classmethod
    def of(cls, state: SchnapsenState, player: int) -> SchnapsenView:
        """Return the player's knowledge of a state."""
        game = state.get_game()
        return cls(
            game.rules,
            player,
            game.match_points,
            game.match,
            state.score,
            _seen(game.rules, state.current, player),
            tuple(_seen(game.rules, played, player) for played in state.past),
        )

    @classmethod
    def all_seeing(cls, state: SchnapsenState) -> SchnapsenView:
        """Return a view of all cards, hidden ones included."""
        return cls.of(state, EVERYONE)

    def names(self, cards: int) -> list[str]:
        """Return the names of the cards in a set."""
        return [self.rules.card_name(card) for card in cards_in(cards)]

    def card_names(self, cards: int) -> str:
        """Return a set of cards as text."""
        return " ".join(self.names(cards)) or "-"

    def describe(self) -> str:
        """Describe the position in several lines."""
        deal = self.deal
        score = f", score {self.score[0]}:{self.score[1]}" if self.is_match else ""
        if deal.dealing:
            return f"dealing, {deal.dealt} cards dealt{score}"
        lines = [f"trumps {SUITS[deal.trump]}, {self._talon_text()}{score}"]
        for player in range(2):
            hand = self.card_names(deal.hand(player))
            if player not in (self.player, EVERYONE) and self.player != EVERYONE:
                hand = f"shown {hand}"
            pending = f" and {deal.pending(player)} pending" if deal.pending(player) else ""
            lines.append(
                f"player {player}: {hand}, {deal.points(player)} points{pending} "
                f"in {_tricks(deal.tricks(player))}"
            )
        if deal.led >= 0:
            lines.append(f"led: {self.rules.card_name(deal.led)}")
        if deal.terminal:
            lines.append(f"player {deal.winner} wins {deal.game_points}")
        else:
            turn = ("", ", exchanged", ", closed", ", announced")[deal.turn]
            lines.append(f"player {deal.to_move} to move{turn}")
        return "\n".join(lines)

    @property
    def title(self) -> str:
        """The title in notebooks."""
        return "Schnapsen" if self.player == EVERYONE else f"Schnapsen, player {self.player}"

    def shown(self) -> str:
        """Return the lines for notebooks."""
        deal, me = self.deal, self.player
        if me == EVERYONE or deal.dealing:
            return self.describe()
        tricks = [
            f"{deal.points(player)} points in {_tricks(deal.tricks(player))}" for player in range(2)
        ]
        lines = {
            "trumps": f"{SUITS[deal.trump]}, {self._talon_text()}",
            "tricks": f"own {tricks[me]}, opponent's {tricks[1 - me]}",
            "hand": self.card_names(deal.hand(me)),
            "shown": self.card_names(deal.hand(1 - me)),
            "may": ", ".join(map(self.action_name, self.legal_actions)),
        }
        return "\n".join(f"{name}: {line}" for name, line in lines.items())

    def _talon_text(self) -> str:
        deal = self.deal
        if deal.up < 0:
            return "talon used up"
        up = self.rules.card_name(deal.up)
        cards = deal.talon
        known = cards and cards[0] >= 0
        shown = " ".join(map(self.rules.card_name, cards)) if known else str(len(cards))
        closed = f", closed by player {deal.closer}" if deal.closer >= 0 else ""
        return f"talon {shown} and {up}{closed}"


def _seen(rules: Rules, played: PlayedDeal, player: int) -> SeenDeal:
    deal, size, cards = played.deal, rules.hand_size, played.cards
    everyone = player == EVERYONE
    return SeenDeal(
        deal if everyone else deal.view(player),
        cards[: 2 * size] if everyone else cards[player * size : (player + 1) * size],
        cards[2 * size] if len(cards) > 2 * size else -1,
        played.actions,
        played.movers,
        () if everyone else played.draws(player),
    )


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
