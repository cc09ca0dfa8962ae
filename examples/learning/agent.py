"""The agent `learned`, which plays by a network that self_play.py has trained.

vorhand match --game python_schnapsen --import examples/learning/agent.py \
        --agents "learned(file=schnapsen.pt),rule" --deals 1000
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pyspiel
import torch
from torch import nn

from vorhand.api import AgentError, register

ILLEGAL = -1e9


class Network(nn.Sequential):
    """Values of all actions, from the observation of the player to act."""

    def __init__(self, size: int, actions: int, hidden: int = 256) -> None:
        super().__init__(
            *(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()),
            nn.Linear(hidden, actions),
        )

    @torch.no_grad()
    def choose(self, observations: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """Return the best legal action for each row."""
        values = self(torch.from_numpy(observations))
        return values.masked_fill(torch.from_numpy(~legal), ILLEGAL).argmax(1).numpy()


@lru_cache(maxsize=4)
def read(file: str, changed: int) -> Network:
    """Read a network; `changed` is the file's time of change, so that new versions are read."""
    weights = torch.load(file, weights_only=True)
    network = Network(weights["0.weight"].shape[1], len(weights["4.bias"]))
    network.load_state_dict(weights)
    return network


@register("learned", reads_files=True)
def learned(game: pyspiel.Game, player: int, seed: int, *, file: str) -> pyspiel.Bot:
    """Play the legal action with the highest value of a network that was trained by self-play."""
    if not Path(file).is_file():
        raise AgentError(f"file {file!r}: expected a network that self_play.py has written")
    network = read(file, Path(file).stat().st_mtime_ns)
    if network[0].in_features != game.observation_tensor_size():
        raise AgentError(f"file {file!r}: expected a network of {game.get_type().short_name}")
    return Learned(network, player)


class Learned(pyspiel.Bot):
    """A player that uses a network's values."""

    def __init__(self, network: Network, player: int) -> None:
        super().__init__()
        self.network, self.player = network, player

    def step(self, state: pyspiel.State) -> int:
        """Return the best action, based only on the player's observation."""
        legal = np.array(state.legal_actions_mask(self.player), bool)
        tensor = np.array(state.observation_tensor(self.player), np.float32)
        return int(self.network.choose(tensor[None], legal[None])[0])
