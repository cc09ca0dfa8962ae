"""Limit hold'em for two, OpenSpiel's ``universal_poker``: views, worlds, evaluators, a CFR player.

A world is the opponent's hole cards and the board to come. In a world the showdown is settled, so
its worth depends only on the winner and on the betting. The betting tree is searched once for each
outcome (`vorhand.agents.poker.holdem.betting`), and a world costs one comparison of two hands.
"""
