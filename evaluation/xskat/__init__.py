"""The program xskat as an opponent: its log, its table, its window."""
