"""The option `--shuffle SEED`: tests in a random order, to find those that depend on others."""

import functools
import os
import random
from itertools import groupby

import pytest
import typer.testing

os.environ["LC_ALL"] = "C.UTF-8"  # the terminal speaks the language of the locale

# Typer would rebuild all commands for each call of its CliRunner, which takes most of the call.
typer.testing._get_command = functools.cache(typer.main.get_command)  # type: ignore[attr-defined]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in a random order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the modules, and the tests within each: the fixtures of a module serve it once."""
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    chance = random.Random(seed)
    modules = [list(group) for _, group in groupby(items, lambda item: item.location[0])]
    chance.shuffle(modules)
    for module in modules:
        chance.shuffle(module)
    items[:] = [item for module in modules for item in module]
