"""Long, Sturtevant, Buro and Furtak (AAAI 2010): when Monte Carlo sampling succeeds."""
