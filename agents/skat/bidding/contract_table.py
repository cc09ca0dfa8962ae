"""A bidder's assessment of the contracts, as data and as a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vorhand.agents.montecarlo.choice import Choice, titled
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.bidding.contracts import Prospect
from vorhand.games.skat.cards import NUM_CARDS, cards_text

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Contracts:
    """The contracts that were examined."""

    prospects: tuple[Prospect, ...]  # their expected results, in the order of the table
    # function that explains the decision; None: it would take too long
    reason: Callable[[], Reason] | None = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the contracts as plain data."""
        return {"contracts": [prospect.to_dict() for prospect in self.prospects]}

    def table(self, choice: Choice) -> Table:
        """Return a table of the contracts and their expected results."""
        # Two cards are discarded, one action each.
        lays_away = choice.move < NUM_CARDS
        title = cards_text(self.prospects[0].discards) if lays_away else choice.name
        title += f" ({choice.reason}"
        if "chance" in choice.notes:
            title += f", wins {choice.notes['chance']:.0%} for {choice.notes['value']}"
        table = titled(title + ")", "contract")
        # Before the skat is known, each contract is the best only with some of the skats.
        skats = not any(prospect.discards for prospect in self.prospects)
        table.add_column(
            "best after" if skats else "laid away", justify="right" if skats else "left"
        )
        open_hands = any(prospect.open_hand is not None for prospect in self.prospects)
        for name in ("wins", *["with open cards"] * open_hands, "score"):
            table.add_column(name, justify="right")
        for prospect in self.prospects:
            share = "" if prospect.declaration.hand else f"{prospect.chosen:.0%} of skats"
            table.add_row(
                prospect.declaration.in_words(),
                share if skats else cards_text(prospect.discards),
                f"{prospect.chance:.0%}",
                *[f"{prospect.open_hand or 0:.0%}"] * open_hands,
                f"{prospect.score:+.1f}",
            )
        return table
