"""Small poker games, measured unchanged."""

from vorhand.evaluation.equilibrium.subjects.base import Subjects

EQUILIBRIUM = Subjects("kuhn_poker", "leduc_poker")
