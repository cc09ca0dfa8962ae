"""Games: rules, notation, scoring, records, and their OpenSpiel registrations."""

from vorhand.games import laboratory as _laboratory  # noqa: F401  (registers the games)
