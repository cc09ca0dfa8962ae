"""Pictures of several experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.pictures import SHADES, figure, save

__all__ = ["HeatMap", "figure", "heat_maps", "save"]


@dataclass(frozen=True)
class HeatMap:
    """One panel: a value over two parameters.

    Attributes:
        title: above the panel.
        across: name and grid of the parameter on the horizontal axis.
        upward: name and grid of the parameter on the vertical axis.
        values: float64 [len(upward grid), len(across grid)].
    """

    title: str
    across: tuple[str, npt.NDArray[np.float64]]
    upward: tuple[str, npt.NDArray[np.float64]]
    values: npt.NDArray[np.float64]


def heat_maps(panels: Sequence[Sequence[HeatMap]], path: Path) -> Path:
    """Rows of panels; the panels of a row share their colours."""
    drawing, axes = figure(len(panels), len(panels[0]))
    for row, (maps, line) in enumerate(zip(panels, axes, strict=True)):
        low = min(float(panel.values.min()) for panel in maps)
        high = max(float(panel.values.max()) for panel in maps)
        for panel, ax in zip(maps, line, strict=True):
            mesh = ax.pcolormesh(
                panel.across[1],
                panel.upward[1],
                panel.values,
                shading="nearest",
                vmin=low,
                vmax=high,
                cmap=SHADES,
            )
            ax.set_title(panel.title, fontsize=10)
            ax.set_xlabel(panel.across[0])
            ax.set_ylabel(panel.upward[0])
        drawing.colorbar(mesh, ax=axes[row, :].tolist())
    return save(drawing, path)
