"""Ternary decision diagrams from owners to rows (Furtak's thesis, 2013, chapter 8)."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.papers.furtak_2013.sparse_tables.table_rows import (
    Split,
    owners_in,
    suits_of,
)

Ints: TypeAlias = npt.NDArray[np.int64]
_ILLEGAL = -1


def owners(split: Split, shapes: npt.NDArray[np.uint64]) -> Ints:
    """Return the owners of the cards [shapes, cards]: trumps, then each suit, from the top."""
    *sides, trumps = suits_of(shapes.astype(np.int64), bool(split[3]))
    columns: list[Ints] = []
    for code, length in zip((trumps, *sides), (split[-1], *split[:-1]), strict=False):
        columns += owners_in(code, length)[::-1]
    return np.stack(columns, axis=1)


def nodes(cards: Ints, rows: Ints) -> int:
    """Count the inner nodes of the diagram from owners [shapes, cards] to rows [shapes].

    Combinations that are not shapes may have any value, so a node is omitted if all its children
    that lead to shapes are equal. Equal nodes are shared.
    """
    codes = cards @ 3 ** np.arange(cards.shape[1])[::-1]
    order = np.argsort(codes)
    codes, leads = codes[order], rows[order]
    count, free = 0, int(rows.max()) + 1
    for _ in range(cards.shape[1]):
        above, place = np.unique(codes // 3, return_inverse=True)
        children = np.full((len(above), 3), _ILLEGAL)
        children[place, codes % 3] = leads
        highest = children.max(axis=1)
        agree = ((children == highest[:, None]) | (children == _ILLEGAL)).all(axis=1)
        codes, leads = above, highest
        if not agree.all():
            different, names = np.unique(children[~agree], axis=0, return_inverse=True)
            leads[~agree] = free + names.ravel()
            count += len(different)
            free += len(different)
    return count
