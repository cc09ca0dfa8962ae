"""The Monte Carlo agents of the literature, each a belief, an evaluator and a decision rule.

A preset is registered for each game that has its evaluator, and for all plain OpenSpiel games if
the evaluator exists for plain states. Its parameters come from `compose`, the evaluator and the
decision rule.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot, ViewBot
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.montecarlo.search import Memory, MonteCarlo, remembered, shared_memory
from vorhand.agents.parameters import (
    AgentError,
    BeliefSpec,
    DecisionSpec,
    EvaluatorSpec,
    Kind,
    Parameter,
    Range,
    Seconds,
    TiesSpec,
    Unset,
    parameters_of,
)
from vorhand.agents.registry import (
    Agent,
    add,
    arguments_of,
    entries_of,
    find,
    is_outermost,
    lookup,
    make,
    make_bot,
)
from vorhand.agents.spec import Spec


@dataclass(frozen=True)
class Preset:
    """An agent of the literature.

    Attributes:
        name: name in specs.
        summary: one line.
        evaluator: the name of its evaluator; None: a parameter names it.
        decision: the name of its decision rule; None: a parameter names it.
    """

    name: str
    summary: str
    evaluator: str | None
    decision: str | None = None


_REHEARSED: set[object] = set()
"""Kinds of agents whose first decision has been tried, each with its seat."""

_ALL = (
    Preset("mc", "Monte Carlo over worlds: any belief, evaluator and decision.", None),
    Preset("pimc", "Perfect-information Monte Carlo: open-hand values over worlds.", "open_hand"),
    Preset(
        "iimc",
        "Imperfect-information Monte Carlo: each world is played out by another agent.",
        "played_out",
    ),
    Preset(
        "ppp",
        "Presumed-payoff PIMC (Wisser): counts on errors of opponents who do not see the cards.",
        "error_allowing",
        "presumed_payoff",
    ),
    Preset(
        "pvp",
        "Presumed-value PIMC (Wisser): as ppp, by what payoffs are worth in a match.",
        "error_allowing",
        "presumed_value",
    ),
    Preset("vm", "Vector minimax (Frank and Basin).", "vector_minimax"),
    Preset("alpha_mu", "Alpha-mu: vector minimax with Pareto fronts (Cazenave).", "alpha_mu"),
    Preset("epimc", "Extended PIMC: hands are opened some moves later (Arjonilla).", "epimc"),
    Preset("kbps", "Knowledge-based paranoia search: wins most worlds (Edelkamp).", "kbps"),
    Preset("prm", "Payoff-reduction minimax (Frank, Basin and Matsubara).", "payoff_reduction"),
)
PRESETS = {preset.name: preset for preset in _ALL}
"""The presets by name."""


def register_preset(name: str, part: GamePart) -> None:
    """Register a preset for the games that have its evaluator."""
    preset = PRESETS[name]
    those = [
        game
        for game in part.games or (None,)
        if not preset.evaluator or lookup("evaluator", preset.evaluator, game)
    ]
    if not those:
        return
    example, names = those[0], tuple(game for game in those if game)
    evaluator = None if preset.evaluator is None else find(preset.evaluator, example, "evaluator")
    add(
        Agent(
            "agent",
            name,
            names,
            preset.summary,
            _parameters(preset, part, example),
            partial(_make, preset, part),
            plain=not names,
            renamed={"rule": "decision"},
            sees_hidden_cards=evaluator is not None and evaluator.sees_hidden_cards,
            fitted=part.fitted + (evaluator.fitted if evaluator is not None else ()),
        )
    )


def _parameters(preset: Preset, part: GamePart, game: str | None) -> dict[str, Parameter]:
    handed = ("part", "preset", "game", "player", "seed")
    parameters = dict(parameters_of(compose, handed))
    most = parameters["worlds"]
    parameters["worlds"] = replace(
        most, default=part.worlds_of(preset.name), bounds=Range(1, part.most_worlds)
    )
    every, some = part.belief(None), part.belief(1)
    if every == some:
        parameters["belief"] = replace(parameters["belief"], default=every)
    else:
        unset = f"{every}, or with worlds {some}"
        parameters["belief"] = replace(parameters["belief"], unset=unset)
    if doubt := part.doubt.get(preset.name):
        unset = f"{doubt} with decision=mean, else 0.0"
        parameters["doubt"] = replace(parameters["doubt"], unset=unset)
    if part.bidder is None:
        del parameters["bidder"]
    else:
        parameters["bidder"] = replace(parameters["bidder"], default=part.bidder)
    of = None if preset.evaluator is None else find(preset.evaluator, game, "evaluator")
    rule = None if preset.decision is None else find(preset.decision, game, "decision")
    for entry in (of, rule):
        if entry is None:
            continue
        del parameters[entry.kind]
        own = entry.parameters
        # The parameter of the playout agent comes first, so that specs may give it without its
        # name.
        inner = {key: parameter for key, parameter in own.items() if parameter.kind is Spec}
        parameters = {**inner, **parameters, **own}
    if of is not None and of.together:
        del parameters["seconds"], parameters["eliminate"]
    if preset.decision is not None:
        del parameters["doubt"], parameters["eliminate"]
    if of is None or not of.decisive:
        del parameters["decisive"]
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    settled = part.ties({**defaults, "doubt": doubt or 0.0})
    parameters["ties"] = replace(parameters["ties"], unset=str(settled))
    return parameters


def _make(
    preset: Preset, part: GamePart, game: pyspiel.Game, player: int, seed: int, **arguments: Any
) -> pyspiel.Bot:
    name = game.get_type().short_name
    for kind, fixed in (("evaluator", preset.evaluator), ("decision", preset.decision)):
        if fixed is not None:
            own = find(fixed, name, kind).parameters  # type: ignore[arg-type]
            given = {key: arguments.pop(key) for key in own if key in arguments}
            arguments[kind] = Spec.of_given(fixed, given)
    if "worlds" not in arguments and arguments.get("seconds") is None:
        arguments["worlds"] = part.worlds_of(preset.name)
    return compose(part, preset.name, game, player, seed, **arguments)


def compose(
    part: GamePart,
    preset: str,
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    evaluator: EvaluatorSpec,
    worlds: Annotated[int | None, Range(1), Unset("every one")] = None,
    belief: BeliefSpec | None = None,
    decision: DecisionSpec = Spec("mean"),
    ties: TiesSpec | None = None,
    doubt: Annotated[float | None, Range(0), Unset("0.0")] = None,
    eliminate: bool = False,
    decisive: bool = False,
    seconds: Seconds = None,
    remember: bool = False,
    own_seed: Annotated[int | None, Range(0), Unset("of the game and seat")] = None,
    bidder: Spec | None = None,
) -> pyspiel.Bot:
    """Compose a Monte Carlo agent from its parts.

    decisive: compute only what the decision needs. The move is the same, but other moves may get
        lower scores.

    Raises:
        SpecError, AgentError: a part is unknown, or the parts do not fit together.
    """
    name = game.get_type().short_name
    _check_diagnostics(evaluator, decision, name)
    _check_limits(evaluator, name, seconds, eliminate, remember)
    check_playouts(evaluator, name, "evaluator")
    if remember:
        check_memory(own_seed, evaluator, name, "evaluator")
    seed = seed if own_seed is None else own_seed
    if seconds is not None and worlds is None:
        worlds = part.most_worlds
    rule = make("decision", decision, game, seed)
    if rule is not weighted_mean and (doubt or eliminate):
        raise AgentError(f"decision={decision}: expected mean with doubt or eliminate")
    if doubt is None:
        doubt = part.doubt.get(preset, 0.0) if rule is weighted_mean else 0.0
    belief = belief or part.belief(worlds)
    if worlds is None and find(belief, name, "belief").endless:
        raise AgentError(
            f"belief={belief}: draws as many worlds as it is told; expected worlds too"
        )
    part = seeing(part, belief, game)
    evaluate = make("evaluator", evaluator, game, seed)
    if decisive:
        if seconds is not None:
            raise AgentError("decisive: looks at all worlds at once; expected no seconds")
        evaluate = evaluate.towards(rule)
    settings = {"doubt": doubt, **arguments_of(evaluator, name, "evaluator")}
    ties = ties or part.ties(settings)
    check_playouts(ties, name, "ties")
    decide = MonteCarlo(
        make("belief", belief, game, seed),
        evaluate,
        rule,
        make("ties", ties, game, seed),
        worlds,
        seconds,
        doubt,
        eliminate,
    )
    how = (doubt, eliminate, decisive)
    kind = (preset, str(game), evaluator, worlds, belief, decision, ties, *how)
    if seconds is None and is_outermost() and (kind, player) not in _REHEARSED:
        part.rehearse(game, player, partial(decide, seed=seed))
        _REHEARSED.add((kind, player))
    memory: Memory | None = None
    if remember:
        memory = shared_memory(kind)
    elif part.remembers:
        memory = Memory()
    chosen = decide if memory is None else remembered(memory, decide)
    return MonteCarloBot(part, player, seed, chosen, bidder_of(part, bidder, game, player, seed))


def seeing(part: GamePart, belief: Spec, game: pyspiel.Game) -> GamePart:
    """Return the game's `GamePart`, with its open views (if any) if the belief cheats."""
    sees = entries_of(belief, game.get_type().short_name, "belief")
    if part.open_view and any(entry.sees_hidden_cards for entry in sees):
        return replace(part, view=part.open_view)
    return part


def bidder_of(
    part: GamePart, bidder: Spec | None, game: pyspiel.Game, player: int, seed: int
) -> ViewBot | None:
    """Return the agent for the phases that are not decided by worlds, if there are any.

    Raises:
        AgentError: the agent cannot serve as a bidder.
    """
    bidder = bidder or part.bidder
    if bidder is None:
        return None
    if bidder.name not in part.bidders:
        raise AgentError(f"bidder={bidder}: expected {' or '.join(part.bidders)}")
    bot: ViewBot = make_bot(bidder, game, player, seed, seated=False)
    return bot


def _check_diagnostics(evaluator: Spec, decision: Spec, game: str) -> None:
    needs = find(decision, game, "decision").needs
    if set(needs) - set(find(evaluator, game, "evaluator").tells):
        raise AgentError(
            f"decision={decision}: needs {', '.join(needs)}, which evaluator={evaluator} does not "
            "tell; expected error_allowing, or another that says it tells them"
        )


def _check_limits(
    evaluator: Spec, game: str, seconds: float | None, eliminate: bool, remember: bool
) -> None:
    if seconds is not None and (eliminate or remember):
        raise AgentError(
            f"seconds={seconds}: expected neither eliminate nor remember with a time limit"
        )
    together = any(entry.together for entry in entries_of(evaluator, game, "evaluator"))
    if together and (seconds is not None or eliminate):
        raise AgentError(
            f"evaluator={evaluator}: looks at all worlds at once; expected neither seconds nor "
            "eliminate"
        )


def check_playouts(spec: Spec, game: str, kind: Kind) -> None:
    """Check that no agent or part inside a spec sees hidden cards.

    Raises:
        AgentError: one of them does.
    """
    parameters = find(spec, game, kind).parameters
    for parameter, value in arguments_of(spec, game, kind).items():
        if not isinstance(value, Spec):
            continue
        inside = entries_of(value, game, parameters[parameter].names)
        if any(entry.sees_hidden_cards for entry in inside):
            raise AgentError(
                f"{parameter}={value}: sees hidden cards; expected an agent that does not"
            )


def check_memory(own_seed: int | None, asked: Spec, game: str, kind: Kind) -> None:
    """Check that decisions may be remembered: they recur, and depend on nothing but the view.

    Raises:
        AgentError: the seed differs between games, or another program is part of the agent.
    """
    if own_seed is None:
        raise AgentError(
            "remember=true: expected own_seed too; a match gives each game and seat a seed, so "
            "that no decision comes up again"
        )
    if any(Spec(entry.name).is_dialled for entry in entries_of(asked, game, kind)):
        raise AgentError(
            f"remember=true: expected an agent of this program, not {asked}; what another "
            "program answers is not known to follow from what it is asked"
        )
