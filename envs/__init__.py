"""Environments for training: batches over the compiled core, and adapters.

    VectorEnv        many games of one kind, stepped together
    Arrays           the arrays of a batch, which each step overwrites
    PettingZooEnv    any OpenSpiel game by PettingZoo's AEC interface
    GymnasiumEnv     one learner among agents, by Gymnasium's interface

All four are public (docs/stability.md); docs/train.md begins with an example. The last two need the
extra `envs`, and are imported on first use.
"""

import importlib
from typing import TYPE_CHECKING, Any

from vorhand.envs.vector import Arrays, VectorEnv
from vorhand.games.extras import missing_extra

if TYPE_CHECKING:
    from vorhand.envs.gymnasium_env import GymnasiumEnv
    from vorhand.envs.pettingzoo_env import PettingZooEnv

__all__ = ["Arrays", "GymnasiumEnv", "PettingZooEnv", "VectorEnv"]

_ADAPTERS = {"GymnasiumEnv": "gymnasium_env", "PettingZooEnv": "pettingzoo_env"}


def __getattr__(name: str) -> Any:
    """Return an adapter, imported on demand.

    Raises:
        MissingExtraError: its package is not installed.
    """
    if name not in _ADAPTERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{_ADAPTERS[name]}"), name)
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from error
