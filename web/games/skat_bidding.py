"""Reviews of deals of Skat in which all passed: the worth of each hand with the skat unknown."""

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.cards import card_names
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal, Phase, action_name
from vorhand.web.answers import ContractHint, Hint
from vorhand.web.boards import BoardError
from vorhand.web.games.skat_answers import BidReview, PassedHand
from vorhand.web.games.skat_records import ADVISER, is_passed_in, played_deal
from vorhand.web.messages import PastedText, question

_PASS = "pass"


@question(PastedText)
def bidding(asked: PastedText) -> BidReview:
    """Return the worth of each hand when its player passed, in a deal in which all passed."""
    played = played_deal(asked.text)
    if not is_passed_in(played.deal) and not played.deal.is_ramsch:
        raise BoardError("a bid was made in this deal; expected one that was passed in")
    hands = [_hand(seat, hint, played.deal) for seat, hint in _hints(played)]
    return BidReview(
        players=list(played.players),
        skat=card_names(played.deal.dealt_skat),
        hands=sorted(hands, key=lambda hand: hand.seat),
    )


def _hints(played: PlayedDeal) -> list[tuple[int, Hint]]:
    """Return the seats of the players and the hints for them when they passed."""
    standing, game, found = played.deal.beginning(), SkatGame(), []
    for action in played.deal.history:
        if standing.phase == Phase.BIDDING and action_name(action) == _PASS:
            seat = standing.player
            choice = adviser(ADVISER, game, seat, 0)(observe(standing, seat))
            found.append((seat, Hint.of(choice, ADVISER)))
        standing.apply(action)
    return found


def _hand(seat: int, hint: Hint, deal: Deal) -> PassedHand:
    contracts = hint.contracts or []
    picked = [each for each in contracts if "H" not in each.declaration[1:]]
    return PassedHand(
        seat=seat,
        cards=card_names(deal.dealt_hand(seat)),
        should_bid=hint.move != _PASS,
        chance=sum(each.chosen * each.chance for each in picked),
        score=sum(each.chosen * each.score for each in picked),
        contracts=sorted(picked, key=_share, reverse=True),
    )


def _share(contract: ContractHint) -> float:
    return contract.chosen
