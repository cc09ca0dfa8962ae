"""Games: rules, notation, scoring, records, and their OpenSpiel registrations.

Importing this package registers the games with OpenSpiel. `vorhand.games.packs` finds each layer's
code for a game.
"""

from vorhand.games.packs import register_ours

register_ours()
