"""Pictures of several experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.pictures import AHEAD, APART, BEHIND, OPEN, SHADES, figure, save, styled

__all__ = [
    "APART",
    "OPEN",
    "HeatMap",
    "colour",
    "figure",
    "forest",
    "heat_maps",
    "save",
    "styled",
]


def colour(estimate: Estimate, even: float = 0.0) -> str:
    """Return the colour of a figure clearly above a border, clearly below, or neither.

    Identical samples give no interval, so they are neither.
    """
    if estimate.low == estimate.high or estimate.low <= even <= estimate.high:
        return OPEN
    return AHEAD if estimate.low > even else BEHIND


def forest(axes: Any, estimates: Mapping[str, Estimate], even: float | None = None) -> None:
    """Draw a line with an interval for each figure; hollow if identical samples give none.

    Args:
        axes: of Matplotlib.
        estimates: by their names, from the top.
        even: border that decides the colours of figures; None: one colour for all.
    """
    for place, estimate in enumerate(estimates.values()):
        alike = estimate.low == estimate.high
        axes.errorbar(
            estimate.value,
            place,
            xerr=[[estimate.value - estimate.low], [estimate.high - estimate.value]],
            fmt="o",
            color="black" if even is None else colour(estimate, even),
            fillstyle="none" if alike else "full",
            capsize=4,
        )
    if even is not None:
        axes.axvline(even, color="black", linewidth=0.8)
    axes.set_yticks(range(len(estimates)), list(estimates))
    axes.set_ylim(len(estimates) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


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
    """Draw rows of panels; the panels of a row share their colours."""
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
