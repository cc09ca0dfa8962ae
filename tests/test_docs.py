"""What README.md and the docstrings show is what happens."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from vorhand import agents, evaluation, games

README = Path(__file__).parents[1] / "README.md"
MODULES = [
    module.name
    for part in (games, agents, evaluation)
    for module in pkgutil.walk_packages(part.__path__, f"{part.__name__}.")
]
in_repository = pytest.mark.skipif(not README.exists(), reason="the documents are not installed")


@in_repository
def test_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


@in_repository
def test_links_of_the_documents_lead_somewhere() -> None:
    """Links within the repository; those to the web are not followed."""
    documents = [*README.parent.glob("*.md"), *README.parent.glob("docs/*.md")]
    links = [
        (document, link)
        for document in documents
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8"))
        if "://" not in link
    ]
    assert links
    assert [pair for pair in links if not (pair[0].parent / pair[1]).exists()] == []


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
