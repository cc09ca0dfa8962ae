"""All parameters of all games of packs: agents play them to the end, or refuse them by name."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.generic import budget
from vorhand.agents.registry import AgentError, agents
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.games import packs
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.rules import PRESETS
from vorhand.games.skat.game import SCORINGS

HOLDEM = (
    "betting=limit,blind=10 5,firstPlayer=2 1,maxRaises=1 1 1 1,numBoardCards=0 3 1 1,"
    "numHoleCards=2,numRanks=13,numRounds=4,numSuits=4,raiseSize=10 10 20 20,stack=600 600"
)
"""Limit hold'em for two, which agents of ours play; OpenSpiel's defaults are another poker."""

BASES = {
    "bridge_uncontested_bidding": "num_redeals=1",
    "python_bcd_tree": "depth=4",
    "python_prefix_tree": "depth=3,max_branching=4,min_branching=2",
    "universal_poker": HOLDEM,
}
"""Parameters set beside a value, so that games walked to the end stay small."""

SWITCHES = (
    "claim_on_marriage close close_first_lead closed_first_wins exchange exchange_first_lead "
    "failed_close_at_end marriage_compulsory marriage_first_lead marriage_leads_king "
    "pending_until_next_trick"
).split()
SCHNAPSEN = (
    "; ".join(f"{name}=0|1" for name in SWITCHES)
    + "; capped=true @match=true; close_talon=1|3; exchange_talon=1|2; last_trick_points=2|3"
    "; leader=1; marriage_points=0 @royal_points=0; royal_points=0 @marriage_points=0; match=true"
    "; match_points=2|9 @match=true; schneider=0|20; score_0=3|6 @match=true"
    "; score_1=3|6 @match=true; target=100"
)
START = "play GH by 1 cards SA.SJ/CA.CJ/HA.HJ/- leader 1 tricks 6 points 60 matadors 1"
VALUES = {
    "python_skat": "bock=true; claims=true; kontra=true; ramsch=true; spitze=true"
    "; schieberamsch=true @ramsch=true"
    f"; scoring={'|'.join(x for x in SCORINGS if x != 'seeger_fabian')}; start={START}",
    "python_schnapsen": f"{SCHNAPSEN}; hand_size=3|4; suits=2 @hand_size=3"
    f"; preset={'|'.join(name for name in PRESETS if name != 'tompa')}",
    "python_kinderschnapsen": f"{SCHNAPSEN}; hand_size=2|3; suits=2; preset=",
    "python_belote": "contree=true; dealer=0|2; belote=won|multiplied @contree=true"
    "; contre=flat|bid @contree=true; made=bid|more @contree=true; surcontre=3 @contree=true",
    "python_bcd_tree": "bias=0.0|1.0; correlation=0.0|1.0; depth=2|3; disambiguation=0.0|1.0"
    "; seed=7; worlds=2|16",
    "python_prefix_tree": "depth=2|3; max_branching=3|5; min_branching=3|4; min_edge=-2|0"
    "; noise=0|2; seed=7",
    "python_xi": "",
    "python_xx": "",
    "euchre": "allow_lone_defender=!true; stick_the_dealer=false",
    "hearts": "avoid_all_tricks_bonus=!true; can_lead_any_club=!true"
    "; can_lead_hearts_instead_of_qs=!true; jd_bonus=!true; must_break_hearts=false"
    "; no_pts_on_first_trick=false; pass_cards=false; qs_breaks_hearts=false",
    "oh_hell": "num_cards_per_suit=2|12; num_suits=1|2|3; num_tricks_fixed=1|17"
    "; num_tricks_fixed=6|12 @players=4; num_tricks_fixed=10 @players=5"
    "; num_tricks_fixed=8 @players=6; off_bid_penalty=true; players=4|7; points_per_trick=2",
    "spades": "mercy_threshold=-10; num_tricks=1|13; use_mercy_rule=false; win_or_loss_bonus=0"
    "; win_threshold=10",
    "bridge": "dealer=1; dealer_vul=true; non_dealer_vul=true; num_tricks_in_observation=13"
    "; use_double_dummy_result=false",
    "bridge_uncontested_bidding": "num_redeals=2; relative_scoring=true; rng_seed=3; subgame=2NT",
    "skat": "",
    "tarok": "players=4; rng_seed=5",
    "kuhn_poker": "players=3|5",
    "leduc_poker": "action_mapping=true; players=3 @suit_isomorphism=true"
    "; starting_player=1; suit_isomorphism=true",
    "universal_poker": "betting=!nolimit; bettingAbstraction=!fc|!fullgame; blind=2 4"
    "; boardCards=!2c3d4h; calcOddsNumSims=100; firstPlayer=1 1 1 1"
    f"; handReaches=!{' '.join(['1'] * 2652)}; maxRaises=2 1 1 2"
    "; numBoardCards=0 4 0 1|!1 2 1 1|!0 3 0 1; numHoleCards=!1"
    "; numPlayers=!3 @blind=10 5 5,firstPlayer=2 1 1 1,stack=600 600 600; numRanks=!12"
    "; numRounds=3; numSuits=!3; potSize=40; raiseSize=20 20 20 20; stack=20 20",
}
"""Values of each parameter that its game is played with, and behind @ what they need beside them.

With values behind an exclamation mark agents with views of their own do not play.
"""


class Case(NamedTuple):
    """A game with a value of one of its parameters."""

    game: str
    parameter: str
    value: str
    beside: str
    refused: bool

    @property
    def text(self) -> str:
        """The game string."""
        given = dict(
            part.split("=", 1)
            for part in f"{BASES.get(self.game, '')},{self.beside}".split(",")
            if part
        )
        given[self.parameter] = self.value
        return f"{self.game}({','.join(f'{name}={text}' for name, text in given.items())})"


def cases() -> Iterator[Case]:
    """Yield each value of each parameter of each game."""
    for game, clauses in VALUES.items():
        for clause in filter(None, clauses.split("; ")):
            values, _, beside = clause.partition(" @")
            parameter, _, texts = values.partition("=")
            for text in filter(None, texts.split("|")):
                yield Case(game, parameter, text.removeprefix("!"), beside, text.startswith("!"))


def specs(game: pyspiel.Game) -> list[str]:
    """Return the specs of the wanted agents that are available for the game."""
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
    if game.get_parameters().get("suits", -1) > 0:
        del wanted["iimc"]  # its policy knows only the whole pack
    return [wanted[name] for name in wanted if name in known]


def test_no_parameter_is_missing() -> None:
    packs.register_ours()
    games = {kind.short_name: kind for kind in pyspiel.registered_games()}
    known = {
        game: {clause.partition("=")[0] for clause in filter(None, clauses.split("; "))}
        for game, clauses in VALUES.items()
    }
    assert known == {
        game: set(games[game].parameter_specification)
        for pack in packs.built_in()
        for game in pack.games
    }


def test_agents_refuse_games_by_name() -> None:
    for case in cases():
        if case.refused:
            game = load_game(case.text)
            for spec in specs(game):
                if spec.startswith("ismcts") and case.game == "universal_poker":
                    continue  # OpenSpiel's search over its own states
                with pytest.raises(AgentError, match=f"{case.parameter}={case.value[:20]}"):
                    make_bot(spec, game, 0, 1)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "case",
    [case for case in cases() if not case.refused],
    ids=lambda case: f"{case.game}-{case.parameter}-{case.value}"[:80],
)
def test_agents_play_to_the_end(case: Case) -> None:
    """All agents play from the first decision, at several tables if the game has few seats."""
    game = load_game(case.text)
    asked, seats = specs(game), game.num_players()
    for first in range(0, len(asked), seats):
        state = first_state(game, 5 + first)
        seated = [asked[(first + seat) % len(asked)] for seat in range(seats)]
        bots = [make_bot(spec, game, seat, 5) for seat, spec in enumerate(seated)]
        play_game(state, bots, random.Random(2 + first))
        assert state.is_terminal()


def test_a_game_too_large_for_an_agent_is_refused_when_it_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A smaller game is played, and an agent without full search plays the large one."""
    monkeypatch.setattr(budget, "MOST_STATES", 3000)
    for name, other in (("kuhn_poker(players=5)", "ismcts"), ("python_prefix_tree", "random")):
        with pytest.raises(AgentError, match=rf"^game {name.partition('(')[0]}\(.*too large"):
            make_bot("pimc", load_game(name), 0, 1)
        make_bot(other, load_game(name), 0, 1)
    make_bot("pimc", load_game("kuhn_poker(players=3)"), 0, 1)
