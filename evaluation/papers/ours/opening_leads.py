"""The first cards that a defender leads at Skat, described by the cards that the defender holds.

Rule players bid, and three copies of one compiled player play the cards. Only deals in which a
defender leads count. A share is the share of the deals in which a statement is true among those to
which it applies: "an ace, if one is held" applies if the defender holds an ace that is no trump and
leads no trump.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena.estimates import share
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, kind_of
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import JACKS, RANKS, card_list
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat_kermit import games

_JOB_DEALS = 250
_FOREHAND = 0  # this seat leads to the first trick
_PLACES = {1: "soloist second", 2: "soloist last"}
_NULL_RANKS = "789TJQKA"  # in ascending order of strength in null, as `RANKS` in other games
_ACE, _TEN = "A", "T"
STATEMENTS = (
    "a trump, if trumps and other cards are held",
    "from a longest suit, if suits differ in length",
    "a single card, if one is held",
    "an ace, if one is held",
    "the ace, from a suit with ace and ten",
    "the ace, from a suit with ace and no ten",
    "the ten, from a suit with ten and no ace",
    "the highest card, from a suit without ace and ten",
    "the lowest card, from a suit of several cards",
)
(_TRUMP, _LONGEST, _SINGLE, _SOME_ACE, _ACE_OF_TEN, _ACE_ALONE, _TEN_ALONE, _HIGHEST, _LOWEST) = (
    STATEMENTS
)


def _jobs(settings: Settings) -> list[Job]:
    agent = settings.spec("agent")
    return [[agent, *job] for job in settings.jobs("deals", _JOB_DEALS)]


def _play(job: Job) -> Result:
    """Return for each kind of game, place and statement how often it was true, and could be."""
    agent, seed, first, deals = job
    players = [compiled_player(Spec.parse(agent))] * 3
    _, facts, records = games([None] * 3, deals, seed, first, players)
    counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for soloist, record in zip(np.asarray(facts)[:, 0].tolist(), np.asarray(records), strict=True):
        if soloist not in _PLACES:
            continue  # passed in, or the soloist leads
        deal = record.view(DEAL)[0]
        contract, hand = int(deal["contract"]), int(deal["cards"][_FOREHAND])
        for name, true in statements(contract, hand, int(deal["plays"][0])):
            count = counts[kind_of(contract), _PLACES[soloist], name]
            count[0] += true
            count[1] += 1
    return [[*names, *count] for names, count in sorted(counts.items())]


def statements(contract: int, hand: int, led: int) -> Iterator[tuple[str, bool]]:
    """Yield the statements that a lead may make true, and whether it does.

    Args:
        contract: 0..3 suits, 4 grand, 5 null.
        hand: the cards before the lead, a set of cards.
        led: the card that was led, a card of the hand.
    """
    suits = _plain_suits(contract, hand)
    plain = [card for suit in suits for card in suit]
    if len(plain) < len(card_list(hand)) and plain:
        yield _TRUMP, led not in plain
    if led not in plain:
        return
    (own,) = (suit for suit in suits if led in suit)
    lengths = [len(suit) for suit in suits]
    if min(lengths) < max(lengths):
        yield _LONGEST, len(own) == max(lengths)
    if contract != NULL and any(RANKS[card % 8] == _ACE for card in plain):
        yield _SOME_ACE, RANKS[led % 8] == _ACE
    if min(lengths) == 1 < max(lengths):
        yield _SINGLE, len(own) == 1
    if len(own) > 1:
        yield from _choice_in(contract, own, led)


def _choice_in(contract: int, own: list[int], led: int) -> Iterator[tuple[str, bool]]:
    """Yield the statements about the card that is led from a plain suit of two cards or more."""
    ranks = {RANKS[card % 8] for card in own}
    if contract == NULL:
        yield _LOWEST, led == own[0]
    elif {_ACE, _TEN} <= ranks:
        yield _ACE_OF_TEN, RANKS[led % 8] == _ACE
    elif _ACE in ranks:
        yield _ACE_ALONE, RANKS[led % 8] == _ACE
    elif _TEN in ranks:
        yield _TEN_ALONE, RANKS[led % 8] == _TEN
    else:
        yield _HIGHEST, led == own[-1]


def _plain_suits(contract: int, hand: int) -> list[list[int]]:
    """Return the cards of each suit but trumps, in ascending order of strength."""
    null = contract == NULL
    order = _NULL_RANKS if null else RANKS
    suits: list[list[int]] = [[] for _ in range(4)]
    for card in card_list(hand if null else hand & ~JACKS):
        if contract >= GRAND or card // 8 != contract:
            suits[card // 8].append(card)
    return [sorted(suit, key=lambda card: order.index(RANKS[card % 8])) for suit in suits if suit]


def _report(settings: Settings, results: list[Result]) -> Report:
    counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for result in results:
        for kind, place, name, true, cases in result:
            count = counts[kind, place, name]
            count[0] += true
            count[1] += cases
    rows = []
    for name, kind, place in itertools.product(STATEMENTS, KINDS, _PLACES.values()):
        if found := counts.get((kind, place, name)):
            true, cases = found
            # A deal has at most one case of a statement, so all cases are independent.
            hits = np.repeat([1.0, 0.0], [true, cases - true])
            figure = share(hits, np.ones(cases)) * 100
            rows.append(Row(f"{name}, {kind}, {place}", figure, digits=1, cases=cases))
    return Report(f"Opening leads of {settings.spec('agent')} in defence, %", rows)


EXPERIMENT = Experiment(
    "docs/skat-policy.md",
    {"agent": "policy", "deals": (2000, 20_000)},
    _jobs,
    _play,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
