"""The exceptions of the project have one base, and each name belongs to one class."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import vorhand
from vorhand.native import fitted
from vorhand.native.errors import InputError, NodeBudgetError, VorhandError

HOOK = Path(__file__).resolve().parents[1] / "docs/hooks/errors.py"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """Return the module that makes the table of errors for the documentation."""
    spec = importlib.util.spec_from_file_location("errors_hook", HOOK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_errors_derive_from_one_and_have_a_name_of_their_own(hook: ModuleType) -> None:
    found = hook.exception_classes()
    names = [one.__name__ for one in found]
    assert {"VorhandError", "AgentError", "PositionError", "JournalError", "FieldError"} < {*names}
    errors = [one for one in found if issubclass(one, Exception)]
    assert [one for one in errors if not issubclass(one, VorhandError)] == []
    assert sorted(names) == sorted({*names})


def test_bad_input_is_a_value_error(hook: ModuleType) -> None:
    """Every ValueError of the project is an InputError."""
    values = [one for one in hook.exception_classes() if issubclass(one, ValueError)]
    assert values
    assert [one for one in values if not issubclass(one, InputError)] == []


def test_the_table_has_a_row_for_an_error(hook: ModuleType) -> None:
    page = hook.on_page_markdown("# Errors\n<!-- the table of errors -->")
    row = "| `NodeBudgetError` | `vorhand.native.errors` | `InputError` | "
    assert f"{row}{NodeBudgetError.__doc__} |" in page.splitlines()


def test_the_base_needs_nothing_of_the_layers_above() -> None:
    code = "import sys; import vorhand.native.errors; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in ran.stdout.split() if name.startswith("vorhand.")}
    assert "vorhand.native.errors" in loaded
    assert not [name for name in loaded if name.startswith(("vorhand.agents", "vorhand.eval"))]
    assert vorhand.VorhandError is VorhandError


def test_the_core_names_bad_input() -> None:
    """An error of the core without a class of its own is an InputError."""
    with pytest.raises(InputError, match="weights nothing: no such file, expected one of "):
        fitted.read("nothing")
