"""Error rates by number of the trick, as in figure 9.6 of Furtak's thesis (2013)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vorhand.evaluation.post_mortem.skat.pipma import ROLE_NAMES, TRICKS, PostMortem


def draw(
    judged: PostMortem, players: Sequence[str] | None, path: Path, confidence: float = 0.95
) -> Path:
    """Draw errors per play and per chance by trick, with a line for each role and player."""
    from vorhand.evaluation.pictures import figure, save, styled

    drawing, axes = figure(1, 2, width=5.0, height=4.2)
    panels = axes[0]
    for number, player in enumerate(players or [None]):
        for role, name in enumerate(ROLE_NAMES):
            rates = [
                judged.rates(role, trick=trick, player=player, confidence=confidence)
                for trick in range(TRICKS)
            ]
            label = name if player is None else f"{player}, {name}"
            panels_of = ([r.per_play for r in rates], [r.per_chance for r in rates])
            for panel, shares in zip(panels, panels_of, strict=True):
                middle, low, high = (
                    np.array([100 * getattr(share, end) for share in shares])
                    for end in ("value", "low", "high")
                )
                spread = [(middle - low).clip(0), (high - middle).clip(0)]
                places = np.arange(TRICKS) + 1 + 0.1 * role + 0.05 * number
                panel.errorbar(places, middle, spread, fmt="os"[role] + "-", capsize=2, label=label)
    for panel, title in zip(panels, ("errors a play", "errors a chance"), strict=True):
        panel.set(title=title, xlabel="trick", ylabel="%", xticks=range(1, TRICKS + 1))
        panel.set_ylim(bottom=0)
    with styled():
        drawing.suptitle(
            f"Errors with open hands, {len(judged):,} deals, {100 * confidence:.4g}% intervals",
            x=0.01,
            ha="left",
        )
        handles = panels[0].get_legend_handles_labels()
        drawing.legend(*handles, loc="outside lower center", ncols=2)
    return save(drawing, path)
