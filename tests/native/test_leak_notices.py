"""Notices of the core about objects that are alive when the interpreter ends."""

import importlib.util
import subprocess
import sys

import pytest

from vorhand.tests.sizes import few

HELD_BY_A_THREAD = """
import _thread, threading, time
from vorhand.native.skat import Deal
held = threading.Event()
def wait():
    deal = Deal()
    held.set()
    time.sleep(1000)
{start}
held.wait()
"""

LOST = """
import ctypes
from vorhand.native.skat import Deal
deal = Deal()
ctypes.pythonapi.Py_IncRef(ctypes.py_object(deal))
"""

SHARED = """
import {library} as library
from vorhand.envs import VectorEnv
env = VectorEnv("python_skat", 16, seed=1)
shared = [library.from_dlpack(array) for array in env.arrays]
"""


def errors_of(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stderr


@pytest.mark.parametrize(
    "start",
    ["threading.Thread(target=wait, daemon=True).start()", "_thread.start_new_thread(wait, ())"],
)
def test_threads_that_are_left_waiting_are_no_leak(start: str) -> None:
    assert errors_of(HELD_BY_A_THREAD.format(start=start)) == ""


def test_a_lost_object_is_told() -> None:
    assert "leaked 1 instances" in errors_of(LOST)


@pytest.mark.parametrize("library", few(1, ["numpy", "torch"]))
def test_arrays_that_another_library_holds_are_no_leak(library: str) -> None:
    """NumPy drops no reference through DLPack while the interpreter ends."""
    if not importlib.util.find_spec(library):
        pytest.skip(f"{library} is not installed")
    assert errors_of(SHARED.format(library=library)) == ""
