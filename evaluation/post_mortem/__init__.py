"""The analysis of games already played: the cost of each card or move."""
