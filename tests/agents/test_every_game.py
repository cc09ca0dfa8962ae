"""Wisser's agents play every game of his and of the laboratory; the rule players of small games."""

import itertools

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.loading import load_game

AGENTS = [
    "pimc(worlds=3)",
    "ppp(worlds=3)",
    "pvp(worlds=3)",
    "vm(worlds=3)",
    "prm(worlds=3)",
    "ismcts(simulations=20)",
    "mcts(worlds=3,simulations=20)",
    "rule",
    "random",
]
GAMES = [
    "python_schnapsen",
    "python_schnapsen(match=true,match_points=3)",
    "python_kinderschnapsen",
    "python_kinderschnapsen(match=true,match_points=3)",
    "python_xx",
    "python_xi",
    "kuhn_poker",
    "leduc_poker",
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_plays_matches(agent: str, game: str) -> None:
    """Duplicate deals in both seats, over in a legal end, and the seed fixes them."""
    match = Match.create(game, [agent, "random"], seed=4)
    most = load_game(game).max_utility()

    def played() -> list[tuple[list[float], list[int]]]:
        states = [state for deal in range(2) for state in play_deal(match, deal)]
        return [(state.returns(), state.history()) for state in states]

    first = played()
    assert len(first) == 4
    for returns, _ in first:
        assert sum(returns) == 0
        assert 0 <= max(returns) <= most
    assert first == played()


def worth(spec: str, game: pyspiel.Game) -> list[float]:
    """Return the agent's value in each seat against a random player, by walking the whole tree."""

    def value(state: pyspiel.State, seat: int, bot: ViewBot) -> float:
        if state.is_terminal():
            return float(state.returns()[seat])
        mover = state.current_player()
        if state.is_chance_node():
            moves: list[tuple[int, float]] = state.chance_outcomes()
        elif mover == seat:
            moves = list(bot.explain(StateView(state, seat)).policy.items())
        else:
            legal = state.legal_actions()
            moves = [(move, 1 / len(legal)) for move in legal]
        return sum(
            (part * value(state.child(move), seat, bot) for move, part in moves if part), 0.0
        )

    seats = range(game.num_players())
    return [value(game.new_initial_state(), seat, make_bot(spec, game, seat, 0)) for seat in seats]


@pytest.mark.parametrize(
    "game", ["kuhn_poker", "leduc_poker", "leduc_poker(suit_isomorphism=true)"]
)
def test_rule_player_beats_a_random_one_at_poker(game: str) -> None:
    assert min(worth("rule", pyspiel.load_game(game))) > 0.1


def test_rule_player_at_the_four_aces() -> None:
    """In the paper's example averaging over open hands errs: MAX folds in XX for 1, calls in XI."""
    assert worth("rule", load_game("python_xx"))[0] == 1
    assert worth("rule", load_game("python_xi"))[0] == pytest.approx(0)


def test_rule_player_at_kuhn_poker() -> None:
    """Bets the king, calls with king and queen, and never bluffs."""
    game, bets = pyspiel.load_game("kuhn_poker"), set()
    for cards, actions in itertools.product(
        itertools.permutations(range(3), 2), ([], [0], [1], [0, 1])
    ):
        state = game.new_initial_state()
        for action in (*cards, *actions):
            state.apply_action(action)
        bot = make_bot("rule", game, state.current_player(), 0)
        if bot.step(state) == 1:
            bets.add((cards[state.current_player()], "facing a bet" if 1 in actions else "first"))
    assert bets == {(2, "first"), (2, "facing a bet"), (1, "facing a bet")}
