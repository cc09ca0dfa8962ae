/** Cards that a person types: names in German and English, the server's notation, and abbreviations. */
import { isCard } from "../cards/order";
import { GERMAN_EN, RANKS, SUITS } from "./cards";

const ALSO_RANKS: Record<string, string> = {
  as: "A",
  koenig: "K",
  zehn: "T",
  zehner: "T",
  neun: "9",
  acht: "8",
  sieben: "7",
  b: "J",
  d: "Q",
  o: "Q",
  u: "J",
};
const ALSO_SUITS: Record<string, string> = { gruen: "S", blatt: "S", laub: "S", treff: "C" };

/** Return the letters of suits or ranks by their names, which are in lower case; English suits also in the singular. */
function lettersOf(names: Record<string, Record<string, string>>, also: Record<string, string>): ReadonlyMap<string, string> {
  const found = Object.entries(names).flatMap(([letter, each]) =>
    [letter, ...Object.values(each), each["en"]?.replace(/s$/, "") ?? ""].map((name): [string, string] => [name.toLowerCase(), letter]),
  );
  return new Map([...found, ...Object.entries(also)]);
}

const RANK_OF = lettersOf(RANKS, ALSO_RANKS);
const GERMAN_SUITS = Object.fromEntries(Object.entries(GERMAN_EN).map(([letter, name]) => [name, letter]));
const SUIT_OF = lettersOf(SUITS, { ...ALSO_SUITS, ...GERMAN_SUITS });

/** Return the suit whose names alone begin with a text, such as `kr`; null for `k`, which Kreuz and Karo share. */
function suitOf(start: string): string | null {
  const exact = SUIT_OF.get(start);
  if (exact) return exact;
  const found = new Set([...SUIT_OF].filter(([name]) => name.startsWith(start)).map(([, letter]) => letter));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** Return the card that a single word names, such as `CJ`, `h10` or `KrB`; null for other words. */
function cardIn(word: string): string | null {
  const ours = word.replace("10", "T").toUpperCase();
  if (isCard(ours)) return ours;
  const [, start = "", rank = ""] = /^(\p{L}+?)(10|[789abdjkoqtu])$/u.exec(word) ?? [];
  const suit = start && suitOf(start);
  return suit ? suit + (RANK_OF.get(rank) ?? "") : null;
}

/** Return the cards in a typed text, such as `CJ`, `Kreuz Bube` or `jack of clubs`, and the words that name none. */
export function cardsIn(text: string): { cards: string[]; unknown: string[] } {
  const cards = new Set<string>();
  const unknown: string[] = [];
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  while (words.length > 0) {
    const [word = "", second = "", third = ""] = words.map((some) => some.toLowerCase());
    const [suit, rank] = [SUIT_OF.get(word), RANK_OF.get(word)];
    if (suit && RANK_OF.has(second)) {
      cards.add(suit + (RANK_OF.get(second) ?? ""));
      words.splice(0, 2);
    } else if (rank && second === "of" && SUIT_OF.has(third)) {
      cards.add((SUIT_OF.get(third) ?? "") + rank);
      words.splice(0, 3);
    } else {
      const card = cardIn(word);
      if (card) cards.add(card);
      else unknown.push(words[0] ?? "");
      words.shift();
    }
  }
  return { cards: [...cards], unknown };
}
