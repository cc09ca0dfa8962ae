"""Open-hand values of the moves at Schnapsen."""

from vorhand.native.schnapsen import Deal, Rules, Solver


def open_values(solver: Solver, rules: Rules, deal: Deal) -> dict[int, int]:
    """Return for each legal action the game points that best play brings the player to move."""
    sign = 1 if deal.to_move == 0 else -1
    values = {}
    for action in deal.legal_actions(rules):
        after = deal.copy()
        after.apply(rules, action)
        values[action] = sign * int(solver.value(after))
    return values
