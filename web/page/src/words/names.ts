/** Names that distinguish players. */
import { t } from "./index";

export const PLACES = ["forehand", "middlehand", "rearhand"] as const;

const AGENTS = ["Frieda", "Oskar", "Lotte", "Emil", "Paula", "Anton"] as const;

/** Return the name of a player's place at Skat. */
export function placeName(seat: number): string {
  return t(PLACES[seat] ?? "forehand");
}

/** Return the name of the agent `number` seats to the left of the table's first person. */
export function agentName(number: number): string {
  return AGENTS[(number - 1) % AGENTS.length] ?? "";
}

/** Append numbers to equal names, counted from seat `first` to the left. */
export function numbered(names: readonly string[], first: number): string[] {
  const order = names.map((_, k) => (first + k) % names.length);
  return names.map((name, seat) => {
    const same = order.filter((other) => names[other] === name);
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}
