/** Names of cards, contracts and moves in words. */
import { CONTRACT_WORDS, contractIn, isCard, type Contract } from "../cards/order";
import { faces, language } from "../settings";
import { t, together, type Key } from "./index";

export const SUITS: Record<string, { en: string; de: string; german: string }> = {
  D: { en: "diamonds", de: "Karo", german: "Schellen" },
  H: { en: "hearts", de: "Herz", german: "Rot" },
  S: { en: "spades", de: "Pik", german: "Grün" },
  C: { en: "clubs", de: "Kreuz", german: "Eichel" },
};
export const GERMAN_EN: Record<string, string> = { D: "bells", H: "hearts", S: "leaves", C: "acorns" };
export const RANKS: Record<string, { en: string; de: string; german: string; germanEn: string }> = {
  A: { en: "ace", de: "Ass", german: "Ass", germanEn: "ace" },
  K: { en: "king", de: "König", german: "König", germanEn: "king" },
  Q: { en: "queen", de: "Dame", german: "Ober", germanEn: "ober" },
  J: { en: "jack", de: "Bube", german: "Unter", germanEn: "unter" },
  T: { en: "ten", de: "10", german: "10", germanEn: "ten" },
  "9": { en: "nine", de: "9", german: "9", germanEn: "nine" },
  "8": { en: "eight", de: "8", german: "8", germanEn: "eight" },
  "7": { en: "seven", de: "7", german: "7", germanEn: "seven" },
};

/** The name that people have in the records of tables. */
export const PERSON = "player";

export function suitName(suit: string): string {
  const names = SUITS[suit];
  if (!names) return suit;
  const german = faces.value === "german";
  if (language.value === "de") return german ? names.german : names.de;
  return german ? (GERMAN_EN[suit] ?? names.en) : names.en;
}

export function cardName(card: string): string {
  const rank = RANKS[card[1] ?? ""];
  if (!rank) return card;
  const german = faces.value === "german";
  if (language.value === "de") return `${suitName(card[0] ?? "")} ${german ? rank.german : rank.de}`;
  return `${german ? rank.germanEn : rank.en} of ${suitName(card[0] ?? "")}`;
}

const LEVELS: [string, Key][] = [
  ["schneider announced", "schneiderAnnounced"],
  ["schwarz announced", "schwarzAnnounced"],
  ["ouvert", "ouvert"],
];

/** Return a declaration in the person's language. */
export function contractName(name: string): string {
  if (name === "ramsch") return t("ramsch");
  const words = name.split(" ");
  const kind = contractIn(name) ?? "N";
  const parts = [kind in SUITS ? suitName(kind) : kind === "G" ? "Grand" : "Null"];
  if (words[1] === "hand") parts.push(language.value === "de" ? "Hand" : "hand");
  const spitze = name.endsWith(" spitze") ? `, ${t("spitze")}` : "";
  const levels = LEVELS.filter(([text]) => name.includes(text));
  const announced = levels.map(([text, key]) => (text === "ouvert" ? ` ${t(key)}` : `, ${t(key)}`));
  const whole = parts.join(" ") + announced.join("") + spitze;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** Return a declaration within a sentence: in lower case in English, but not in German. */
export function contractInText(name: string): string {
  const whole = contractName(name);
  return language.value === "de" ? whole : whole.charAt(0).toLowerCase() + whole.slice(1);
}

/** Return the text of a button that declares a contract. */
export function declareText(name: string): string {
  const [game = "", ...announced] = contractInText(name).split(", ");
  return [t("declareIt", { contract: game }), ...announced].join(", ");
}

const ANNOUNCED: Record<string, string> = { S: "schneider announced", Z: "schwarz announced", O: "ouvert" };

/** Return a declaration that is written in letters, such as `GHS`, in words; "–" without letters. */
export function declarationName(letters: string): string {
  const [kind, ...rest] = letters.replace(/P$/, "");
  if (kind === undefined) return "–";
  const spitze = letters.endsWith("P") ? " spitze" : "";
  const hand = rest[0] === "H" ? " hand" : "";
  const level = ANNOUNCED[rest.at(-1) ?? ""] ?? "";
  return contractName(`${CONTRACT_WORDS[kind as Contract]}${hand} ${level}`.trim() + spitze);
}

export function gamePoints(points: number): string {
  return t(points === 1 ? "oneGamePoint" : "someGamePoints", { points });
}

/** Return who wins how many game points at Schnapsen. */
export function winsPoints(name: string, points: number): string {
  return t(name === t("you") ? "youWinPoints" : "winsPoints", { name, points: gamePoints(points) });
}

/** Return a number of tricks, in a form that fits alone and after "in". */
export function inTricks(count: number): string {
  return count === 1 ? t("inOneTrick") : t("inSomeTricks", { count });
}

/** Return a player's number of cards in words. */
export function cardsOf(name: string, count: number): string {
  return t(count === 1 ? "oneCardOf" : "cardsOf", { name, count });
}

export function trickSum(count: number): string {
  return t(count === 1 ? "oneTrick" : "someTricks", { count });
}

/** Return the name of the card that is exchanged for the trump turned up, in the accusative. */
function jackName(): string {
  const german = faces.value === "german";
  if (language.value === "de") return german ? "Unter" : "Buben";
  return german ? "unter" : "jack";
}

const MOVES: Record<string, Key> = {
  pass: "pass",
  hold: "hold",
  "pick up": "pickUp",
  hand: "playHand",
  exchange: "exchange",
  close: "closeTalon",
  "give up": "giveUp",
  "lay open": "layOpen",
  agree: "agree",
  "play on": "playOn",
  kontra: "kontra",
  re: "re",
  "no re": "noRe",
  "push unseen": "pushUnseen",
};

const SAID: Record<string, Key> = {
  "pick up": "tookSkat",
  hand: "playsHand",
  exchange: "exchanged",
  close: "closedTalon",
  "lays away": "laysAway",
  pushes: "pushes",
  "give up": "gaveUp",
  "lay open": "laidOpen",
  agree: "agreed",
  "play on": "playedOn",
  "push unseen": "pushedUnseen",
};

const MARRIAGE = /^marriage ([DHSC])/;

/**
 * Return the points and the suit of the marriage that a move announces; null if the move is another
 * one or the trump suit is unknown.
 */
function marriageIn(name: string, trump: string): { points: number; suit: string } | null {
  const suit = MARRIAGE.exec(name)?.[1];
  return suit && trump ? { points: suit === trump ? 40 : 20, suit: suitName(suit) } : null;
}

/** Return a past move in words; `trump`: the trump suit at Schnapsen. */
export function saidName(name: string, trump = ""): string {
  const marriage = marriageIn(name, trump);
  if (marriage) return t("announcedPoints", marriage);
  const key = SAID[name];
  return key ? t(key, { jack: jackName() }) : moveName(name);
}

/** Return the cards in the name of a move that consists of two; empty for other moves. */
export function pairIn(name: string): readonly string[] {
  const cards = name.split(" ");
  return cards.length === 2 && cards.every(isCard) ? cards : [];
}

/** Return a possible move of Skat or Schnapsen in words; `trump`: the trump suit, at Schnapsen. */
export function moveName(name: string, trump = ""): string {
  const marriage = marriageIn(name, trump);
  if (marriage) return t("announcePoints", marriage);
  const key = MOVES[name];
  if (key) return t(key, { jack: jackName() });
  if (isCard(name)) return cardName(name);
  const pair = pairIn(name);
  if (pair.length > 0) return together(pair.map(cardName));
  const suit = MARRIAGE.exec(name)?.[1];
  if (suit) return t("marriageOf", { suit: suitName(suit) });
  if (/^\d+$/.test(name)) return name;
  if (contractIn(name)) return contractName(name);
  return name;
}
