"""Small poker games, measured as they are."""

from vorhand.evaluation.equilibrium.subjects.base import Subjects

PART = Subjects("kuhn_poker", "leduc_poker")
