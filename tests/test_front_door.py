"""Names in `import vorhand`, and its cost."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import vorhand

LATER = {"grpc", "matplotlib", "numba", "ray", "rich", "scipy", "sqlalchemy", "structlog", "typer"}


def test_the_import_brings_nothing_along_that_is_not_needed() -> None:
    code = "import sys, vorhand; print(*{name.partition('.')[0] for name in sys.modules})"
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=100)
    assert "pyspiel" in done.stdout.split()
    assert set(done.stdout.split()) & LATER == set()


@pytest.mark.parametrize("name", vorhand.__all__)
def test_names_are_there_and_told(name: str) -> None:
    assert getattr(vorhand, name).__doc__
    assert name in dir(vorhand)
    assert f" {name} " in str(vorhand.__doc__).replace(",", " ").replace("\n", " ")


def test_type_checkers_are_told_of_the_same_names() -> None:
    tree = ast.parse(Path(str(vorhand.__file__)).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    told = {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(told) == sorted(vorhand.__all__) == sorted(vorhand._PLACES)
    for name, (module, attribute) in told.items():
        place, called = vorhand._PLACES[name]
        assert module.startswith(f"vorhand.{place}")
        assert attribute == called


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Pinochle'"):
        vorhand.Pinochle  # noqa: B018
