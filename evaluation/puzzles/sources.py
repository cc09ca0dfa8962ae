"""The puzzles of all packs that have a module here."""

from importlib import import_module
from pathlib import Path

from vorhand.evaluation.puzzles.search import Source
from vorhand.games.packs import packs

SOURCES: dict[str, Source] = {
    pack.name: import_module(f"{__package__}.{pack.name}").SOURCE
    for pack in packs()
    if (Path(__file__).parent / f"{pack.name}.py").exists()
}
