"""Imports go one way and in no circle; only packs name a game; docstrings begin correctly."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import vorhand
from vorhand.games.packs import built_in

ROOT = Path(vorhand.__file__).parent
APART = ("tests", "v1")  # tests import anything; the wire's code is generated and imports nothing
# Allowed imports: a layer imports itself and those below it, but none beside it.
LAYERS = {"native": 0, "games": 1, "agents": 2, "envs": 3, "evaluation": 4, "service": 4, "web": 5}
FRONT = 6  # the front door and the command line

# Folders and files that name games though their paths do not. Add nothing to this list.
ALLOWED = (
    "__init__.py",  # the front door, which leads to the solver of open hands too
    "evaluation/equilibrium/trees/",  # the synthetic trees, which are the laboratory's
    # Each of these is about the games of its paper, or of our question.
    *(f"evaluation/papers/{paper}_" for paper in ("furtak", "long", "solinas", "wisser")),
    "evaluation/papers/ours/",
    "evaluation/papers/overview.py",  # it lists each table and figure of the papers
    "cli/terminal/texts.py",  # the German words of all screens are one table
    "games/extras.py",  # an extra has the name of a program
    "service/load/",  # it measures Skat and Schnapsen
)


@cache
def sources() -> Mapping[str, ast.Module]:
    """Return the modules by their paths in the package, such as ``games/skat/cards.py``."""
    found = {}
    for folder, folders, files in os.walk(ROOT, followlinks=True):
        if Path(folder) == ROOT:
            folders[:] = [name for name in folders if name not in APART]
        for name in files:
            if name.endswith(".py"):
                path = Path(folder) / name
                found[path.relative_to(ROOT).as_posix()] = ast.parse(path.read_text("utf-8"))
    return found


def module_of(path: str) -> str:
    """Return the module that a path stands for."""
    name = "vorhand." + path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


@cache
def modules() -> Mapping[str, ast.Module]:
    """Return the modules by the names under which they are imported."""
    return {module_of(path): tree for path, tree in sources().items()}


def walk(node: ast.AST, *, at_import: bool) -> Iterator[ast.AST]:
    """Yield the nodes; with `at_import` only what runs when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if at_import and (
            isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test))
        ):
            continue
        yield child
        yield from walk(child, at_import=at_import)


def imported(tree: ast.AST, known: Set[str], *, at_import: bool = False) -> set[str]:
    """Return the known modules that a module imports; names of a package count as that package."""
    names: set[str] = set()
    for node in walk(tree, at_import=at_import):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports are not used"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                names.add(inner if inner in known else str(node.module))
    return names & known


def circles(imports: Mapping[str, Set[str]]) -> list[list[str]]:
    """Return groups of modules that import each other, directly or through others."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            new = imports[waiting.pop()] - seen
            seen |= new
            waiting += new
        return seen

    reach = {name: reached(name) for name in imports}
    found = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in imports
        if name in reach[name]
    }
    return sorted(map(list, found))


def layer_of(module: str) -> tuple[int, str]:
    """Return the rank of a module's layer, and its name."""
    name = [*module.split("."), ""][1]
    return (LAYERS[name], name) if name in LAYERS else (FRONT, "front")


def named(tree: ast.AST, games: re.Pattern[str]) -> set[str]:
    """Return the names, imports and texts of the code that name a game, except docstrings."""
    texts: set[str] = set()
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documents:
                texts.add(text)
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                texts.add(text)
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                texts.add(text)
            case ast.ImportFrom(module=str(text)) | ast.alias(name=text):
                texts.add(text)
    return {text for text in texts if games.search(text)}


PACK_NAMES = sorted({pack.name for pack in built_in()})
GAMES = re.compile("|".join([*PACK_NAMES, *(g for p in built_in() for g in p.games)]), re.I)


def test_all_modules_are_looked_at() -> None:
    assert {"vorhand", "vorhand.cli", "vorhand.games.skat.cards"} <= modules().keys()
    assert {layer_of(module)[1] for module in modules()} == {*LAYERS, "front"}


def against_the_layers(trees: Mapping[str, ast.Module]) -> list[tuple[str, str]]:
    """Return the pairs of a module and an imported module that is not below it."""
    return [
        (module, other)
        for module, tree in trees.items()
        for other in sorted(imported(tree, trees.keys()))
        if layer_of(other)[1] != layer_of(module)[1] and layer_of(other)[0] >= layer_of(module)[0]
    ]


def test_imports_go_one_way() -> None:
    """Imports within functions count too."""
    assert against_the_layers(modules()) == []


def test_no_imports_in_circles() -> None:
    """Imports within functions or for types only do not count."""
    tied = {
        module: imported(tree, modules().keys(), at_import=True) - {module}
        for module, tree in modules().items()
    }
    assert circles(tied) == []


def test_the_server_has_no_circles_at_all() -> None:
    """Imports within functions and for types only count here."""
    server = {name for name in modules() if name.startswith("vorhand.service.server")}
    assert "vorhand.service.server.table_session" in server
    tied = {name: imported(modules()[name], server) - {name} for name in server}
    assert circles(tied) == []


def test_only_what_is_about_a_game_names_it() -> None:
    """A module about one game has its pack's name in its path."""
    wrong = {
        path: names
        for path, tree in sources().items()
        if not path.startswith(ALLOWED)
        and not any(name in path for name in PACK_NAMES)
        and (names := named(tree, GAMES))
    }
    assert wrong == {}


def test_wrong_imports_and_names_would_be_found() -> None:
    code = ast.parse('''
"""About Skat."""
from typing import TYPE_CHECKING
import one.two
if TYPE_CHECKING:
    import types_alone
def use(xskat):
    """At Skat."""
    from one import three
    return "python_schnapsen"
''')
    known = {"one", "one.two", "one.three", "types_alone"}
    assert imported(code, known) == {"one.two", "one.three", "types_alone"}
    assert imported(code, known, at_import=True) == {"one.two"}
    assert named(code, GAMES) == {"xskat", "python_schnapsen"}
    tied = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert circles(tied) == [["b", "c"]]
    below, above = "vorhand.games.one", "vorhand.agents.two"
    trees = {below: ast.parse(f"import {above}"), above: ast.parse(f"import {below}")}
    assert against_the_layers(trees) == [(below, above)]


NO_BEGINNINGS = r"(?:What|Whether|Who|Whose|Where|How|That|So|By|Of|As)\b"
HEADLESS = re.compile(rf'^ *"""\s*({NO_BEGINNINGS}.*)', re.MULTILINE)


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    """No docstring, including those of tests, begins with a question word or a preposition."""
    files = [*(ROOT / path for path in sources()), *Path(__file__).parent.rglob("*.py")]
    found = {path.as_posix(): HEADLESS.findall(path.read_text("utf-8")) for path in files}
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_a_headless_docstring_would_be_found() -> None:
    code = 'class A:\n    """A thing."""\n    b = 1\n    """What it is."""\n'
    assert HEADLESS.findall(code) == ['What it is."""']


PAGE = ROOT / "web" / "page" / "src"
COMMENT = re.compile(r"/\*\*(?P<text>(?:(?!\*/).)*)\*/\s*\n(?P<declared>[^\n]*)", re.DOTALL)
FUNCTION = re.compile(
    r"\s*(export |default |async )*function\b"
    r"|\s*(private |static |async )*\w+\([^=]*\{$"
    r"|\s*(export )?const \w+ = (async )?\(.*=>"
)
NO_VERBS = {"A", "An", "The", "All", "Any", "Each", "Every", "This", "These", "Those", "Its"}
NO_VERBS |= {"In", "On", "At", "To", "For", "From", "With", "Until", "Beside", "Between", "After"}


def ill_begun(text: str) -> list[str]:
    """Return doc comments in TypeScript with a beginning that Python docstrings may not have.

    No comment may begin with a question word or a preposition. Comments of functions must begin
    with a verb in the imperative, not in the third person and not with a plural noun.
    """
    found = []
    for comment in COMMENT.finditer(text):
        doc = " ".join(comment["text"].replace("*", " ").split())
        first = doc.split()[0].strip(",.;:")
        verb = first.isalpha() and first not in NO_VERBS
        verb = verb and not re.search(r"[^su]s$|ing$", first)
        if re.match(NO_BEGINNINGS, doc) or (FUNCTION.match(comment["declared"]) and not verb):
            found.append(doc)
    return found


def test_doc_comments_of_the_page_begin_with_a_verb_or_a_noun() -> None:
    texts = {str(path): path.read_text("utf-8") for path in PAGE.rglob("*.ts*")}
    assert any(COMMENT.search(text) for text in texts.values())
    assert {name: ill for name, text in texts.items() if (ill := ill_begun(text))} == {}


def test_an_ill_begun_doc_comment_would_be_found() -> None:
    code = """
/** Return it. */
export async function one(): void {
/** Returns it. */
function two() {
  /** What it is. */
  readonly over = signal(false);
  /** The deal. */
  private three(deal: number): void {
/** Points of the deal. */
const four = (deal: number) => deal;
/** Points of the deal. */
const five = 5;
"""
    assert ill_begun(code) == ["Returns it.", "What it is.", "The deal.", "Points of the deal."]


def headless_comments(text: str) -> list[str]:
    """Return the comments of C++ code with such a beginning, except those beside code."""
    return re.findall(rf"^(?! *//).*\n *//+ *({NO_BEGINNINGS}.*)", f"\n{text}", re.MULTILINE)


def test_comments_in_cpp_begin_with_a_verb_or_a_noun() -> None:
    native = Path(__file__).resolve().parents[1] / "native"
    files = [*native.rglob("*.cpp"), *native.rglob("*.hpp")]
    assert files
    found = {path.as_posix(): headless_comments(path.read_text("utf-8")) for path in files}
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_a_headless_comment_in_cpp_would_be_found() -> None:
    code = """// By hand.
        // What follows goes on.
        int a = 0;  // What it is.
        /// Whether it is so.
        bool b();
        // Thatch is no word of these.
    """
    assert headless_comments(code) == ["By hand.", "Whether it is so."]
