"""Rules of the Schnapsen family as game parameters, and named presets of them."""

import math
from collections.abc import Mapping
from typing import Any

from vorhand.native.errors import InputError
from vorhand.native.schnapsen import Rules, kinder_rules


class RulesError(InputError):
    """A rule that does not exist, or an invalid value of a rule."""


# Lowest and highest values of the numeric rules.
_BOUNDS = {
    "suits": (1, 4),
    "hand_size": (1, 5),
    "target": (1, 127),
    "schneider": (0, 127),
    "exchange_talon": (1, 9),
    "close_talon": (1, 9),
    "marriage_points": (0, 20),
    "royal_points": (0, 40),
    "last_trick_points": (1, 3),
}
_SWITCHES = (
    "exchange",
    "exchange_first_lead",
    "close",
    "close_first_lead",
    "marriage_first_lead",
    "marriage_compulsory",
    "marriage_leads_king",
    "pending_until_next_trick",
    "claim_on_marriage",
    "failed_close_at_end",
    "closed_first_wins",
)
RULE_NAMES = (*_BOUNDS, *_SWITCHES)
"""Game parameters that are rules; each is a field of `vorhand.native.schnapsen.Rules`."""

PRESETS: dict[str, dict[str, Any]] = {
    # The rules of Tompa's Schnapsen Log, which are the defaults.
    "tompa": {},
    # Austrian tournaments: no exchange with one face-down card or at the first lead.
    "tournament_hard": {"exchange_talon": 2, "exchange_first_lead": False},
    # The `schnapsen` package of the Python index: the points of a marriage wait for the next trick,
    # and its king is led.
    "pypi": {"pending_until_next_trick": True, "marriage_leads_king": True},
}
"""Values of the game parameter ``preset`` of ``python_schnapsen``."""


UNSET = -1
"""Default of every rule as a game parameter: take the rule from the preset.

OpenSpiel fills in defaults, so a given rule must differ from an omitted one, whatever its value.
"""


def make_rules(kinder: bool, preset: str, changes: Mapping[str, int]) -> Rules:
    """Make the rules of a game from a preset and changes; switches are 0 or 1, `UNSET` no change.

    Raises:
        RulesError: no such preset, a value out of range, or a rule that does not fit the pack.
    """
    if preset not in PRESETS or (kinder and preset != "tompa"):
        known = "tompa" if kinder else ", ".join(PRESETS)
        raise RulesError(f"preset {preset!r}: expected one of {known}")
    rules = kinder_rules() if kinder else Rules()
    _shorten(rules, changes.get("suits", UNSET))
    for name, value in PRESETS[preset].items():
        setattr(rules, name, value)
    for name, value in changes.items():
        if value == UNSET:
            continue
        low, high = _BOUNDS.get(name, (0, 1))
        if not low <= value <= high:
            raise RulesError(f"{name}={value}: expected {low} to {high}")
        setattr(rules, name, value if name in _BOUNDS else bool(value))
    _check(rules)
    return rules


def _shorten(rules: Rules, suits: int) -> None:
    """Take suits out of the pack; reduce the points to win and to avoid schneider in proportion."""
    whole = rules.suits
    if suits == UNSET:
        return
    if not 1 <= suits <= whole:
        raise RulesError(f"suits={suits}: expected 1 to {whole}")
    rules.suits = suits
    rules.target = math.ceil(rules.target * suits / whole)
    rules.schneider = math.ceil(rules.schneider * suits / whole)


def _check(rules: Rules) -> None:
    talon = rules.talon_size
    if talon < 1 or talon % 2 == 0:
        raise RulesError(
            f"hand_size={rules.hand_size}: leaves {talon} cards face down, expected an odd number"
        )
    if rules.marriage_points and rules.parse_card("DK") < 0:
        raise RulesError(
            f"marriage_points={rules.marriage_points}: the pack has no kings, expected 0"
        )
    if (rules.marriage_points, rules.royal_points) not in ((0, 0), (20, 40)):
        raise RulesError(
            f"marriage_points={rules.marriage_points}, royal_points={rules.royal_points}: "
            "expected 20 and 40, or 0 and 0"
        )
    total = rules.card_points(sum(1 << card for card in rules.cards))
    if 2 * rules.target < total:
        raise RulesError(
            f"target={rules.target}: expected at least half of the {total} points of the pack"
        )
