"""Observation tensors composed of named pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]


def in_pieces(shapes: Mapping[str, tuple[int, ...]]) -> tuple[Floats, dict[str, Floats]]:
    """Make a flat tensor of zeros, and views of its consecutive parts by name."""
    tensor = np.zeros(sum(math.prod(shape) for shape in shapes.values()), np.float32)
    pieces, offset = {}, 0
    for name, shape in shapes.items():
        end = offset + math.prod(shape)
        pieces[name] = tensor[offset:end].reshape(shape)
        offset = end
    return tensor, pieces
