"""A bot at a remote table."""

import asyncio
from collections.abc import Callable

import grpc
import pyspiel

from vorhand.agents import make_bot
from vorhand.service.agent.decisions import decide
from vorhand.service.client.absence import Agreement
from vorhand.service.client.client import Client, Place
from vorhand.service.games.observations import cached_game
from vorhand.v1 import observation_pb2, play_pb2

_OPTIONS = observation_pb2.ObservationOptions(information_state=False)


class RemoteBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that sits at a remote table and decides there as it would locally.

    It sees only its seat's observations, see `vorhand.service.agent.decisions.decide`. If another
    player leaves or loses the connection, it agrees that an agent plays on.

    Args:
      agent: the spec of the agent that decides, or a function that creates a bot from a game, a
        seat and the number of a deal.
      seed: the seed of its choices; deal number k is played with ``seed + k``.

    Attributes:
      actions: its actions, by deal.
      returns: the returns of each finished deal, for all seats.
    """

    def __init__(
        self, agent: str | Callable[[pyspiel.Game, int, int], pyspiel.Bot], seed: int = 0
    ) -> None:
        pyspiel.Bot.__init__(self)
        self._agent = agent
        self._seed = seed
        self._bot: pyspiel.Bot | None = None
        self._deal = 0
        self.actions: dict[int, list[int]] = {}
        self.returns: list[list[float]] = []

    def restart(self) -> None:
        """Begin a new deal with a new bot."""
        self._bot = None

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin a new deal with a new bot."""
        self._bot = None

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        return int(self._made(state.get_game(), state.current_player()).step(state))

    def decide(self, observation: observation_pb2.Observation) -> int:
        """Return the action to play on an observation."""
        game = cached_game(observation.game)
        return decide(self._made(game, observation.seat), observation)

    def _made(self, game: pyspiel.Game, player: int) -> pyspiel.Bot:
        if self._bot is None:
            if isinstance(self._agent, str):
                self._bot = make_bot(self._agent, game, player, self._seed + self._deal)
            else:
                self._bot = self._agent(game, player, self._deal)
        return self._bot

    async def sit(self, client: Client, place: Place) -> play_pb2.TableEnded:
        """Play from a seat until the table is over; return the final event.

        Raises:
          RemoteError: the server refused.
        """
        async with client.sit(place, options=_OPTIONS) as stream:
            seen, agreement = 0, Agreement(stream)
            async for event in stream:
                await agreement.follow(event)
                kind = event.WhichOneof("event")
                if kind == "seated" and event.sequence > seen:
                    # Earlier events are not sent, perhaps not even the beginning of the deal.
                    self._deal = event.seated.table.deals_finished
                    self.restart()
                seen = max(seen, event.sequence)
                if kind == "deal_started":
                    self._deal = event.deal_started.deal
                    self.restart()
                elif kind == "turn":
                    action = await asyncio.to_thread(self.decide, event.observation)
                    await stream.act(event, action)
                elif kind == "moved" and event.moved.move.seat == place.seat:
                    self.actions.setdefault(self._deal, []).append(event.moved.move.action)
                elif kind == "deal_ended":
                    self.returns.append(list(event.deal_ended.returns))
                elif kind == "table_ended":
                    return event.table_ended
        return play_pb2.TableEnded()

    def play(
        self,
        address: str,
        place: Place,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> play_pb2.TableEnded:
        """Run `sit` and block until it ends, for programs that do nothing else."""

        async def run() -> play_pb2.TableEnded:
            async with Client(address, credentials=credentials) as client:
                return await self.sit(client, place)

        return asyncio.run(run())
