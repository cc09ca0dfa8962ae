"""Played deals of Schnapsen as the page shows them: a curve a deal, and what each move cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.explanations import adviser
from vorhand.games.schnapsen.game import SchnapsenGame, SchnapsenState
from vorhand.native.schnapsen import Solver
from vorhand.web.boards import BoardError, text_of
from vorhand.web.games.schnapsen_texts import game_named, read_played

_ADVISER = "pimc(worlds=60)"
_MISTAKE = 2  # game points lost at least


def review(body: Mapping[str, Any]) -> dict[str, Any]:
    """``text``: a line of a log or a record. ``brief``: without what an agent expects.

    Returns:
      ``game``, ``actions``, ``players`` and ``deals``; their moves with ``value``, game points for
      player 0 with open hands and best play of both, and ``expected``, the same as the agent saw
      it who knew what the player did.
    """
    text, actions, players = read_played(text_of(body, "text"))
    game = game_named(text)
    brief = bool(body.get("brief"))
    state = game.new_initial_state()
    solver = Solver(game.rules)
    advisers = [] if brief else [adviser(_ADVISER, game, seat, 0) for seat in range(2)]
    deals: list[dict[str, Any]] = []
    for at, action in enumerate(actions):
        if state.is_terminal() or action not in state.legal_actions():
            raise BoardError(f"action {at}, {action!r}: expected a legal one")
        if state.is_chance_node():
            if not state.current.cards:
                deals.append({"score": list(state.score), "moves": []})
        else:
            advise = advisers[state.current_player()] if advisers else None
            deals[-1]["moves"].append({"at": at, **_move(solver, state, action, advise)})
        before = state.score
        state.apply_action(action)
        gained = [now - then for now, then in zip(state.score, before, strict=True)]
        if any(gained):
            deals[-1] |= {"winner": int(gained[1] > 0), "game_points": max(gained)}
    found = [_summed(deal) for deal in deals if deal["moves"]]
    if not found:
        raise BoardError("no card was played; expected a deal with card play")
    return {"game": text, "actions": actions, "players": players, "deals": found}


def _move(solver: Solver, state: SchnapsenState, action: int, advise: Any) -> dict[str, Any]:
    game: SchnapsenGame = state.get_game()
    seat = state.current_player()
    sign = 1 if seat == 0 else -1
    values = {}
    for each in state.legal_actions():
        after = state.deal.copy()
        after.apply(game.rules, each)
        values[each] = int(solver.value(after))
    best = max(sign * value for value in values.values())
    cost = best - sign * values[action]
    data: dict[str, Any] = {
        "seat": seat,
        "name": state.action_to_string(seat, action),
        "value": values[action],
        "best": [
            state.action_to_string(seat, each) for each, v in values.items() if sign * v == best
        ],
        "best_value": sign * best,
        "choice": len(values) > 1,
        "cost": cost,
        "grade": _grade(cost, turned=best > 0 > sign * values[action]),
        "expected": None,
        "advice": None,
    }
    if advise is not None and len(values) > 1:
        choice: Choice = advise(state.view(seat))
        scores = dict(zip(choice.moves, choice.scores, strict=True))
        data["advice"] = choice.name
        data["expected"] = round(sign * scores[action], 3)
    return data


def _grade(cost: int, turned: bool) -> str:
    if turned:
        return "blunder"
    if cost >= _MISTAKE:
        return "mistake"
    return "inaccuracy" if cost else ""


def _summed(deal: dict[str, Any]) -> dict[str, Any]:
    """A deal with what its moves cost each player; without a winner if it was broken off."""
    moves = deal["moves"]
    return {
        "winner": None,
        "game_points": 0,
        **deal,
        "cost": [sum(m["cost"] for m in moves if m["seat"] == seat) for seat in range(2)],
        "turned": [
            sum(m["grade"] == "blunder" for m in moves if m["seat"] == seat) for seat in range(2)
        ],
    }
