"""Results on Skat, and our agents beside and against the program xskat."""
