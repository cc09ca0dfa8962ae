"""The public names for Skat: views, cards, deals, positions with open hands, and records."""

from vorhand.agents.skat.beliefs.card_location import Located, read_networks
from vorhand.agents.skat.beliefs.densities import ByCards, Weighted
from vorhand.evaluation.arena.skat.deals import BidDeals
from vorhand.games.skat.cards import CARD_NAMES, cards_text
from vorhand.games.skat.records import (
    CheckReport,
    Record,
    RecordError,
    check_record,
    format_record,
    parse_record,
    read_records,
    record_from_state,
    state_after,
    write_records,
)
from vorhand.games.skat.solve import OpenPosition, Solution, solve_position
from vorhand.games.skat.view import SkatView
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import (
    PASS,
    PLAY_HAND,
    Deal,
    Phase,
    Worlds,
    action_name,
    bid_action,
    card_points,
    declaration_action,
    rule_action,
)

__all__ = [
    "CARD_NAMES",
    "PASS",
    "PLAY_HAND",
    "BidDeals",
    "ByCards",
    "CheckReport",
    "Deal",
    "IllegalActionError",
    "Located",
    "OpenPosition",
    "Phase",
    "Record",
    "RecordError",
    "SkatView",
    "Solution",
    "Weighted",
    "Worlds",
    "action_name",
    "bid_action",
    "card_points",
    "cards_text",
    "check_record",
    "declaration_action",
    "format_record",
    "parse_record",
    "read_networks",
    "read_records",
    "record_from_state",
    "rule_action",
    "solve_position",
    "state_after",
    "write_records",
]
