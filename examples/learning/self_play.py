"""Learn a card game by self-play: deep Monte Carlo with masks, over batches of games.

    python examples/learning/self_play.py python_schnapsen --output schnapsen.pt
    vorhand match --game python_schnapsen --import examples/learning/agent.py \
        --agents "learned(file=schnapsen.pt),rule" --deals 1000

One network plays all seats. It maps the player's observation to the expected result of each action,
and learns from the results of the games it has played: there is no search and no bootstrapping
(Zha et al., DouZero, ICML 2021). It plays the legal action with the highest value; in training, a
small share of the actions is random.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from agent import Network  # registers the agent `learned`, which `score` needs
from matplotlib import pyplot
from torch import nn

from vorhand.api import Match, Results, figures, load_game, run_match
from vorhand.envs import VectorEnv

ENVS = 256  # games played at once
STEPS = 128  # decisions in each environment before each round of learning
KEPT = 96  # decisions of earlier rounds kept in each environment, as their games may go on
BATCH = 512
RATE, LAST_RATE = 1e-3, 1e-4  # learning rate, falling linearly
EXPLORED, LAST_EXPLORED = 0.05, 0.01  # share of random actions, falling linearly
SCALE = {"python_skat": 100.0}  # points that count as 1 to the network


class Experience:
    """The latest decisions in all environments; each gets its result when its game ends."""

    def __init__(self, env: VectorEnv) -> None:
        self.env, shape = env, (KEPT + STEPS, env.num_envs)
        self.observations = np.zeros((*shape, env.arrays.observations.shape[1]), np.float32)
        self.rewards = np.zeros((*shape, env.num_players), np.float32)
        self.actions, self.players = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.ended, self.learned = np.zeros(shape, bool), np.ones(shape, bool)

    def play(self, network: Network, explored: float, rng: np.random.Generator) -> int:
        """Play `STEPS` decisions in each environment; return the number of games that ended."""
        now, rows = self.env.arrays, self.env.num_envs
        for array in vars(self).values():
            if isinstance(array, np.ndarray):
                array[:KEPT] = array[STEPS:].copy()
        for step in range(KEPT, KEPT + STEPS):
            self.observations[step], self.players[step] = now.observations, now.players
            best = network.choose(now.observations, now.legal_actions)
            random = (rng.random(now.legal_actions.shape) * now.legal_actions).argmax(1)
            self.actions[step] = np.where(rng.random(rows) < explored, random, best)
            self.env.step(self.actions[step])
            self.rewards[step], self.ended[step] = now.rewards, now.terminated
        self.learned[KEPT:] = False
        return int(self.ended[KEPT:].sum())

    def lessons(self) -> list[torch.Tensor]:
        """Return observations, actions and results of decisions whose games have newly ended."""
        results, known = np.zeros(self.actions.shape, np.float32), np.zeros_like(self.ended)
        last, over = self.rewards[-1], self.ended[-1]
        for step in reversed(range(KEPT + STEPS)):  # a result counts for the whole game
            last = np.where(self.ended[step][:, None], self.rewards[step], last)
            over = over | self.ended[step]
            results[step] = last[np.arange(len(last)), self.players[step]]
            known[step] = over
        new = known & ~self.learned
        self.learned |= known
        return [torch.from_numpy(x[new]) for x in (self.observations, self.actions, results)]


def learn(network: Network, optimizer: torch.optim.Optimizer, lessons: list, scale: float) -> float:
    """Move the values of played actions towards their results; return the mean squared error."""
    observations, actions, results = lessons
    total = 0.0
    for batch in torch.randperm(len(actions)).split(BATCH):
        values = network(observations[batch]).gather(1, actions[batch, None])[:, 0]
        loss = nn.functional.mse_loss(values, results[batch] / scale)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(batch)
    return total / max(len(actions), 1)


def score(game: str, file: str, deals: int) -> dict[str, float]:
    """Return the network's points a deal against `rule` with their 95% interval.

    At Skat the network is the soloist in contracts that `rule` has bid, and two `rule` players
    defend. In a Skat game that starts with the card play, and in other games, each deal is played
    once with the network in each seat.
    """
    alone = game.startswith("python_skat") and "start=" not in game
    game = "python_skat" if alone else game
    others = ["rule"] * (1 if alone else load_game(game).num_players() - 1)
    agents, order = (f"learned(file={file})", *others), "pairs" if alone else "rotations"
    results = Results(match := Match.create(game, agents, seed=1, order=order))
    run_match(match, deals, results)
    measure = "points alone" if alone else "score"
    found = next(f for f in figures(results) if f.measure == measure and f.agents[0] == agents[0])
    return {"score": found.estimate.value, "low": found.estimate.low, "high": found.estimate.high}


def train(given: argparse.Namespace) -> list[dict[str, float]]:
    """Train a network, write it to a file, and return the learning curve."""
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    rng = np.random.default_rng(given.seed)
    bidder = given.bidder
    env = VectorEnv(given.game, ENVS, seed=given.seed, observations="float32", bidder=bidder)
    scale = SCALE.get(env.game.get_type().short_name, 3.0)
    network = Network(env.arrays.observations.shape[1], env.num_actions)
    if given.start:
        network.load_state_dict(torch.load(given.start, weights_only=True))
    optimizer = torch.optim.Adam(network.parameters())
    experience, curve, done, shown = Experience(env), [], 0, time.monotonic()
    while True:
        if done >= len(curve) * given.deals / given.checks:
            torch.save(network.state_dict(), given.output)
            curve.append({"deals": done, "cpu_s": round(time.process_time(), 1)})
            curve[-1].update(score(given.game, given.output, given.check_deals))
            text = "{deals} deals, against rule: {score:+.2f} ({low:+.2f} to {high:+.2f})"
            print(text.format(**curve[-1]), flush=True)
        if done >= given.deals:
            return curve
        part = done / given.deals
        optimizer.param_groups[0]["lr"] = RATE + part * (LAST_RATE - RATE)
        done += experience.play(network, EXPLORED + part * (LAST_EXPLORED - EXPLORED), rng)
        error = learn(network, optimizer, experience.lessons(), scale)
        if time.monotonic() - shown > 20:
            shown, last = time.monotonic(), curve[-1]["score"]
            print(f"{done} deals, error {error:.3f}, last score {last:+.2f}", flush=True)


def draw(curve: list[dict[str, float]], path: Path) -> None:
    """Draw the learning curve with its 95% intervals."""
    deals, scores, low, high = ([p[k] for p in curve] for k in ("deals", "score", "low", "high"))
    figure, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
    axes.fill_between(deals, low, high, alpha=0.2)
    axes.plot(deals, scores, marker=".")
    axes.set(xlabel="deals", ylabel="points a deal against rule")
    figure.savefig(path)


def main() -> None:
    """Train as the command line says; write the network, the curve and its picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a game of VectorEnv, such as python_schnapsen")
    parser.add_argument("--output", required=True, help="file for the network")
    parser.add_argument("--bidder", help="at Skat, the agent that bids and declares in all seats")
    parser.add_argument("--start", help="file of a network to train on")
    parser.add_argument("--deals", type=int, default=450_000, help="deals to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checks", type=int, default=15, help="matches against rule on the way")
    parser.add_argument("--check-deals", type=int, default=200, help="deals in each of them")
    given = parser.parse_args()
    curve, path = train(given), Path(given.output)
    lines = [json.dumps(line) + "\n" for line in (vars(given), *curve)]
    path.with_suffix(".jsonl").write_text("".join(lines))
    draw(curve, path.with_suffix(".svg"))


if __name__ == "__main__":
    main()
