"""The types of the laboratory's games; importing this module registers them."""

from typing import Any

from vorhand.games.registration import game_type, register_game

NUM_PLAYERS = 2
BCD_DEFAULTS: dict[str, Any] = {
    "seed": 0,
    "depth": 8,
    "worlds": 8,
    "correlation": 0.5,
    "bias": 0.5,
    "disambiguation": 0.5,
}
PREFIX_DEFAULTS: dict[str, Any] = {
    "seed": 0,
    "depth": 6,
    "min_branching": 4,
    "max_branching": 12,
    "min_edge": -6,
    "noise": 4,
}
BCD_TREE = game_type(
    "python_bcd_tree",
    "Synthetic bias-correlation-disambiguation tree",
    BCD_DEFAULTS,
    players=NUM_PLAYERS,
)
PREFIX_TREE = game_type(
    "python_prefix_tree",
    "Prefix-value game tree",
    PREFIX_DEFAULTS,
    players=NUM_PLAYERS,
    hidden=False,
    chance=False,
)
XX = game_type("python_xx", "Four aces, MAX names the bet (Wisser's XX)", {}, players=NUM_PLAYERS)
XI = game_type("python_xi", "Four aces, MIN names the bet (Wisser's XI)", {}, players=NUM_PLAYERS)

register_game(BCD_TREE, "vorhand.games.laboratory.bcd_tree", "BcdTreeGame")
register_game(PREFIX_TREE, "vorhand.games.laboratory.prefix_tree", "PrefixTreeGame")
register_game(XX, "vorhand.games.laboratory.four_aces", "XXGame")
register_game(XI, "vorhand.games.laboratory.four_aces", "XIGame")
