/** The reason that a hint gives, as a sentence in the person's language. */
import type { Because } from "../types";
import { t, type Key } from "./index";
import { contractInText, moveName } from "./cards";
import { PLACES } from "./names";
import { number, percent } from "./numbers";

const KINDS: Record<string, Key> = {
  only: "becauseOnly",
  equal: "becauseEqual",
  sure: "becauseSure",
  ducks: "becauseDucks",
  smears: "becauseSmears",
  saves: "becauseSaves",
  trick: "becauseTrick",
  "keeps for": "becauseKeepsFor",
  keeps: "becauseKeeps",
  gains: "becauseGains",
  "by the end": "becauseByTheEnd",
  same: "becauseSame",
  close: "becauseClose",
  chance: "becauseChance",
  pushes: "becausePushes",
  "pushes points": "becausePushesPoints",
  "pushes even": "becausePushesEven",
  "pushes only": "becausePushesOnly",
  loses: "becauseLoses",
  "better off": "becauseBetterOff",
  "as good": "becauseAsGood",
  "soloist wins": "becauseSoloistWins",
  "gives up": "becauseGivesUp",
  rest: "becauseRest",
  "rest open": "becauseRestOpen",
  "last trick": "becauseLastTrick",
  spitze: "becauseSpitze",
  "keeps for the end": "becauseKeepsForTheEnd",
  ends: "becauseEnds",
  exchanges: "becauseExchanges",
  announces: "becauseAnnounces",
  closes: "becauseCloses",
  "announces early": "becauseAnnouncesEarly",
  "keeps the marriage": "becauseKeepsMarriage",
  takes: "becauseTakes",
  gives: "becauseGives",
  earns: "becauseEarns",
  "keeps the trump": "becauseKeepsTrump",
  worth: "becauseWorth",
  pass: "becausePass",
  "pass narrowly": "becausePassNarrowly",
  limit: "becauseLimit",
  "limit with the skat": "becauseLimitSkat",
  "limit from the hand": "becauseLimitHand",
  game: "becauseGame",
  "only game": "becauseOnlyGame",
  "skat or hand": "becauseSkatOrHand",
  "with the skat": "becauseWithSkat",
};

/** Return the sentence; reasons of a kind that the page does not know are in English. */
export function because(reason: Because): string {
  const key = KINDS[reason.kind];
  if (!key) return reason.text;
  const words = Object.entries(reason.facts).map(([name, fact]) => [name, worded(name, fact)]);
  const text = t(key, Object.fromEntries(words) as Record<string, string>);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function worded(name: string, fact: string | number): string {
  if (typeof fact === "number") return name === "share" || name === "than" ? percent(fact) : number(fact, fact % 1 ? 1 : 0);
  if (name === "place") return t(PLACES.find((place) => place === fact) ?? "forehand");
  return name === "game" || name === "hand" ? contractInText(fact) : moveName(fact);
}
