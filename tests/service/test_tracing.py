"""Traces: their contents, their omissions, and that they are sent only on request."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from vorhand.service.server.tracing import Tracing, TracingError, exporting
from vorhand.tests.service.helpers import OPERATOR, OWNER, administered, process
from vorhand.tests.service.stranger import Stranger, bearer, beside, code_of, new
from vorhand.v1 import tables_pb2

GAME = "python_schnapsen"
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


async def test_calls_and_decisions_are_traced(tmp_path: Path) -> None:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))

    async with administered(tmp_path, tracing=Tracing(provider)) as operator:
        anna = await new(operator, "anna")
        async with beside(operator, OWNER) as owner:
            table_id, _ = await owner.make(GAME, ["open", "pimc(worlds=2)"])
        seat = await operator.take(table_id, token=anna)
        await operator.play(seat)
        assert (await code_of(operator.look("none")))[0] == grpc.StatusCode.NOT_FOUND
        request = tables_pb2.GetTableRequest(table_id=table_id)
        given = (("traceparent", PARENT), *bearer(operator.token))
        await operator.tables.GetTable(request, metadata=given)
    secrets = [anna, seat[2], table_id, OPERATOR, OWNER, "anna", "127.0.0.1"]
    spans = kept.get_finished_spans()
    looks = [span for span in spans if span.name == "vorhand.v1.TablesService/GetTable"]
    codes = [(span.attributes or {})["rpc.grpc.status_code"] for span in looks]
    assert sorted(map(str, codes)) == ["0", "5"]
    (child,) = [span for span in looks if span.parent is not None]
    assert child.parent is not None
    assert format(child.parent.trace_id, "032x") == PARENT.split("-")[1]
    names = {span.name for span in spans}
    assert "vorhand.v1.PlayService/Play" in names
    decisions = [span for span in spans if span.name == "decision"]
    assert "pimc(worlds=2)" in {(span.attributes or {})["vorhand.agent"] for span in decisions}
    text = "".join(span.to_json() for span in spans)
    assert not [secret for secret in secrets if secret in text]


@pytest.mark.extended
async def test_a_collector_is_sent_spans(tmp_path: Path) -> None:
    taken: list[Any] = []

    class Collector(trace_service_pb2_grpc.TraceServiceServicer):
        def Export(self, request: Any, context: Any) -> Any:  # noqa: N802
            taken.append(request)
            return trace_service_pb2.ExportTraceServiceResponse()

    collector = grpc.server(ThreadPoolExecutor(1))
    add: Any = trace_service_pb2_grpc.add_TraceServiceServicer_to_server
    add(Collector(), collector)
    port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    with process(tmp_path, "--traces", f"http://127.0.0.1:{port}") as running:
        async with Stranger(running.address) as stranger:
            await stranger.tables.ListGames(tables_pb2.ListGamesRequest())
        assert running.terminate() == 0
    collector.stop(None).wait()
    assert "TablesService/ListGames" in str(taken)


@pytest.mark.extended
def test_nobody_is_traced_who_did_not_ask() -> None:
    look = "import sys, vorhand.service.server.server; print('opentelemetry' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_an_address_of_a_collector_is_one() -> None:
    with pytest.raises(TracingError, match="expected an address such as"):
        exporting("here")
