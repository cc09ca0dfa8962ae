"""Work over a Ray cluster of one machine: the same results as in processes.

A cluster is started only at night, with the machine to itself: Ray gives up a node whose parts take
longer than 15 to 30 s to start.
"""

import itertools
import math
import os
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import arena
from vorhand.evaluation.workers import ray_cluster
from vorhand.evaluation.workers.processes import Ray, WorkerError, ordered_map
from vorhand.evaluation.workers.ray_cluster import RayError

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    yield cluster.address
    cluster.shutdown()


@pytest.mark.nightly
def test_order_errors_and_an_end_before_the_jobs_are_done(address: str) -> None:
    # One connection for all, which ordered_map then uses and keeps.
    ray.init(address=address, log_to_driver=False)
    try:
        workers = Ray(address)
        assert list(ordered_map(math.isqrt, [25, 9, *range(20)], workers)) == [
            5, 3, *map(math.isqrt, range(20)),
        ]  # fmt: skip
        taken = []
        endless = (taken.append(x) or 5 - x for x in itertools.count())  # type: ignore[func-returns-value]
        results = ordered_map(math.isqrt, endless, workers)
        assert list(itertools.islice(results, 6)) == [2, 2, 1, 1, 1, 0]
        with pytest.raises(ValueError, match="nonnegative"):
            next(results)
        assert len(taken) < 20
        with pytest.raises(WorkerError, match="a worker of the Ray cluster"):
            list(ordered_map(os._exit, [3], workers))
        assert ray.is_initialized()
    finally:
        ray.shutdown()


@pytest.mark.nightly
def test_a_machine_may_be_lost_in_the_middle(tmp_path: Path) -> None:
    """Two nodes, of which one is killed: the log is the same byte for byte."""
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost = [cluster.add_node(num_cpus=1)]
    cluster.wait_for_nodes()
    logs = [tmp_path / "one", tmp_path / "two"]
    match = arena.Match.create("python_skat", ["rule", "random", "rule"], 3)
    arena.run(match, 3000, arena.Results(match), log=logs[0])

    def killed_in_the_middle(done: int) -> None:
        if lost and done >= 500:
            assert done < 2500
            cluster.remove_node(lost.pop(), allow_graceful=False)

    try:
        workers = Ray(cluster.address)
        results = arena.Results(match)
        arena.run(match, 3000, results, log=logs[1], workers=workers, progress=killed_in_the_middle)
    finally:
        cluster.shutdown()
    assert not lost
    assert logs[0].read_bytes() == logs[1].read_bytes()


@pytest.mark.nightly
def test_a_machine_with_other_code_does_no_work(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The same version with other code, as an installation from sources may be.
    other = f"{version('vorhand')}+another"
    monkeypatch.setattr(ray_cluster, "code_version", lambda: other)
    with pytest.raises(WorkerError, match=r"has Vorhand 0\S+\+[0-9a-f]{12}: expected 0\S+another"):
        list(ordered_map(math.isqrt, [4], Ray(address)))


@pytest.mark.extended
def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for nowhere in ("nonsense", "127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:x"):
        with pytest.raises(RayError, match=f"ray {nowhere}: .*expected host:port"):
            list(ordered_map(math.isqrt, [1], Ray(nowhere)))
    arguments = ["pipma", "file", "--workers", "2", "--ray", "127.0.0.1:1"]
    result = CliRunner().invoke(app, arguments)
    assert "--workers 2 and --ray" in str(result.exception)
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(RayError, match=r"expected Ray installed: pip install 'vorhand\[ray\]'"):
        list(ordered_map(math.isqrt, [1], Ray("127.0.0.1:1")))
