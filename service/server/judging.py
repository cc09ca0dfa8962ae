"""Judgements of the moves of a position, by an agent or the open-hand solver."""

import collections
import math
from collections.abc import Callable

import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import Explains
from vorhand.service.games.observations import cached_game, state_of, wire_of
from vorhand.service.games.wire import PROBABILITY, SCORE, Judgement, JudgingError
from vorhand.v1 import observation_pb2


def judged_by(bot: pyspiel.Bot, state: pyspiel.State) -> Judgement:
    """Return the judgement of a bot for the player to act."""
    if isinstance(bot, Explains):
        choice = bot.explain_state(state)
        if choice.scores and not any(map(math.isnan, choice.scores)):
            return Judgement(
                choice.move, dict(zip(choice.moves, choice.scores, strict=True)), SCORE
            )
        return _as_probabilities(state, choice.move, choice.policy)
    if bot.provides_policy():
        policy, action = bot.step_with_policy(state)
        return _as_probabilities(state, int(action), {int(a): float(p) for a, p in policy})
    action = int(bot.step(state))
    return _as_probabilities(state, action, {action: 1.0})


def _as_probabilities(state: pyspiel.State, best: int, played: dict[int, float]) -> Judgement:
    """Return move probabilities as a judgement, for an agent that does not value its moves."""
    values = {move: played.get(move, 0.0) for move in state.legal_actions()}
    return Judgement(best, values, PROBABILITY)


def judge(spec: str, state: pyspiel.State, seed: int) -> Judgement:
    """Return the judgement of an agent that is created for this call."""
    return judged_by(make_bot(spec, state.get_game(), state.current_player(), seed), state)


def solved(state: pyspiel.State) -> Judgement:
    """Return the open-hand values of a position with all cards known, or raise JudgingError."""
    return wire_of(state.get_game().get_type().short_name).solved(state)


def judge_observation(
    observation: bytes, spec: str, seed: int, rounds: int, report: Callable[[Judgement], None]
) -> Judgement:
    """Return an agent's judgement of a player's observation, see `judge_rounds`."""
    seen = observation_pb2.Observation.FromString(observation)
    state = state_of(seen)
    if state.current_player() != seen.seat:
        raise JudgingError(f"seat {seen.seat} is not to act; expected a position in which it is")
    return judge_rounds(state, spec, seed, rounds, report)


def judge_history(
    game: str,
    actions: list[int],
    spec: str,
    seed: int,
    rounds: int,
    report: Callable[[Judgement], None],
) -> Judgement:
    """Judge a position with all cards known, by an agent or, without a spec, by the solver."""
    state = cached_game(game).new_initial_state()
    for number, action in enumerate(actions):
        if state.is_terminal() or action not in state.legal_actions():
            raise JudgingError(f"action {action} at {number}: expected a legal one")
        state.apply_action(action)
    if state.current_player() < 0:
        raise JudgingError("nobody is to act; expected a position in which somebody is")
    return judge_rounds(state, spec, seed, rounds, report) if spec else solved(state)


def judge_rounds(
    state: pyspiel.State,
    spec: str,
    seed: int,
    rounds: int,
    report: Callable[[Judgement], None],
) -> Judgement:
    """Return the mean of judgements with seeds from `seed` on; report each mean on the way."""
    sums: dict[int, float] = {}
    played: collections.Counter[int] = collections.Counter()
    for made in range(1, rounds + 1):
        judgement = judge(spec, state, (seed + made - 1) % 2**31)
        played[judgement.best] += 1
        for move, value in judgement.values.items():
            sums[move] = sums.get(move, 0.0) + value
        means = {move: total / made for move, total in sums.items()}
        best = max(played, key=lambda move: (means.get(move, 0.0), played[move]))
        found = Judgement(best, means, judgement.unit)
        report(found)
    return found
