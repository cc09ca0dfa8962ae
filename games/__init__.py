"""Games: rules, notation, scoring, records, and their OpenSpiel registrations.

Importing this package registers the games with OpenSpiel.
"""

from vorhand.games import laboratory as _laboratory  # noqa: F401
from vorhand.games import schnapsen as _schnapsen  # noqa: F401
from vorhand.games import skat as _skat  # noqa: F401
