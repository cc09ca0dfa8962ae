"""Games with small packs, solved (`small_skat`, `small_schnapsen`): strategies beside CFR+."""
