"""The rules of thumb at Schnapsen, one by one."""

import pytest

from vorhand.agents.schnapsen.players.rule import choose
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.positions import read_position
from vorhand.games.schnapsen.view import SchnapsenView


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("up=SA hand0=SJ,HT,DA,CK,CJ", "exchange"),
        ("up=SA hand0=SK,SQ,HK,HQ,DA", "marriage S (trumps)"),
        ("up=SA hand0=HK,HQ,DA,CJ,CT", "marriage H"),
        # Five sure tricks bring 61 points beside the 21.
        ("up=SJ hand0=SA,ST,SK,HA,HT played=CT,CA points=21:0", "close"),
        ("up=SJ hand0=SA,ST,SK,HA,HT", "HT"),
        # Kings and queens may still be announced with partners that nobody has seen.
        ("up=SJ hand0=DQ,HT,DA,CK,CA", "HT"),
        ("up=SJ hand0=DQ,HT,DA,CJ,CA", "CJ"),
        # No trump for a jack, the lowest for an ace, and the ten for a king of its suit.
        ("up=SA hand0=DJ,SJ,DK,CJ,CT leader=1 led=HJ", "DJ"),
        ("up=SA hand0=DJ,SQ,SK,CJ,CT leader=1 led=HA", "SQ"),
        ("up=SA hand0=HT,HQ,DK,CJ,CT leader=1 led=HK", "HT"),
    ],
)
def test_the_move_by_the_rules(position: str, expected: str) -> None:
    game = load_game("python_schnapsen")
    deal = read_position(game.rules, position)
    view = SchnapsenView.of_deal(game.rules, deal, deal.to_move, (0, 0), 7)
    assert view.action_name(choose(view)) == expected
