"""Small games for the theory of card play; importing this package registers them."""

from vorhand.games.laboratory import bcd_tree as _bcd_tree  # noqa: F401
from vorhand.games.laboratory import four_aces as _four_aces  # noqa: F401
from vorhand.games.laboratory import prefix_tree as _prefix_tree  # noqa: F401
