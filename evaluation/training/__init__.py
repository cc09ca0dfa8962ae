"""Everything that fits numbers: what stands in files of weights and tables is made here."""
