"""Trials: tests of requested games and agents before they may be used at a table."""

import asyncio
import functools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import pyspiel

from vorhand.service.server import agents
from vorhand.service.server.errors import ServiceError, exhausted, invalid
from vorhand.service.server.game_trial import try_out
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_setup import checked_name, made_game
from vorhand.service.server.tasks import retrieve_exception
from vorhand.service.server.worker_pool import JobError, JobInputError, JobTimeoutError, WorkerPool

Known = TypeVar("Known")
Value = TypeVar("Value")
_MOST_KNOWN = 1000  # maximum of remembered trials that passed, and of those that failed
_MISFIT_S = 60.0  # seconds for which an invalid game or agent is refused to everybody
_FAILED_S = 10.0  # seconds until an owner may repeat a trial that failed otherwise
_RETRY_S = 5.0
_ALL = ""  # the owner in entries that concern all owners
_Key: TypeAlias = tuple[str, ...]  # a game string, and the agents that its trial tests


@dataclass
class TrialScheduler:
    """The scheduler of trials, which remembers their results."""

    pool: WorkerPool  # the worker pool for trials
    settings: Settings  # the time limit and the quota per owner
    _fit: dict[_Key, None] = field(default_factory=dict)
    _failed: dict[tuple[str, _Key], tuple[str, str, float]] = field(default_factory=dict)
    _under_way: dict[tuple[str, _Key], asyncio.Task[None]] = field(default_factory=dict)

    async def game(self, owner: str, text: str) -> pyspiel.Game:
        """Return the game of a game string; raise ServiceError if it cannot be played here."""
        if text != checked_name(text, self.settings):
            await self.check(owner, text, ())  # the owner chose parameters
        return await asyncio.to_thread(made_game, text)

    async def check(self, owner: str, game: str, specs: Sequence[str]) -> None:
        """Test a game in another process, with the agents that are neither instant nor remote.

        Trials that passed are not repeated. If there are specs but none names such an agent, the
        call does nothing; without specs it tests the game alone.

        Raises:
          ServiceError: the trial fails or failed recently, or the owner has too many trials.
        """
        thinking = {spec for spec in specs if spec and not agents.is_remote(spec)}
        key = (game, *sorted(spec for spec in thinking if not agents.is_instant(spec, game)))
        if key in self._fit or (specs and len(key) == 1):
            return
        for who in (_ALL, owner):
            text, where, until = self._failed.get((who, key), ("", "", 0.0))
            if time.monotonic() < until:
                raise invalid(text, where)
        await asyncio.shield(self._trial(owner, key))

    def close(self) -> None:
        """Cancel all trials and end their processes."""
        for trial in self._under_way.values():
            trial.cancel()
        self.pool.close()

    def _trial(self, owner: str, key: _Key) -> asyncio.Task[None]:
        """Return an owner's trial of a key; it goes on even if the waiting calls are cancelled."""
        trial = self._under_way.get((owner, key))
        if trial is not None:
            return trial
        here = sum(who == owner for who, _ in self._under_way)
        if here >= self.settings.waiting_trials:
            text = f"{here} games and agents of the account are being tried out, as many as may be"
            raise exhausted(text, _RETRY_S)
        trial = asyncio.create_task(self._try(owner, key))
        self._under_way[owner, key] = trial
        trial.add_done_callback(functools.partial(self._over, (owner, key)))
        return trial

    def _over(self, which: tuple[str, _Key], trial: asyncio.Task[None]) -> None:
        del self._under_way[which]
        retrieve_exception(trial)

    async def _try(self, owner: str, key: _Key) -> None:
        game, *specs = key
        try:
            await self.pool.run(owner, self.settings.trial_s, try_out, game, specs)
        except JobError as error:
            failure = _failure(key, error)
            misfit = isinstance(error, JobInputError)
            until = time.monotonic() + (_MISFIT_S if misfit else _FAILED_S)
            failed_key = (_ALL if misfit else owner, key)
            _remember(self._failed, failed_key, (failure.message, failure.field, until))
            raise failure from error
        _remember(self._fit, key, None)


def _failure(key: _Key, error: JobError) -> ServiceError:
    """Return the error for a failed trial."""
    if isinstance(error, JobInputError):
        return invalid(str(error), "agent" if len(key) > 1 else "game")
    large = "too large: " if isinstance(error, JobTimeoutError) else ""
    return invalid(f"game {key[0]!r}: {large}{error}", "game")


def _remember(known: dict[Known, Value], key: Known, value: Value) -> None:
    known.pop(key, None)
    known[key] = value
    if len(known) > _MOST_KNOWN:
        del known[next(iter(known))]
