"""Actions a second of random play: `VectorEnv` on one thread, and RLCard and pgx if installed."""

import tempfile
import time
from collections.abc import Iterator

import numpy as np

from vorhand.envs import VectorEnv

SECONDS = 4.0


def ours(game: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of actions and of ended deals in each step of 1,024 observed games."""
    env, rng = VectorEnv(game, 1024, seed=1), np.random.default_rng(1)
    legal = env.arrays.legal_actions
    while True:
        env.step((rng.random(legal.shape, np.float32) * legal).argmax(1))
        yield env.num_envs, int(env.arrays.terminated.sum())


def theirs(game: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of actions and deals of one game after another, played by RLCard's loop."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    while True:
        played, _ = env.run(is_training=False)
        yield sum(len(seat) // 2 for seat in played), 1


def bridge_bidding() -> Iterator[tuple[int, int]]:
    """Yield the numbers of actions and of ended deals in each step of 1,024 auctions in pgx.

    Each step includes the observations and draws a legal call.

    pgx reads deals and double-dummy results from a file. The file used here has 1,000 random deals
    with results of 0, which changes the scores but not the work.
    """
    import jax
    from pgx.bridge_bidding import BridgeBidding
    from pgx.experimental import auto_reset

    rng = np.random.default_rng(1)
    holders = rng.permuted(np.tile(np.arange(52) % 4, (1000, 1)), axis=1).reshape(-1, 4, 13)
    keys = (holders << 2 * np.arange(12, -1, -1)).sum(axis=2, dtype=np.int32)
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file.name, np.stack([keys, np.zeros_like(keys)]))
        env = BridgeBidding(file.name)
    step = auto_reset(env.step, env.init)

    def move(state, key):  # type: ignore[no-untyped-def]
        call = jax.random.categorical(key, np.log(1e-9) * ~state.legal_action_mask)
        return step(state, call, key)

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), 1024))
    moves = jax.jit(jax.vmap(move))
    for turn in range(2**31):
        state = moves(state, jax.random.split(jax.random.PRNGKey(turn), 1024))
        yield 1024, int(state.terminated.sum())


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
    others = {f"RLCard, {game}": theirs(game) for game in ("bridge", "doudizhu")}
    for name, played in (others | {"pgx, bridge bidding": bridge_bidding()}).items():
        try:
            measure(name, played)
        except ModuleNotFoundError as error:
            print(f"{name}: {error}")
