"""All parameters of all games of packs: agents play them to the end, or refuse them by name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pyspiel
import pytest
from _pytest.mark import ParameterSet

from vorhand.agents import make_bot
from vorhand.agents.registry import AgentError, agents
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.games import packs
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.rules import PRESETS
from vorhand.games.skat.game import SCORINGS
from vorhand.tests.sizes import few


class Value(NamedTuple):
    """A value of a parameter.

    Attributes:
        text: as in a game string.
        beside: other parameters that it needs.
        refused: whether agents with views of their own do not play it.
    """

    text: str
    beside: str = ""
    refused: bool = False


Values = Mapping[str, Sequence[Value]]

FALSE, TRUE, NEVER = Value("false"), Value("true"), Value("true", refused=True)


def numbers(*values: float, beside: str = "") -> list[Value]:
    """Return values that are numbers."""
    return [Value(str(value), beside) for value in values]


def words(*values: str) -> list[Value]:
    """Return values that are words."""
    return [Value(value) for value in values]


def refused(*values: object, beside: str = "") -> list[Value]:
    """Return values with which agents are refused."""
    return [Value(str(value), beside, refused=True) for value in values]


_HOLDEM = {
    "betting": "limit",
    "blind": "10 5",
    "firstPlayer": "2 1",
    "maxRaises": "1 1 1 1",
    "numBoardCards": "0 3 1 1",
    "numHoleCards": "2",
    "numRanks": "13",
    "numRounds": "4",
    "numSuits": "4",
    "raiseSize": "10 10 20 20",
    "stack": "600 600",
}
"""Limit hold'em for two, which agents of ours play; OpenSpiel's defaults are another poker."""

_BASES: Mapping[str, Mapping[str, str]] = {
    "bridge_uncontested_bidding": {"num_redeals": "1"},
    "python_bcd_tree": {"depth": "4"},
    "python_prefix_tree": {"depth": "3", "max_branching": "4", "min_branching": "2"},
    "universal_poker": _HOLDEM,
}
"""Parameters set beside a value, so that games walked to the end stay small."""

_THREE_HANDED = "blind=10 5 5,firstPlayer=2 1 1 1,stack=600 600 600"
_RULES = {"python_schnapsen": (3, 4), "python_kinderschnapsen": (2, 3)}  # sizes of hands


def schnapsen(game: str) -> Values:
    """Return the values of the rules, each alone, and of where a deal or match begins."""
    switches = (
        "claim_on_marriage close close_first_lead closed_first_wins exchange exchange_first_lead "
        "failed_close_at_end marriage_compulsory marriage_first_lead marriage_leads_king "
        "pending_until_next_trick"
    ).split()
    match = "match=true"
    presets = [name for name in PRESETS if name != "tompa"] if game == "python_schnapsen" else []
    return {
        **{name: numbers(0, 1) for name in switches},
        "capped": [Value("true", match)],
        "close_talon": numbers(1, 3),
        "exchange_talon": numbers(1, 2),
        "hand_size": numbers(*_RULES[game]),
        "last_trick_points": numbers(2, 3),
        "leader": numbers(1),
        "marriage_points": numbers(0, beside="royal_points=0"),
        "royal_points": numbers(0, beside="marriage_points=0"),
        "match": [TRUE],
        "match_points": numbers(2, 9, beside=match),
        "preset": words(*presets),
        "schneider": numbers(0, 20),
        "score_0": numbers(3, 6, beside=match),
        "score_1": numbers(3, 6, beside=match),
        "target": numbers(100),
    }


VALUES: Mapping[str, Values] = {
    "python_skat": {
        "claims": [TRUE],
        "scoring": words(*(scoring for scoring in SCORINGS if scoring != "seeger_fabian")),
        "start": words(
            "play GH by 1 cards SA.SJ/CA.CJ/HA.HJ/- leader 1 tricks 6 points 60 matadors 1"
        ),
    },
    "python_schnapsen": schnapsen("python_schnapsen"),
    "python_kinderschnapsen": schnapsen("python_kinderschnapsen"),
    "python_belote": {
        "contree": [TRUE],
        "dealer": numbers(0, 1, 2),
        "belote": [Value("won", "contree=true"), Value("multiplied", "contree=true")],
        "contre": [Value("flat", "contree=true"), Value("bid", "contree=true")],
        "made": [Value("bid", "contree=true"), Value("more", "contree=true")],
        "surcontre": numbers(3, beside="contree=true"),
    },
    "python_bcd_tree": {
        "bias": numbers(0.0, 1.0),
        "correlation": numbers(0.0, 1.0),
        "depth": numbers(2, 3),
        "disambiguation": numbers(0.0, 1.0),
        "seed": numbers(7),
        "worlds": numbers(2, 16),
    },
    "python_prefix_tree": {
        "depth": numbers(2, 3),
        "max_branching": numbers(3, 5),
        "min_branching": numbers(3, 4),
        "min_edge": numbers(-2, 0),
        "noise": numbers(0, 2),
        "seed": numbers(7),
    },
    "python_xi": {},
    "python_xx": {},
    "euchre": {"allow_lone_defender": [NEVER], "stick_the_dealer": [FALSE]},
    "hearts": {
        "avoid_all_tricks_bonus": [NEVER],
        "can_lead_any_club": [NEVER],
        "can_lead_hearts_instead_of_qs": [NEVER],
        "jd_bonus": [NEVER],
        "must_break_hearts": [FALSE],
        "no_pts_on_first_trick": [FALSE],
        "pass_cards": [FALSE],
        "qs_breaks_hearts": [FALSE],
    },
    "oh_hell": {
        "num_cards_per_suit": numbers(2, 5, 12),
        "num_suits": numbers(1, 2, 3),
        "num_tricks_fixed": [
            *numbers(1, 17),
            *numbers(6, 7, 8, 10, 12, beside="players=4"),
            *numbers(5, 7, 8, 10, beside="players=5"),
            *numbers(8, beside="players=6"),
        ],
        "off_bid_penalty": [TRUE],
        "players": numbers(4, 5, 6, 7),
        "points_per_trick": numbers(2, 3),
    },
    "spades": {
        "mercy_threshold": numbers(-10),
        "num_tricks": numbers(1, 13),
        "use_mercy_rule": [FALSE],
        "win_or_loss_bonus": numbers(0),
        "win_threshold": numbers(10),
    },
    "bridge": {
        "dealer": numbers(1, 2, 3),
        "dealer_vul": [TRUE],
        "non_dealer_vul": [TRUE],
        "num_tricks_in_observation": numbers(13),
        "use_double_dummy_result": [FALSE],
    },
    "bridge_uncontested_bidding": {
        "num_redeals": numbers(2),
        "relative_scoring": [TRUE],
        "rng_seed": numbers(3),
        "subgame": words("2NT"),
    },
    "skat": {},
    "tarok": {"players": numbers(4), "rng_seed": numbers(5)},
    "kuhn_poker": {"players": numbers(3, 4, 5)},
    "leduc_poker": {
        "action_mapping": [TRUE],
        "players": numbers(3),
        "starting_player": numbers(1),
        "suit_isomorphism": [TRUE],
    },
    "universal_poker": {
        "betting": refused("nolimit"),
        "bettingAbstraction": refused("fc", "fullgame"),
        "blind": words("2 4"),
        "boardCards": refused("2c3d4h"),
        "calcOddsNumSims": numbers(100),
        "firstPlayer": words("1 1 1 1"),
        "handReaches": refused(" ".join(["1"] * 2652)),
        "maxRaises": words("2 1 1 2"),
        "numBoardCards": [*words("0 4 0 1"), *refused("1 2 1 1", "0 3 0 1")],
        "numHoleCards": refused(1),
        "numPlayers": refused(3, beside=_THREE_HANDED),
        "numRanks": refused(12),
        "numRounds": numbers(3),
        "numSuits": refused(3),
        "potSize": numbers(40),
        "raiseSize": words("20 20 20 20"),
        "stack": words("20 20"),
    },
}
"""Values that each game is played with; a test holds that no parameter is missing."""


def game_string(game: str, parameter: str, value: Value) -> str:
    """Return the game string with this value."""
    given = dict(_BASES.get(game, {}))
    given |= dict(part.split("=", 1) for part in value.beside.split(",") if part)
    given[parameter] = value.text
    return f"{game}({','.join(f'{name}={text}' for name, text in given.items())})"


def cases() -> Iterator[ParameterSet]:
    """Yield each value of each parameter of each game; all but the first are extended."""
    for game, values in VALUES.items():
        for parameter, those in values.items():
            for number, value in enumerate(those):
                marks = [pytest.mark.extended] if number else []
                name = game_string(game, parameter, value)
                yield pytest.param(
                    name, parameter, value, id=f"{game}-{parameter}-{number}", marks=marks
                )


def specs(game: pyspiel.Game) -> list[str]:
    """Return the agents that are asked, as far as they are for the game."""
    kind = game.get_type()
    known = {agent.name: agent for agent in agents(kind.short_name)}
    searched = "iterations" if "iterations" in known["ismcts"].parameters else "simulations"
    wanted = {
        "pimc": "pimc(worlds=2)",
        "iimc": "iimc(worlds=2)",
        "ismcts": f"ismcts({searched}=3)",
        "caller": "caller",
        "rule": "rule",
    }
    if kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        del wanted["ismcts"]  # nothing is hidden
    return [wanted[name] for name in wanted if name in known]


def test_no_parameter_is_missing() -> None:
    packs.register_ours()
    games = {kind.short_name: kind for kind in pyspiel.registered_games()}
    known = {game: set(values) for game, values in VALUES.items()}
    assert known == {
        game: set(games[game].parameter_specification)
        for pack in packs.built_in()
        for game in pack.games
    }


@pytest.mark.extended
@pytest.mark.parametrize(("name", "parameter", "value"), list(cases()))
def test_agents_play_to_the_end_or_refuse_by_name(name: str, parameter: str, value: Value) -> None:
    """All agents sit at one table, or at several, and take part from the first decision on."""
    game = load_game(name)
    if value.refused:
        for spec in specs(game):
            if spec.startswith("ismcts") and name.startswith("universal_poker"):
                continue  # OpenSpiel's search over its own states
            with pytest.raises(AgentError, match=f"{parameter}={value.text[:20]}"):
                make_bot(spec, game, 0, 1)
        return
    asked, seats = specs(game), game.num_players()
    for first in range(0, len(asked), seats):
        state = first_state(game, 5 + first)
        seated = [asked[(first + seat) % len(asked)] for seat in range(seats)]
        bots = [make_bot(spec, game, seat, 5) for seat, spec in enumerate(seated)]
        play_game(state, bots, random.Random(2 + first))
        assert state.is_terminal()


@pytest.mark.parametrize("game", few(1, ["kuhn_poker(players=7)", "python_prefix_tree"]))
def test_a_game_too_large_for_an_agent_is_refused_when_it_is_made(game: str) -> None:
    """A smaller game is played; so is this one by an agent that does not search it to the end."""
    rules = load_game(game)
    with pytest.raises(AgentError, match=rf"^game {game.partition('(')[0]}\(.*too large"):
        make_bot("pimc", rules, 0, 1)
    other = "openspiel:mcts" if game == "python_prefix_tree" else "ismcts"
    make_bot(other, rules, 0, 1)
    if game != "python_prefix_tree":
        make_bot("pimc", load_game("kuhn_poker(players=5)"), 0, 1)
