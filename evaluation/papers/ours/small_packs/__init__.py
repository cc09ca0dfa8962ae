"""Agents beside the CFR+ solution of games with small packs (`small_skat`, `small_schnapsen`)."""
