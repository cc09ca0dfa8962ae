"""The limit of time in tests: it ends what hangs, and decides no test on a slow, busy machine."""

HANGING_S = 600.0
