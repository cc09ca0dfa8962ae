"""The OpenSpiel game ``python_skat``: Skat by the International Skat Order.

A state is a thin wrapper around the compiled :class:`vorhand.native.skat.Deal`, which implements
the rules. This module gives it OpenSpiel's interface. `docs/skat.md` lists parameters, actions and
tensors.

>>> import pyspiel, vorhand
>>> game = pyspiel.load_game("python_skat(scoring=zero_sum)")
>>> game.new_initial_state().chance_outcomes()[1]
(1, 0.03125)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from vorhand.games import notebooks
from vorhand.games.observers import ObservedGame, ObservedState
from vorhand.games.skat.cards import SEAT_NAMES, NotationError, cards_text
from vorhand.games.skat.observer import SkatObserver
from vorhand.games.skat.registration import DEFAULTS, NUM_PLAYERS, type_of
from vorhand.games.skat.start import Start
from vorhand.games.skat.structs import action_from_struct, action_struct, dealt_cards, state_struct
from vorhand.games.skat.view import SkatView, observe
from vorhand.games.turns import even_chances, fields_of
from vorhand.native.errors import IllegalActionError, InputError
from vorhand.native.observations import Contents
from vorhand.native.skat import (
    CHANCE_PLAYER,
    MAX_CLAIM_MOVES,
    MAX_KONTRA_MOVES,
    MAX_MOVES,
    NUM_ACTIONS,
    NUM_ACTIONS_WITH_CLAIMS,
    NUM_ACTIONS_WITH_KONTRA,
    NUM_ACTIONS_WITH_PUSHES,
    NUM_ACTIONS_WITH_SPITZE,
    TERMINAL_PLAYER,
    Deal,
    Phase,
    Scoring,
    action_name,
    observation,
    resample,
    scores,
)

_NUM_CARDS = 32
_RULES = ("claims", "kontra", "ramsch", "bock", "spitze", "schieberamsch")
"""Parameters that are off by default."""
_NEED_BIDDING = {
    "kontra": "which decides who may say it",
    "ramsch": "where all may pass",
    "spitze": "before the declaration",
}  # the rules that require a deal to start with the bidding, and why

SCORINGS: dict[str, Scoring] = {
    "seeger_fabian": Scoring.SEEGER_FABIAN,
    "game_value": Scoring.GAME_VALUE,
    "zero_sum": Scoring.ZERO_SUM,
    "card_points": Scoring.CARD_POINTS,
}
"""Values of the game parameter ``scoring``."""

_MOST_MULTIPLIED = 4  # factor of the value after Kontra and Re
_MOST_LOST_UNSEEN = 8 * 2 * 120  # points lost in Ramsch with a Jungfrau and all pushes unseen


def _game_type(scoring: Scoring, start: Start, ramsch: bool) -> pyspiel.GameType:
    utility = pyspiel.GameType.Utility.GENERAL_SUM
    if scoring == Scoring.ZERO_SUM:
        utility = pyspiel.GameType.Utility.ZERO_SUM
    elif _utility_sum(scoring, start, ramsch) is not None:
        utility = pyspiel.GameType.Utility.CONSTANT_SUM
    return type_of(utility, chance=start.chance_cards > 0)


def _utility_sum(scoring: Scoring, start: Start, ramsch: bool) -> float | None:
    if scoring == Scoring.ZERO_SUM:
        return 0.0
    # A passed deal has no card points, so their sum is constant only in deals that are played.
    if scoring == Scoring.CARD_POINTS and (ramsch or start.declaration is not None):
        return 120.0
    return None


def _utilities(scoring: Scoring, given: Mapping[str, Any]) -> tuple[float, float]:
    """Return the lowest and the highest return of any seat.

    The most expensive games: grand ouvert with four is worth 264, and with Spitze, if a jack lies
    in the skat, 288. A bid of 264 that is not reached costs twice 270, the next multiple of the
    value of diamonds or hearts. A loss of 120 points in Ramsch is doubled by a Jungfrau, and once
    more by each player who pushes the skat on unseen.
    """
    if scoring == Scoring.CARD_POINTS:
        return 0, 120
    lowest, highest = (-576.0, 288.0) if given["spitze"] else (-540.0, 264.0)
    if scoring == Scoring.ZERO_SUM:
        highest = -lowest / 2
    factor = (_MOST_MULTIPLIED if given["kontra"] else 1) * (2 if given["bock"] else 1)
    bonus = 50 if scoring == Scoring.SEEGER_FABIAN else 0  # Kontra and Bock do not multiply it
    lowest, highest = factor * lowest - bonus, factor * highest + bonus
    if not given["schieberamsch"]:
        return lowest, highest
    pushed = _MOST_LOST_UNSEEN * (2 if given["bock"] else 1)
    most = pushed / 2 if scoring == Scoring.ZERO_SUM else highest
    return min(lowest, -pushed), max(highest, most)


def _game_info(scoring: Scoring, start: Start, given: Mapping[str, Any]) -> pyspiel.GameInfo:
    claims, kontra = bool(given["claims"]), bool(given["kontra"])
    lowest, highest = _utilities(scoring, given)
    plays = MAX_MOVES if start.plays is None else start.plays
    actions = NUM_ACTIONS_WITH_CLAIMS if claims else NUM_ACTIONS
    if kontra:
        actions = NUM_ACTIONS_WITH_KONTRA
    if given["spitze"]:
        actions = NUM_ACTIONS_WITH_SPITZE
    if given["schieberamsch"]:
        actions = NUM_ACTIONS_WITH_PUSHES
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=_NUM_CARDS if start.chance_cards else 0,
        num_players=NUM_PLAYERS,
        min_utility=lowest,
        max_utility=highest,
        utility_sum=_utility_sum(scoring, start, bool(given["ramsch"])),
        max_game_length=plays + MAX_CLAIM_MOVES * claims + MAX_KONTRA_MOVES * kontra,
    )


class SkatGame(ObservedGame):
    """The game under given parameters.

    Args:
        params: ``scoring``: one of `SCORINGS`; ``start``: see :mod:`vorhand.games.skat.start`;
            ``claims``: whether players may give up, and the soloist lay open; ``kontra``: whether
            defenders may say Kontra, and the soloist Re; ``ramsch``: whether a deal in which all
            pass is played as Ramsch; ``bock``: whether the deal is of a Bock round, where values
            count double; ``spitze``: whether the soloist may declare Spitze; ``schieberamsch``:
            whether the skat is pushed on before Ramsch, which needs ``ramsch``. An unknown
            name and a malformed or impossible value raise ValueError.
    """

    observer = SkatObserver

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        unknown = set(given) - set(DEFAULTS)
        if unknown:
            raise InputError(
                f"python_skat: unknown parameter {', '.join(sorted(unknown))}: expected "
                f"{', '.join(DEFAULTS)}"
            )
        if given["scoring"] not in SCORINGS:
            raise InputError(f"scoring {given['scoring']!r}: expected one of {', '.join(SCORINGS)}")
        self.scoring = SCORINGS[given["scoring"]]
        self.start = Start.parse(str(given["start"]))
        for rule, why in _NEED_BIDDING.items():
            if given[rule] and self.start.declaration is not None:
                raise InputError(
                    f"{rule} with start {given['start']!r}: expected a start with the bidding, "
                    f"{why}"
                )
        if given["schieberamsch"] and not given["ramsch"]:
            raise InputError("schieberamsch without ramsch: expected ramsch=true as well")
        self.claims = bool(given["claims"])
        self.kontra = bool(given["kontra"])
        self.ramsch = bool(given["ramsch"])
        self.bock = bool(given["bock"])
        self.spitze = bool(given["spitze"])
        self.schieberamsch = bool(given["schieberamsch"])
        self.first_deal: Deal = self.at_table(self.start.deal())
        parameters = {"scoring": given["scoring"], "start": str(self.start)}
        super().__init__(
            _game_type(self.scoring, self.start, self.ramsch),
            _game_info(self.scoring, self.start, given),
            parameters | {name: True for name in _RULES if given[name]},
        )

    def at_table(self, deal: Deal) -> Deal:
        """Return the start of a deal under the rules of this game.

        If the score is card points, a game with schwarz announced is played to its end.
        """
        play_out = self.scoring == Scoring.CARD_POINTS
        return deal.at_table(
            claims=self.claims,
            play_out=play_out,
            kontra=self.kontra,
            ramsch=self.ramsch,
            bock=self.bock,
            spitze=self.spitze,
            schieberamsch=self.schieberamsch,
        )

    def new_initial_state(self, state: Any = None) -> SkatState:
        """Return the start of the game, or the state described by a struct or its dict.

        Raises:
            ValueError: the struct is not one of this game, or contains an illegal action.
        """
        initial = SkatState(self)
        if state is not None:
            initial.replay(state)
        return initial

    def state_of(self, view: SkatView) -> SkatState:
        """Return a state in which the player of a view has the knowledge of that view.

        The cards that the player has not seen are in one of their possible layouts. If the deal
        began with the card play, the state is the same position with a shorter history.

        Raises:
            IllegalActionError: the cards are not dealt yet, or a deal that began with the card play
                is over.
            InvalidDealError: the view contradicts itself.
        """
        if view.phase == Phase.OVER and self.start.declaration is not None:
            raise IllegalActionError("state of a view: expected a deal that is not over")
        world = view.worlds().slice(0, 1)[0]
        deal = view.deal(world.tolist())
        state = SkatState(self)
        state._deal = self.at_table(deal)
        for action in deal.history:
            state.apply_action(action)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards that chance deals."""
        return self.start.chance_cards


class SkatState(notebooks.Shown, ObservedState):
    """A deal in progress. Made by :meth:`SkatGame.new_initial_state`."""

    title = "Skat, all cards"
    seats = NUM_PLAYERS

    def __init__(self, game: SkatGame) -> None:
        super().__init__(game)
        # This is the only attribute, because OpenSpiel copies and pickles all attributes.
        self._deal: Deal = game.first_deal.copy()

    @property
    def deal(self) -> Deal:
        """The compiled deal, with all hidden cards. Agents use :meth:`view`."""
        return self._deal

    # OpenSpiel's interface. Its C++ side calls either the names with an underscore or the plain
    # names. The plain names also spare Python callers the detour through C++.

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or for the end."""
        return self._deal.player

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self._deal.is_over

    def _legal_actions(self, player: int | None) -> list[int]:
        return self._deal.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, all equally likely."""
        if self._deal.player != CHANCE_PLAYER:
            raise pyspiel.SpielError("chance_outcomes: no card is to be dealt")
        return even_chances(self._deal.legal_actions())

    def _apply_action(self, action: int) -> None:
        """Apply an action.

        Raises:
            IllegalActionError: it is not legal; the state is unchanged.
        """
        self._deal.apply(action)

    def returns(self) -> list[float]:
        """Return the score of each seat; zeros until the deal is over."""
        if not self._deal.is_over:
            return [0.0] * NUM_PLAYERS
        return list(scores(self.get_game().scoring, self._deal.result()))

    def _action_to_string(self, player: int, action: int) -> str:
        return action_name(action)

    def __str__(self) -> str:
        """Describe the deal with all cards."""
        return _describe(self._deal)

    # The players' knowledge.

    def view(self, player: int) -> SkatView:
        """Return what `player` may know."""
        return observe(self._deal, player)

    def numbers(self, player: int, contents: Contents) -> list[float]:
        """Return an observation as a list."""
        return observation(self._deal, player, contents)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SkatState:
        """Draw a state that `player` cannot tell from this one, all of them equally likely.

        Args:
            player: seat whose knowledge is kept.
            rng: gives numbers of [0, 1), as OpenSpiel's UniformProbabilitySampler.

        Raises:
            IllegalActionError: cards are still being dealt.
        """
        world = resample(self._deal, player, int(rng() * 2**53))
        state = SkatState(self.get_game())
        # If the game's parameter `start` fixes the cards, the resampled ones replace them.
        state._deal = world.beginning()
        apply = state.apply_action
        for action in world.history:
            apply(action)
        return state

    # Structs (OpenSpiel 2.0): plain dicts for clients that speak JSON.

    def _to_struct(self) -> dict[str, Any]:
        return state_struct(self._deal)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return observe(self._deal, player).to_dict()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return action_struct(action)

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [action_from_struct(struct)]

    def replay(self, struct: Any) -> None:
        """Advance an initial state to the state that a struct or its dict describes."""
        values = fields_of(struct)
        history = values.get("history")
        if not isinstance(history, list):
            raise NotationError(f"state struct {values!r}: expected a list 'history' of actions")
        start = self.get_game().start
        if start.hands is not None:  # resampled cards may differ from those given by the game
            hands, skat = dealt_cards(values)
            dealt = dataclasses.replace(start, hands=hands, skat=skat).deal(any_past=True)
            self._deal = self.get_game().at_table(dealt)
        self._deal.copy().apply_all(_action_bytes(history))
        for action in history:
            self.apply_action(action)


def _action_bytes(history: list[Any]) -> bytes:
    for action in history:
        if not isinstance(action, int) or not 0 <= action < NUM_ACTIONS_WITH_PUSHES:
            raise NotationError(f"action {action!r}: expected 0 .. {NUM_ACTIONS_WITH_PUSHES - 1}")
    return bytes(history)


def _describe(deal: Deal) -> str:
    phase = deal.phase.name.lower().replace("_", " ")
    to_act = f", {SEAT_NAMES[deal.player]} to act" if deal.player >= 0 else ""
    lines = [phase + to_act]
    for seat in range(NUM_PLAYERS):
        role = " (soloist)" if seat == deal.soloist else ""
        lines.append(f"{SEAT_NAMES[seat]}{role}: {cards_text(deal.hand(seat))}")
    lines.append(f"skat: {cards_text(deal.skat)}")
    if deal.bid:
        lines.append(f"bid: {deal.bid}")
    if deal.declared:
        view = observe(deal, deal.soloist)
        declaration = view.declaration
        lines.append(f"contract: {declaration.in_words() if declaration else ''}")
        if deal.trick:
            cards = " ".join(action_name(card) for card in deal.trick)
            lines.append(f"trick: {cards}, led by {SEAT_NAMES[deal.leader]}")
        lines.append(
            f"tricks: soloist {deal.soloist_tricks} with {deal.soloist_points} points, "
            f"defenders {deal.defender_tricks} with {deal.defender_points}"
        )
    if deal.is_ramsch:
        lines += _describe_ramsch(deal)
    if deal.offer >= 0:
        lines.append(f"offer: {SEAT_NAMES[deal.offerer]} {action_name(deal.offer)}")
    if deal.phase == Phase.OVER:
        lines.append(_describe_result(deal))
    return "\n".join(lines)


def _describe_ramsch(deal: Deal) -> list[str]:
    unseen = deal.pushed_unseen
    lines = ["ramsch" + (f", pushed unseen {unseen} times" if unseen else "")]
    if deal.trick:
        cards = " ".join(action_name(card) for card in deal.trick)
        lines.append(f"trick: {cards}, led by {SEAT_NAMES[deal.leader]}")
    taken = zip(SEAT_NAMES, deal.seat_tricks, deal.seat_points, strict=True)
    each = (f"{name} {tricks} with {points} points" for name, tricks, points in taken)
    return [*lines, "tricks: " + ", ".join(each)]


def _describe_result(deal: Deal) -> str:
    result = deal.result()
    if result.ramsch:
        values = zip(SEAT_NAMES, result.seat_values, strict=True)
        bock = ", bock" if result.bock else ""
        return "result: " + ", ".join(f"{name} {value}" for name, value in values) + bock
    if result.soloist < 0:
        return "result: passed in"
    ended = f", broken off by {SEAT_NAMES[deal.broken_off_by]}" if deal.broken_off_by >= 0 else ""
    outcome = "won" if result.won else "lost, overbid" if result.overbid else "lost"
    tricks = "1 trick" if result.tricks == 1 else f"{result.tricks} tricks"
    if not deal.past_known:
        return f"result: {result.points} points in {tricks}; what came before is not known{ended}"
    said = {1: "", 2: ", kontra", 4: ", kontra and re"}[result.multiplier]
    said += ", bock" if result.bock else ""
    if result.spitze:
        said += ", spitze made" if result.spitze_made else ", spitze missed"
    return (
        f"result: {outcome} with {result.points} points in {tricks}, "
        f"matadors {result.matadors}{said}, value {result.value}{ended}"
    )


assert int(pyspiel.PlayerId.CHANCE) == CHANCE_PLAYER
assert int(pyspiel.PlayerId.TERMINAL) == TERMINAL_PLAYER
