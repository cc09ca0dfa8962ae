"""README.md and the docstrings show real output."""

import doctest
import importlib
import os
import pkgutil
import re
import runpy
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pyspiel
import pytest
from typer.main import get_command

from vorhand import agents, envs, evaluation, games, service, web
from vorhand.cli import app

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PARTS = (games, agents, envs, evaluation, service, web)
in_repository = pytest.mark.skipif(not README.exists(), reason="the documents are not installed")


@in_repository
@pytest.mark.parametrize("page", ["README.md", "docs/skat-core.md"])
def test_sessions_run_as_printed(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


@in_repository
def test_links_of_the_documents_lead_somewhere() -> None:
    """Links within the repository have targets; those to the web are not followed."""
    documents = [*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md")]
    links = [
        (document, link)
        for document in documents
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8"))
        if "://" not in link
    ]
    assert links
    assert [pair for pair in links if not (pair[0].parent / pair[1]).exists()] == []


@in_repository
def test_links_to_headings_lead_somewhere() -> None:
    """Anchors are those that Markdown's table of contents gives to headings."""
    slugify = pytest.importorskip("markdown.extensions.toc").slugify
    links = []
    for document in [*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md")]:
        for path, heading in re.findall(
            r"\]\(([^)#:]*\.md)?#([^)]+)\)", document.read_text("utf-8")
        ):
            links.append((document.name, document.parent / path if path else document, heading))
    assert links
    headings = {page: headings_of(page) for _, page, _ in links}
    slugs = {page: {slugify(one, "-") for one in named} for page, named in headings.items()}
    assert [link for link in links if link[2] not in slugs[link[1]]] == []


@in_repository
def test_files_that_pages_name_are_there() -> None:
    folders = "agents|deploy|envs|evaluation|examples|front|games|native|proto|service|tests|web"
    path = re.compile(rf"`((?:{folders})/[\w./-]+)`")
    pages = [README, README.parent / "CONTRIBUTING.md", *README.parent.glob("docs/**/*.md")]
    named = {(page.name, name) for page in pages for name in path.findall(page.read_text("utf-8"))}
    assert named
    named -= {("CONTRIBUTING.md", "games/whist/__init__.py")}  # the reader's own game
    assert sorted(one for one in named if not (README.parent / one[1]).exists()) == []


def headings_of(page: Path) -> list[str]:
    """Return the headings of a page, without code blocks, marks and addresses."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "")
    return re.findall(r"^#+ (.+)$", shown, re.M)


@in_repository
def test_what_is_there_to_be_pasted_has_no_prompt() -> None:
    """A prompt precedes only commands whose output follows."""
    for document in [*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md")]:
        for block in re.findall(r"^```\w*\n(.*?)^```$", document.read_text("utf-8"), re.M | re.S):
            lines = block.splitlines()
            assert not all(line.startswith("$ ") for line in lines), (document, block)


LONGEST = 1800  # words outside code and tables; the rule is 1,500, with some tolerance


@in_repository
def test_pages_are_short() -> None:
    """The limit does not apply to docs/notes/, which keep experiments and results."""
    pages = {page.name: page.read_text("utf-8") for page in README.parent.glob("docs/*.md")}
    assert pages
    too_long = {name: n for name, text in pages.items() if (n := number_of_words(text)) > LONGEST}
    assert too_long == {}


def test_words_of_code_and_tables_do_not_count() -> None:
    code, table = "```sh\ncode\n```", "| a | table |\n|---|---|"
    text = f"# Two words\n\n- a third - 4th\n\n{code}\n\n{table}\n\n  ```\n  code\n  ```\n"
    assert number_of_words(text + "<!-- hidden -->\n") == 5


def number_of_words(text: str) -> int:
    """Return the number of words of a page, without its blocks of code and its tables."""
    prose = re.sub(r"^ *```.*?^ *```$|<!--.*?-->", "", text, flags=re.M | re.S)
    lines = [line for line in prose.splitlines() if not line.lstrip().startswith("|")]
    return sum(len(re.findall(r"\S*\w\S*", line)) for line in lines)


@in_repository
def test_notes_are_listed_and_have_the_parts_of_a_paper() -> None:
    folder = README.parent / "docs" / "notes"
    notes = {note.name: note.read_text("utf-8") for note in folder.glob("*.md")}
    index = notes.pop("index.md")
    assert notes
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", index)) == set(notes)
    parts = ("\n**Question.** ", "\n## Conclusion\n")
    assert [name for name, text in notes.items() if not all(part in text for part in parts)] == []


@in_repository
def test_links_that_leave_the_pages_lead_to_the_repository() -> None:
    hook = runpy.run_path(str(README.parent / "docs" / "hooks" / "links.py"))["on_page_markdown"]
    text = "[a](../skat.md) [b](../../proto/a.proto) [c](note.md)"
    repository = "https://github.com/vorhand/vorhand/blob/main"

    def shown(page: str) -> str:
        return str(hook(text, page=SimpleNamespace(file=SimpleNamespace(src_uri=page))))

    assert shown("notes/a.md") == f"[a](../skat.md) [b]({repository}/proto/a.proto) [c](note.md)"
    assert shown("a.md").startswith(f"[a]({repository}/skat.md) ")


@in_repository
def test_games_agents_and_commands_exist_and_none_is_missing() -> None:
    tables = {
        heading: set(re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (`.*?) \|", part, re.M))))
        for heading, part in re.findall(
            r"^## (.+?)\n(.*?)(?=^## |\Z)", README.read_text("utf-8"), re.M | re.S
        )
    }
    registered = set(pyspiel.registered_names())
    assert tables["Games"] <= registered
    ours = {"python_skat", "python_schnapsen", "python_bcd_tree", "python_prefix_tree"}
    assert ours <= tables["Games"]
    named = {spec.partition("(")[0] for spec in tables["Agents"]}
    assert named == {agent.name for agent in agents.agents()}
    commands = {line.split()[1] for line in tables["The command line"]}
    assert commands == set(get_command(app).list_commands(None))  # type: ignore[attr-defined]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_docstrings(part: ModuleType) -> None:
    names = [
        module.name
        for module in pkgutil.walk_packages(part.__path__, f"{part.__name__}.")
        if ".migrations." not in module.name  # only Alembic runs these modules
    ]
    assert names
    assert [name for name in names if fails(name)] == []


def fails(name: str) -> bool:
    """Return whether an example in a module's docstrings fails; doctest prints which."""
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != "torch" or "CI" in os.environ:
            raise
        return False  # torch, of the extra train, is not installed
    runner = doctest.DocTestRunner()
    for shown in doctest.DocTestFinder().find(module):
        if shown.examples:  # each run, even of none, looks at all source files that were read
            runner.run(shown)
    return runner.failures > 0
