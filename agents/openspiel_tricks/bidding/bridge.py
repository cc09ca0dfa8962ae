"""Calls at Bridge that ignore competition: a bid, the partner's answer, and then passes.

A player whose partner has not bid yet bids the contract with the highest mean score over worlds, as
its declarer, or passes if no contract has a positive mean score. The partner of a player who has
bid samples worlds weighted by the first calls, and bids on only for a contract that scores more
than that bid (a better suit, game or slam), or more than 0 if the opponents have outbid it. Both
pass from then on. The opponents' bids otherwise only rule out lower bids.
"""

import numpy as np

from vorhand.agents.openspiel_tricks.bidding.playouts import by_thumb
from vorhand.agents.openspiel_tricks.bridge.beliefs.bids import worlds_by_bids
from vorhand.games.openspiel_tricks.bridge import FIRST_BID, PASS, STRAINS, Bridge
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.tricks import Play

_WORLDS = 30
_CAUTION = 1.0  # number of tricks by which playouts favour the declarer


def bridge_call(view: TableView, rules: Bridge) -> int:
    """Return the bid with the highest mean score if it exceeds that of a pass, otherwise pass."""
    made = [(who, action - FIRST_BID) for who, action in view.moves if action >= FIRST_BID]
    ours = [(who, bid) for who, bid in made if (who - view.player) % 2 == 0]
    if len(ours) > 1 or (ours and ours[0][0] == view.player):
        return PASS
    bids = [action - FIRST_BID for action in view.legal_actions if action >= FIRST_BID]
    if not bids:
        return PASS
    declarers = [view.player] * STRAINS
    if ours:
        partner, bid = ours[0]
        declarers[bid % STRAINS] = partner
        rows = worlds_by_bids(view, _WORLDS, view.digest()).rows
    else:
        rows = view.worlds(_WORLDS, view.digest())
    tricks = [_tricks(rules, seat, strain, rows) for strain, seat in enumerate(declarers)]

    def score(bid: int) -> float:
        contract = rules.named(declarers[bid % STRAINS], bid)
        worths = np.array(rules.terms(contract, view.player)[1])
        taken = tricks[bid % STRAINS] - _CAUTION  # an estimate, which need not be a whole number
        return float(np.interp(taken, np.arange(len(worths)), worths).mean())

    scores = {bid: score(bid) for bid in bids}
    left = score(ours[0][1]) if ours and made[-1] == ours[0] else 0.0
    best = max(scores, key=lambda bid: scores[bid])
    return best + FIRST_BID if scores[best] > left else PASS


def _tricks(rules: Bridge, declarer: int, strain: int, rows: np.ndarray) -> np.ndarray:
    """Count a declarer's tricks in each world if all play by rules of thumb."""
    contract = rules.named(declarer, strain)
    terms, _, _ = rules.terms(contract, declarer)
    made = []
    for row in rows:
        hands = row.tolist()
        made.append(by_thumb(Play(terms, hands, contract.cards, contract.leader), hands))
    return np.array(made)
