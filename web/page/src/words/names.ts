/** Names that distinguish players. */

const AGENTS = ["Frieda", "Oskar", "Lotte", "Emil", "Paula", "Anton"] as const;

/** Return the name of the agent that sits this many seats to the left of the person. */
export function agentName(left: number): string {
  return AGENTS[(left - 1) % AGENTS.length] ?? "";
}

/** Number equal names from `first` on, to the left. */
export function numbered(names: readonly string[], first: number): string[] {
  const order = names.map((_, k) => (first + k) % names.length);
  return names.map((name, seat) => {
    const same = order.filter((other) => names[other] === name);
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}
