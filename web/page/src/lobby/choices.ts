/** The games for which the page draws a table. */
export const CHOICES = [
  { name: "skat", game: "python_skat(claims=true)", players: 3, cards: ["CJ", "SJ", "HA", "DT"] },
  { name: "schnapsen", game: "python_schnapsen(match=true)", players: 2, cards: ["HK", "HQ", "SA", "CT"] },
] as const;
