"""The names that `import vorhand` provides, and the cost of the import."""

import ast
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import vorhand

ROOT = Path(__file__).parents[1]
PUBLIC = ("vorhand", "vorhand.api", "vorhand.api.skat", "vorhand.api.schnapsen", "vorhand.envs")
CONTRACT = "vorhand.v1"
LATER = {"grpc", "matplotlib", "numba", "ray", "rich", "scipy", "sqlalchemy", "structlog", "typer"}


def test_the_import_brings_nothing_along_that_is_not_needed() -> None:
    code = "import sys, vorhand; print(*{name.partition('.')[0] for name in sys.modules})"
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
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
    assert sorted(told) == sorted(vorhand.__all__)
    for name, (module, attribute) in told.items():
        assert getattr(importlib.import_module(module), attribute) is getattr(vorhand, name)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Pinochle'"):
        vorhand.Pinochle  # noqa: B018


@pytest.mark.parametrize("module", PUBLIC[1:])
def test_public_names_exist_once(module: str) -> None:
    imported = importlib.import_module(module)
    names: list[str] = imported.__all__
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(imported, name)] == []


@pytest.mark.parametrize("module", PUBLIC[1:])
def test_no_module_hides_a_public_name_from_the_reference(module: str) -> None:
    """No module has the path of a public name.

    Tools that read only the sources take `a.b` for the module of this name, if there is one.
    """
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
    places = [
        f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert places
    sources = Path(str(vorhand.__file__)).parent
    paths = [sources.joinpath(*place.split(".")[1:]) for place in places]
    assert [str(path) for path in paths if path.is_dir() or path.with_suffix(".py").exists()] == []


@pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="the documents are not installed")
def test_documents_import_public_names_only() -> None:
    # The recipes of CONTRIBUTING.md are modules of the layers, which cannot import the front door.
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {page.name: page.read_text("utf-8") for page in pages}
    cells = json.loads((ROOT / "docs" / "tutorial.ipynb").read_text("utf-8"))["cells"]
    texts["tutorial.ipynb"] = "\n".join("".join(cell["source"]) for cell in cells)
    found = [
        (name, module, part.strip())
        for name, text in texts.items()
        for module, parts in re.findall(
            r"^[>. ]*from (vorhand[.\w]*) import (\([^)]*\)|[\w, ]*)", text, re.MULTILINE
        )
        for part in parts.strip("()").split(",")
        if part.strip()
    ]
    assert found
    offenders = [
        (name, module, part)
        for name, module, part in found
        if module != CONTRACT
        and f"{module}.{part}" not in PUBLIC
        and (module not in PUBLIC or part not in importlib.import_module(module).__all__)
    ]
    assert offenders == []
    assert [
        name for name, text in texts.items() if re.search(r"^import vorhand\.", text, re.M)
    ] == []
