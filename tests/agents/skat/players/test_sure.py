"""The player that never loses a sure game."""

import pytest
from rich.console import Console
from rich.table import Table

from vorhand.agents import AgentError, make_bot
from vorhand.agents.montecarlo.bots import ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.players.sure import SureBot
from vorhand.games.skat.paranoid import sure_moves
from vorhand.games.skat.view import SkatView, observe
from vorhand.tests.agents.skat.played import GAME, states
from vorhand.tests.games.skat.test_paranoid import soloists_turns


def shown(table: Table) -> str:
    """Return the text printed on a wide screen."""
    with (console := Console(width=200)).capture() as printed:
        console.print(table)
    return printed.get()


class Careless(ViewBot):
    """Loses sure games if possible, and prefers low cards."""

    def consider(self, view: SkatView) -> Choice:
        found = sure_moves(view)
        move = next((card for card, sure in found.items() if sure is False), view.legal_actions[0])
        scores = tuple(-float(card) for card in view.legal_actions)
        return Choice.of(view, move, "careless", scores=scores)


def test_no_sure_game_is_given_away() -> None:
    mended = 0
    for view, _ in soloists_turns(range(80), 3):
        careless = Careless(view.player, 1, view_of)
        found, plain = sure_moves(view), careless.decide(view)
        choice = SureBot(view.player, 1, careless, 100_000).explain(view)
        if found[plain] is False and True in found.values():
            assert choice.move == min(card for card, sure in found.items() if sure)
            told = dict(zip(choice.moves, choice.diagnostics["sure"], strict=True))
            assert told == {card: found.get(card) is True for card in choice.moves}
            assert "not proved" in shown(choice.table())
            mended += 1
        else:
            assert choice.move == plain
            assert "sure" not in choice.diagnostics
    assert mended > 0


def test_it_plays_as_its_agent_elsewhere() -> None:
    view, deal = next(soloists_turns(range(20), 5))
    defender = observe(deal, (deal.soloist + 1) % 3)
    assert not defender.legal_actions
    plain, filtered = (
        make_bot(spec, GAME, view.player, 1) for spec in ("rule", "sure(agent=rule)")
    )
    for earlier in (view_of(state, state.current_player()) for state in states(6, 3)):
        if earlier.player != earlier.soloist:
            assert plain.explain(earlier).move == filtered.explain(earlier).move


def test_agents_without_views_and_those_that_see_hidden_cards_are_refused() -> None:
    with pytest.raises(AgentError, match="expected one that decides on what a player knows"):
        make_bot("sure(agent=random)", GAME, 0, 1)
    error = r"agent=pimc\(belief=told\): sees hidden cards; expected an agent that does not"
    with pytest.raises(AgentError, match=error):
        make_bot("sure(agent=pimc(belief=told))", GAME, 0, 1)
