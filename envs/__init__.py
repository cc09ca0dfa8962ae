"""Batched environments over the compiled core, for training.

    VectorEnv        many games of one kind, stepped together
    Arrays           its arrays, which each step overwrites

Both are public (docs/stability.md); docs/train.md begins with an example.
"""

from vorhand.envs.vector import Arrays, VectorEnv

__all__ = ["Arrays", "VectorEnv"]
