"""The play of the benchmark: the matches of one agent, and the row of figures they give."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyspiel

from vorhand.agents import check, own_files
from vorhand.agents.generic.budget import TooLargeError, check_size
from vorhand.agents.parameters import AgentError
from vorhand.agents.weight_versions import digests_of_files, weights_of
from vorhand.evaluation.arena import Results, profile_of, run
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.benchmark.plan import (
    ALONE,
    BIDDING,
    DEALS,
    DEFENCE,
    VERSION,
    WHOLE,
    BenchmarkError,
    Pairing,
    field_of,
    pairings,
)
from vorhand.evaluation.benchmark.rows import Row
from vorhand.evaluation.equilibrium import tabular
from vorhand.evaluation.tournament.pace import seconds_a_decision
from vorhand.evaluation.workers.processes import Workers
from vorhand.evaluation.workers.provenance import code_commit, code_version, package_versions
from vorhand.games.loading import load_game

_DIGITS = 6  # decimals of a deal's score; rotations give thirds and quarters


def play(
    game: str,
    agent: str,
    logs: Path,
    *,
    deals: int = DEALS,
    workers: Workers = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Row:
    """Play an agent through the first deals of a game's benchmark.

    Args:
        game: the game string.
        agent: the spec.
        logs: folder for the logs of the matches, from which interrupted play continues.
        deals: number of deals, at most `DEALS`.
        workers: number of processes, or a Ray cluster.
        progress: callback, called with the number of deals done in all matches.

    Raises:
        BenchmarkError: too many deals, or too few.
        GameError, SpecError, AgentError, MatchError, LogError: as `arena.run`.
    """
    if not 2 <= deals <= DEALS:
        raise BenchmarkError(f"deals {deals}: expected 2 to {DEALS}")
    loaded = load_game(game)
    short_name = loaded.get_type().short_name
    spec, field = str(check(agent, short_name)), field_of(game)
    planned = pairings(game, spec, deals)
    scores: dict[str, Floats] = {}
    done = 0
    for pairing in planned:
        results = Results(pairing.match)
        before = done
        run(
            pairing.match,
            len(pairing.numbers),
            results,
            log=logs / _file(pairing),
            workers=workers,
            progress=lambda count, before=before: progress(before + count),  # type: ignore[misc]
        )
        done += len(pairing.numbers)
        for section, by_deal in _sections(pairing.kind, results).items():
            scores.setdefault(section, np.zeros(deals))[list(pairing.numbers)] = by_deal
    kinds = {pairing.kind for pairing in planned}
    seconds = seconds_a_decision(game, spec)  # imports the packages that the agent needs
    judged = "cards" if "cards" in kinds else "deals"
    return Row(
        benchmark=VERSION,
        game=game,
        agent=spec,
        deals=deals,
        field=field.with_shares,
        field_weights=field.weights(game),
        weights=weights_of(spec, short_name),
        imported=own_files.digests(),
        version=code_version(),
        commit=code_commit(),
        scores={name: tuple(values.round(_DIGITS).tolist()) for name, values in scores.items()},
        seconds=seconds,
        errors=profile_of(short_name).open_hand_errors(
            [logs / _file(pairing) for pairing in planned if pairing.kind == judged], spec
        ),
        exploitability=_exploitability(loaded, spec),
        packages=package_versions(),
        files=digests_of_files(spec, short_name),
    )


def count(game: str, agent: str, deals: int) -> int:
    """Return the number of deals in all matches of an agent."""
    return sum(len(pairing.numbers) for pairing in pairings(game, agent, deals))


def _sections(kind: str, results: Results) -> dict[str, Floats]:
    """Return the agent's score in each deal, for each section.

    As a defender the agent scores minus the soloist's score, as in pair games.
    """
    if kind != "cards":
        return {WHOLE if kind == "deals" else BIDDING: results.scores(0).mean(axis=1)}
    alone = np.array([seating[0] == 0 for seating in results.match.seatings])
    soloist = results.returns()[:, :, 0]
    return {ALONE: soloist[:, alone].mean(axis=1), DEFENCE: -soloist[:, ~alone].mean(axis=1)}


def _file(pairing: Pairing) -> str:
    """Return the name of the log of a match, which identifies it."""
    settings = repr(pairing.match.settings())
    words = re.sub(r"[^a-z0-9]+", "-", "-".join(pairing.match.agents[:2]).lower()).strip("-")
    return f"{pairing.kind}-{words[:60]}-{zlib.crc32(settings.encode()):08x}.jsonl"


def _exploitability(game: pyspiel.Game, agent: str) -> float | None:
    """Return the exploitability of an agent that decides from a view in a small game, else None.

    The game must be a zero-sum game for two.
    """
    if game.num_players() != 2 or game.get_type().utility != pyspiel.GameType.Utility.ZERO_SUM:
        return None
    try:
        check_size(game)
        return tabular.exploitability_of(game, tabular.tabulate(game, agent))
    except (TooLargeError, AgentError):
        return None
