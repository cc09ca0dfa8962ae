"""Any OpenSpiel game with turns can be played at a table; other games are refused by name."""

import asyncio
from typing import Any

import grpc
import pytest

from vorhand.games.loading import GameError, load_game
from vorhand.games.records import PlainRecord
from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_setup import check_games
from vorhand.tests.service.helpers import refused
from vorhand.tests.service.stranger import Stranger
from vorhand.tests.sizes import few
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2

FURTHER = ("bridge", "hearts", "gin_rummy", "tic_tac_toe", "goofspiel", "universal_poker")
SETTINGS = Settings(games=("kuhn_poker", "leduc_poker", "python_belote", *FURTHER))
GAMES = ["kuhn_poker", "hearts", "tic_tac_toe", "leduc_poker", "bridge", "gin_rummy"]
GAMES += ["python_belote"]
pytestmark = pytest.mark.server(SETTINGS)
EVERYTHING = observation_pb2.ObservationOptions(information_state=True, tensor=True)


@pytest.mark.extended
@pytest.mark.parametrize("game", GAMES)
async def test_players_are_told_what_the_game_lets_them_know(client: Client, game: str) -> None:
    """Observations of a deal equal those of the states to which its record leads."""
    loaded = load_game(game)
    seats = ["private"] * loaded.num_players()
    made, places = await client.create_table(game, seats, seed=1)
    seen: list[play_pb2.Event] = []

    async def sit(place: Any) -> None:
        async with client.sit(place, options=EVERYTHING) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    seen.append(event)
                    actions = event.turn.legal_actions
                    await stream.act(event, actions[len(seen) * 7 % len(actions)].id)

    await asyncio.gather(*map(sit, places))
    record = await client.record(made.table_id, 0)
    told = {event.sequence: event.observation for event in seen}
    turns = [observation for _, observation in sorted(told.items())]
    state = loaded.new_initial_state()
    kind = loaded.get_type()
    for action in record.actions:
        if not state.is_chance_node():
            shown = turns.pop(0)
            player = state.current_player()
            assert shown.seat == player
            assert [a.id for a in shown.legal_actions] == state.legal_actions()
            if kind.provides_information_state_string:
                assert shown.information_state == state.information_state_string(player)
            if kind.provides_observation_string:
                assert shown.observation == state.observation_string(player)
            tensor = (
                state.information_state_tensor(player)
                if kind.provides_information_state_tensor
                else state.observation_tensor(player)
            )
            assert list(shown.tensor) == pytest.approx(tensor)
        state.apply_action(action)
    assert turns == []
    assert state.is_terminal()
    assert list(record.returns) == state.returns()
    written = PlainRecord.parse(record.record)
    assert written.replay(loaded).history() == list(record.actions)
    assert written.seats == ("player",) * loaded.num_players()


@pytest.mark.parametrize("game", few(3, GAMES))
async def test_a_remote_bot_plays_beside_agents_of_the_server(client: Client, game: str) -> None:
    others = ["random"] * (load_game(game).num_players() - 1)
    _, (place,) = await client.create_table(game, ["private", *others], deals=2)
    bot = RemoteBot("random")
    ended = await bot.sit(client, place)
    assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
    assert len(bot.returns) == 2


async def test_an_agent_of_the_server_decides_on_the_real_state(client: Client) -> None:
    for game, agent in (("leduc_poker", "pimc(worlds=5)"), ("kuhn_poker", "ismcts")):
        _, (place,) = await client.create_table(game, ["private", agent])
        bot = RemoteBot("first")
        await bot.sit(client, place)
        assert len(bot.returns) == 1


async def test_what_cannot_be_played_is_refused(client: Client) -> None:
    for game, seats, reason in (
        ("goofspiel", 2, "goofspiel.*at the same time"),
        ("chess", 2, "chess.*expected one of.*bridge"),
        ("bridge", 3, "3 entries, expected 4"),
    ):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, reason):
            await client.create_table(game, ["random"] * seats)


def test_an_operator_who_names_a_game_that_cannot_be_played_is_told_so() -> None:
    check_games(("bridge", "all"))
    with pytest.raises(GameError, match="goofspiel.*same time"):
        check_games(("goofspiel",))
    with pytest.raises(GameError, match="there is no game 'bridg'"):
        check_games(("bridg",))


async def test_the_games_are_listed(stranger: Stranger) -> None:
    listed = (await stranger.tables.ListGames(tables_pb2.ListGamesRequest())).games
    assert [game.name for game in listed] == sorted({*SETTINGS.games} - {"goofspiel"})
    seats = {game.name: game.seats for game in listed}
    assert (seats["bridge"], seats["kuhn_poker"]) == (4, 2)
