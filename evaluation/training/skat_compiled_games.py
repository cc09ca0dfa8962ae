"""Games of Skat between compiled players, bid by rule players or by their own bidder."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from vorhand.agents.skat.bidding.kermit import Fact, FirstLead
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.contracts import NULL, OUVERT
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_kermit import Kermit, games
from vorhand.native.skat_policy import trial

Scores: TypeAlias = list[float]
"""The soloist's score less the mean score of the defenders, in each deal (Seeger-Fabian)."""


def pair_games(
    one: str, other: str, seed: int, first: int, deals: int
) -> tuple[list[str], Scores, Scores]:
    """Play the same deals with each of two players as soloist against two of the other.

    Return for each deal its kind (suit, grand, null), the score of the game with the first player
    as soloist, and of that with the second.
    """
    players = (compiled_player(Spec.parse(spec)) for spec in (one, other))
    found = trial(deals, seed, first, Tastes(), *players)
    contracts, alone, against = (np.asarray(column).tolist() for column in found)
    return [kind_of(contract) for contract in contracts], alone, against


class BidGame(NamedTuple):
    """A game between three players who bid alike, and its result."""

    number: int  # number of the deal
    lead: FirstLead  # the game at its first lead
    points: int  # the soloist's card points
    tricks: int  # the soloist's tricks


def own_table(
    bidder: Kermit | None, cards: str, seed: int, first: int, deals: int
) -> Iterator[BidGame]:
    """Yield the games of three identical players; without a bidder the rule player bids."""
    players = [compiled_player(Spec.parse(cards))] * 3
    _, facts, records = games([bidder] * 3, deals, seed, first, players)
    played = zip(np.asarray(facts).tolist(), np.asarray(records), strict=True)
    for number, (fact, record) in enumerate(played, first):
        if fact[Fact.SOLOIST] >= 0:
            lead = _first_lead(fact, record.view(DEAL)[0])
            yield BidGame(number, lead, fact[Fact.POINTS], fact[Fact.TRICKS])


def _first_lead(fact: list[int], deal: np.void) -> FirstLead:
    """Return the position at the first lead of a deal, from its facts and its record."""
    seat, contract, from_hand = (fact[c] for c in (Fact.SOLOIST, Fact.CONTRACT, Fact.HAND))
    left, right = (int(deal["bids"][(seat + k) % 3]) for k in (1, 2))
    return FirstLead(
        contract,
        contract == NULL and fact[Fact.LEVEL] == OUVERT,
        int(deal["cards"][seat]),
        0 if from_hand else int(deal["cards"][3]),
        seat,
        (left, right),
        bool(from_hand),
    )
