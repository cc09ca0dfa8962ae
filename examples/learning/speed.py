"""Actions a second of random play: `VectorEnv` on one thread, and RLCard if it is installed."""

import time
from collections.abc import Iterator

import numpy as np

from vorhand.envs import VectorEnv

SECONDS = 4.0


def ours(game: str) -> Iterator[tuple[int, int]]:
    """Yield actions and deals of batches of 1,024 games; observations and masks are computed."""
    env, rng = VectorEnv(game, 1024, seed=1), np.random.default_rng(1)
    legal = env.arrays.legal_actions
    while True:
        env.step((rng.random(legal.shape, np.float32) * legal).argmax(1))
        yield env.num_envs, int(env.arrays.terminated.sum())


def theirs(game: str) -> Iterator[tuple[int, int]]:
    """Yield actions and deals of single games, as RLCard's loop plays them."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    while True:
        played, _ = env.run(is_training=False)
        yield sum(len(seat) // 2 for seat in played), 1


def measure(name: str, played: Iterator[tuple[int, int]]) -> None:
    """Print the speed in processor time."""
    next(played)
    actions = deals = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        more = next(played)
        actions, deals = actions + more[0], deals + more[1]
    print(f"{name:28}{actions / spent:12,.0f} actions {deals / spent:10,.0f} deals a second")


if __name__ == "__main__":
    for game in ("python_skat", "python_schnapsen", "python_belote"):
        measure(f"VectorEnv, {game}", ours(game))
    for game in ("bridge", "doudizhu"):
        try:
            measure(f"RLCard, {game}", theirs(game))
        except ModuleNotFoundError as error:
            print(f"RLCard, {game}: {error}")
