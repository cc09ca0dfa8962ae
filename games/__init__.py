"""Games: rules, notation, scoring, records, and their OpenSpiel registrations.

Importing this package registers the games with OpenSpiel. What the layers know of a game is found
by `vorhand.games.packs`.
"""

from vorhand.games.packs import register_ours

register_ours()
