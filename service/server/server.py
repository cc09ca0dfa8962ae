"""The table server: the assembly of its parts, and its main loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIServer

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection
from prometheus_client import start_http_server

from vorhand.service.agent.client import Dialler, Security
from vorhand.service.server import priority
from vorhand.service.server.account_service import AccountServicer
from vorhand.service.server.admin_service import AdminServicer
from vorhand.service.server.analysis_service import AnalysisServicer
from vorhand.service.server.connection_limits import (
    ConnectionLimits,
    channel_options,
    raise_file_limit,
)
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.guard import Guard
from vorhand.service.server.journal import Journal
from vorhand.service.server.metrics import Metrics
from vorhand.service.server.play_service import PlayServicer, WatchServicer
from vorhand.service.server.ratings import Ratings
from vorhand.service.server.ratings_service import RatingsServicer, rate
from vorhand.service.server.rights import Rights
from vorhand.service.server.schema import JournalError
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_agents import AgentCaller
from vorhand.service.server.table_registry import TableRegistry
from vorhand.service.server.tables_service import TablesServicer
from vorhand.service.server.tracing import Tracing
from vorhand.service.server.trial_scheduler import TrialScheduler
from vorhand.service.server.worker_pool import WorkerPool
from vorhand.service.tls import check_address
from vorhand.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    admin_pb2,
    admin_pb2_grpc,
    analysis_pb2,
    analysis_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

if TYPE_CHECKING:
    from vorhand.service.server.identities import Provider, SignIns

_LOG = structlog.get_logger()
_FILES = (tables_pb2, play_pb2, analysis_pb2, accounts_pb2, ratings_pb2, admin_pb2)
_SERVICES = tuple(
    str(service.full_name)
    for file in _FILES
    for service in file.DESCRIPTOR.services_by_name.values()
)
_SWITCH_S = 0.0001  # thread switch interval
_GARBAGE = 50_000  # allocations, less deallocations, that trigger garbage collection


@dataclass
class Server:
    """A table server."""

    journal: str  # URL of the journal
    address: str = "127.0.0.1:0"  # host and port to listen on; port 0 is any free port
    settings: Settings = field(default_factory=Settings)  # the limits of the server
    credentials: grpc.ServerCredentials | None = None  # TLS credentials; None for plain text
    # TLS settings for connections to remote agents
    dialling: Security = field(default_factory=Security)
    # port for Prometheus metrics on 127.0.0.1; 0: any free port; None: no metrics
    metrics_port: int | None = None
    name: str = "main"  # name of this server, unique among those that share the journal's database
    # host and port of this server, sent to clients that look for one of its tables at another
    # server; empty: the listening address
    advertise: str = ""
    provider: Provider | None = None  # identity provider for sign-ins; None: no sign-in
    # whether to claim a name that another process still uses; that process then exits
    take_over: bool = False
    tracing: Tracing | None = None  # source of traces; None: no traces
    metrics: Metrics = field(default_factory=Metrics)
    port: int = 0  # port on which it listens, once started
    registry: TableRegistry = field(init=False)  # the registry of its tables, once started
    _server: grpc.aio.Server | None = None
    _rating: asyncio.Task[None] | None = None
    _web: WSGIServer | None = None
    _health: HealthServicer = field(default_factory=HealthServicer)

    async def start(self) -> int:
        """Resume the tables of the journal and listen; return the number of tables.

        Raises:
          JournalError: the journal cannot be opened, or another process serves its tables.
          AddressError: the address is invalid.
          OSError: listening on the address or the metrics port failed.
        """
        check_address(self.address)
        lease_s = self.settings.lease_s
        journal = Journal(self.journal, self.name, _crash, self.metrics.entries.inc, lease_s)
        if not self.take_over:
            try:
                await asyncio.to_thread(journal.check_free)
            except JournalError:
                journal.close()
                raise
        pool = WorkerPool(self.settings.workers, self.settings.worker_mb)
        trials = TrialScheduler(WorkerPool(1, self.settings.worker_mb), self.settings)
        caller = AgentCaller(pool, Dialler(self.dialling), self.settings, self.metrics)
        rights, ratings = Rights(journal), Ratings(journal)
        self.registry = TableRegistry(journal, self.settings, caller, trials, rights)
        self.metrics.tables.set_function(lambda: len(self.registry.tables))
        self.metrics.waiting.set_function(lambda: pool.waiting)
        connections = ConnectionLimits(self.settings.connections_per_address)
        guard = Guard(
            self.metrics, rights, self.registry.limits, self.registry.requests, connections
        )
        if self.tracing is not None:
            self.metrics.traced = self.tracing.decided
        self._server = grpc.aio.server(
            interceptors=[*([self.tracing] if self.tracing else []), guard],
            options=channel_options(self.settings, raise_file_limit()),
        )
        self._add_services(self._server, ratings)
        self._listen(self._server)
        journal.start(self.advertise or f"{self.address.rpartition(':')[0]}:{self.port}")
        tables = await self.registry.open()
        self._rating = asyncio.create_task(rate(ratings))
        await self._server.start()
        for name in ("", *_SERVICES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        _LOG.info("serving", address=self.address, port=self.port, tables=tables)
        return tables

    def _add_services(self, server: grpc.aio.Server, ratings: Ratings) -> None:
        registry = self.registry
        rights, trials = registry.rights, registry.trials
        analysis = AnalysisServicer(rights, registry.caller.pool, trials)
        accounts = AccountServicer(rights, self._sign_ins())
        tables_pb2_grpc.add_TablesServiceServicer_to_server(TablesServicer(registry), server)
        play_pb2_grpc.add_PlayServiceServicer_to_server(PlayServicer(registry), server)
        play_pb2_grpc.add_WatchServiceServicer_to_server(WatchServicer(registry), server)
        analysis_pb2_grpc.add_AnalysisServiceServicer_to_server(analysis, server)
        accounts_pb2_grpc.add_AccountServiceServicer_to_server(accounts, server)
        ratings_pb2_grpc.add_RatingsServiceServicer_to_server(RatingsServicer(ratings), server)
        admin_pb2_grpc.add_AdminServiceServicer_to_server(AdminServicer(registry), server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        health = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
        reflection.enable_server_reflection((*_SERVICES, reflection.SERVICE_NAME, health), server)

    def _listen(self, server: grpc.aio.Server) -> None:
        """Listen on the address and, if requested, on the metrics port."""
        try:
            if self.credentials is None:
                self.port = server.add_insecure_port(self.address)
            else:
                self.port = server.add_secure_port(self.address, self.credentials)
        except RuntimeError as error:
            raise OSError(
                f"address {self.address}: cannot be listened at; another program does, or it is "
                "not one of this machine"
            ) from error
        if self.metrics_port is not None:
            self._web = _web_server(self.metrics_port, self.metrics)
            self.metrics_port = self._web.server_port

    def _sign_ins(self) -> SignIns | None:
        if self.provider is None:
            return None
        # Authlib takes a third of a second to import, so it is imported only if it is needed.
        from vorhand.service.server.identities import SignIns

        return SignIns(self.provider)

    async def stop(self) -> None:
        """Shut down: refuse new calls, ask clients to rejoin later, and close the journal."""
        if self._server is None or self._rating is None:
            return
        await self._health.enter_graceful_shutdown()
        down = ServiceError(
            grpc.StatusCode.UNAVAILABLE, "the server is going down; join again", retry_s=1.0
        )
        self._rating.cancel()
        self.registry.close(down)
        caller = self.registry.caller
        await caller.dialler.close()
        await self._server.stop(self.settings.drain_s)
        caller.pool.close()
        self.registry.trials.close()
        if self._web is not None:
            self._web.shutdown()
            self._web.server_close()
        await asyncio.to_thread(self.registry.journal.close)
        if self.tracing is not None:
            await asyncio.to_thread(self.tracing.close)
        _LOG.info("stopped")


async def serve(server: Server, started: Callable[[Server], None] = lambda server: None) -> None:
    """Run a server until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    priority.go_first()
    sys.setswitchinterval(_SWITCH_S)
    await server.start()
    gc.freeze()  # these objects are permanent: the collector need not scan them again
    gc.set_threshold(_GARBAGE)
    try:
        started(server)
        await stop.wait()
    finally:
        await server.stop()


def _web_server(port: int, metrics: Metrics) -> WSGIServer:
    try:
        return start_http_server(port, "127.0.0.1", metrics.registry)[0]
    except OSError as error:
        raise OSError(f"metrics at 127.0.0.1:{port}: {error.strerror}") from error


def _crash(error: BaseException) -> None:
    """Exit at once: without a journal no event can be acknowledged."""
    del error
    os._exit(1)
