"""Grades of the pushes before Ramsch: what each pair of cards would have cost."""

from collections.abc import Sequence

from vorhand.agents.montecarlo.choice import Choice
from vorhand.evaluation.post_mortem.skat.pushes import Push
from vorhand.games.skat.cards import card_names, card_set
from vorhand.web.answers import GradedMove, judged
from vorhand.web.games.skat_answers import PushedPair, SkatGrade


def graded_push(push: Push, agent: str) -> SkatGrade:
    """Return the grade of a decision by the hint of an agent, with the pairs considered."""
    advice = push.advice(agent)
    grade = SkatGrade.of(advice, push.move, others=False)
    grade.cards = card_names(push.view.hand)
    if push.is_pair:
        grade.pairs = _pairs(advice)
    return grade


def judged_push(push: Push, actions: Sequence[int], agent: str) -> GradedMove:
    """Return the grade of another decision; raise InputError if there was no such choice."""
    if not push.is_pair:
        return judged(push.advice(agent), actions, others=False)
    return judged(push.advice(agent, actions), [card_set(actions)], others=False)


def _pairs(choice: Choice) -> list[PushedPair]:
    scores = dict(zip(choice.moves, choice.scores, strict=True))
    lost = dict(zip(choice.moves, choice.diagnostics["lost"], strict=True))
    return [
        PushedPair(
            cards=card_names(pair),
            lost=lost[pair],
            score=scores[pair],
            cost=max(0.0, scores[choice.move] - scores[pair]),
        )
        for pair in sorted(choice.moves, key=lambda pair: -scores[pair])
    ]
