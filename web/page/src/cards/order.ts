/** The order of a player's cards: trumps first, then suits, high before low. */

import { order } from "../settings";

export type Contract = "D" | "H" | "S" | "C" | "G" | "N";

const RANKS = "789QKTAJ"; // lowest first; jacks are sorted as trumps
const NULL = "789TJQKA";
const SCHNAPSEN = "JQKTA";
const SUITS = "CHSD"; // in this order French colours alternate
const ALL = "DHSC";

/** The cards of Skat in the order in which they are shown for a choice. */
export const PACK: readonly string[] = [..."CSHD"].flatMap((suit) => [..."JATKQ987"].map((rank) => suit + rank));

export function isCard(name: string): boolean {
  return PACK.includes(name);
}

/** The contracts as the first words of declarations. */
export const CONTRACT_WORDS: Readonly<Record<Contract, string>> = {
  C: "clubs",
  S: "spades",
  H: "hearts",
  D: "diamonds",
  G: "grand",
  N: "null",
};
export const KINDS = Object.keys(CONTRACT_WORDS) as Contract[];

/** Return the contract of a declaration such as "clubs hand"; undefined if the name is none. */
export function contractIn(name: string): Contract | undefined {
  return KINDS.find((kind) => name.startsWith(CONTRACT_WORDS[kind]));
}

export const CONTRACTS: Record<string, Contract> = {
  SKAT_CONTRACT_DIAMONDS: "D",
  SKAT_CONTRACT_HEARTS: "H",
  SKAT_CONTRACT_SPADES: "S",
  SKAT_CONTRACT_CLUBS: "C",
  SKAT_CONTRACT_GRAND: "G",
  SKAT_CONTRACT_NULL: "N",
  SKAT_CONTRACT_UNSPECIFIED: "G",
};

/** Return the contract by which cards are sorted, from its name in a view; grand if there is none. */
export function contractOf(contract: string): Contract {
  return CONTRACTS[contract] ?? "G";
}

/** Return the sort key of a card in Skat; lower ones are to the left. */
function skatPlace(card: string, contract: Contract): number {
  const suit = card[0] ?? "";
  const rank = card[1] ?? "";
  if (contract === "N") return 100 * SUITS.indexOf(suit) - NULL.indexOf(rank);
  if (rank === "J") return -1000 - ALL.indexOf(suit);
  const trump = suit === contract ? -500 : 100 * SUITS.indexOf(suit);
  return trump - RANKS.indexOf(rank);
}

export function sortedForSkat(cards: readonly string[], contract: Contract): string[] {
  return [...cards].sort((a, b) => skatPlace(a, contract) - skatPlace(b, contract));
}

export function sortedForSchnapsen(cards: readonly string[], trump: string): string[] {
  const place = (card: string) =>
    (card[0] === trump ? -500 : 100 * SUITS.indexOf(card[0] ?? "")) -
    SCHNAPSEN.indexOf(card[1] ?? "");
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Return sorted cards of the person's hand in the direction that the person has chosen. */
export function inOrder(cards: readonly string[]): readonly string[] {
  return order.value === "right" ? [...cards].reverse() : cards;
}

const SKAT_POINTS: Record<string, number> = { A: 11, T: 10, K: 4, Q: 3, J: 2 };

export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + (SKAT_POINTS[card[1] ?? ""] ?? 0), 0);
}

/** Return the number of a card in the rules, 0 to 31. */
export function numberOf(card: string): number {
  return 8 * ALL.indexOf(card[0] ?? "") + RANKS.indexOf(card[1] ?? "");
}
