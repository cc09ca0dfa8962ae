"""Experiments that repeat results of papers, or answer questions of our own.

An experiment is a module with an `Experiment` named ``EXPERIMENT`` in the folder of a paper or in
`ours`. The folder and the module give its name: ``furtak_2013/figure9_4`` is ``furtak-figure9.4``,
``ours/lost_games`` is ``lost-games``. A new experiment is therefore a new file, and an experiment
that is not run is not imported. Code that several experiments of a paper share is in packages
within its folder; code that experiments of several papers share is in `skat` or in modules here.
"""

import re

from vorhand.evaluation.module_registry import Registry
from vorhand.evaluation.papers.framework import Experiment, ExperimentError

__all__ = ["experiment", "names"]

_PAPER = re.compile(r"(\w+)_\d{4}")


def _name(folder: str, module: str) -> str | None:
    if paper := _PAPER.fullmatch(folder):
        module = f"{paper[1]}_{module}"
    elif folder != "ours":
        return None
    return re.sub(r"(?<=\d)_(?=\d)", ".", module).replace("_", "-")


_EXPERIMENTS = Registry(__name__, __path__[0], Experiment, "EXPERIMENT", _name, ExperimentError)
names = _EXPERIMENTS.names
experiment = _EXPERIMENTS.find
