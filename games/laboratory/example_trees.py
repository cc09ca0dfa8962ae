"""Two tiny games that show the errors of Monte Carlo search with open hands.

Frank and Basin ("Search in games with incomplete information", Artificial Intelligence 100, 1998)
name two errors, strategy fusion and non-locality, and Long, Sturtevant, Buro and Furtak (AAAI 2010,
figure 1) show each in a small tree with two worlds. The trees here are of that kind, but their
payoffs are ours. They are written in the language of Gambit, and OpenSpiel plays them as
``efg_game``.

- *Strategy fusion.* MAX does not see the world. "safe" pays 1/2. After "risky" MAX has to name the
  world, and wins or loses 1. With open hands MAX always names it, so that "risky" seems to be worth
  1, but it is worth 0.
- *Non-locality.* MIN sees the world, and stops or goes on; then MAX moves without seeing it. Both
  worlds are equally likely at first, but a MIN who plays well stops in world one and goes on in
  world two. A search that starts at MAX's move considers both worlds equally likely and prefers
  "left", which is better only in world one.
"""

import pyspiel

EXAMPLE_TREES = {
    "strategy fusion": """EFG 2 R "Strategy fusion" { "MAX" "MIN" } ""
c "" 1 "world" { "one" 1/2 "two" 1/2 } 0
p "" 1 1 "first" { "safe" "risky" } 0
t "" 1 "" { 1/2 -1/2 }
p "" 1 2 "later" { "one" "two" } 0
t "" 2 "" { 1 -1 }
t "" 3 "" { -1 1 }
p "" 1 1 "first" { "safe" "risky" } 0
t "" 1 "" { 1/2 -1/2 }
p "" 1 2 "later" { "one" "two" } 0
t "" 3 "" { -1 1 }
t "" 2 "" { 1 -1 }
""",
    "non-locality": """EFG 2 R "Non-locality" { "MAX" "MIN" } ""
c "" 1 "world" { "one" 1/2 "two" 1/2 } 0
p "" 2 1 "in one" { "stop" "go on" } 0
t "" 1 "" { -1 1 }
p "" 1 1 "asked" { "left" "right" } 0
t "" 2 "" { 2 -2 }
t "" 3 "" { 0 0 }
p "" 2 2 "in two" { "stop" "go on" } 0
t "" 4 "" { 1 -1 }
p "" 1 1 "asked" { "left" "right" } 0
t "" 5 "" { -1 1 }
t "" 6 "" { 1/2 -1/2 }
""",
}
"""The games by name, in Gambit's format."""


def example_tree(name: str) -> pyspiel.Game:
    """Return one of `EXAMPLE_TREES` as a game; MAX is player 0."""
    return pyspiel.load_efg_game(EXAMPLE_TREES[name])
