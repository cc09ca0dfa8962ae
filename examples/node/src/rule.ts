// A simple card rule for Skat and Schnapsen, from the plain view of an observation alone.
import type { Action__Output as Action } from "./generated/vorhand/v1/Action";
import type { Observation__Output as Observation } from "./generated/vorhand/v1/Observation";
import type { SkatView__Output as SkatView } from "./generated/vorhand/v1/SkatView";
import type { SchnapsenDeal__Output as SchnapsenDeal } from "./generated/vorhand/v1/SchnapsenDeal";

const POINTS: Record<string, number> = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
const SUIT_NAMES: Record<string, string> = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };
const points = (card: string) => POINTS[card[1]] ?? 0;
const isCard = (name: string) => /^[DHSC][789QKTAJ]$/.test(name);

// The action to take, one of the legal ones.
export function choose(observation: Observation): Action {
  const legal = observation.legalActions;
  if (legal.length === 1) return legal[0];
  if (observation.skat) return skatAction(observation.skat, observation.seat, legal);
  if (observation.schnapsen?.deal) return schnapsenAction(observation.schnapsen.deal, legal);
  return legal[0];
}

function lowest(actions: Action[], worth: (card: string) => number): Action {
  return actions.reduce((best, next) => (worth(next.name) < worth(best.name) ? next : best));
}

const named = (legal: Action[], name: string) => legal.find((action) => action.name === name);

// ---- Skat

const BEST_BID = 24;
const skatRank = (card: string) => "789QKTA".indexOf(card[1]);

// Cards of one suit and all jacks, the suit in which there are most of them.
function longestTrumps(hand: string[]): { suit: string; count: number } {
  const counts = ["D", "H", "S", "C"].map((suit) => ({
    suit,
    count: hand.filter((card) => card[0] === suit || card[1] === "J").length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best));
}

function skatAction(view: SkatView, seat: number, legal: Action[]): Action {
  const trumps = longestTrumps(view.hand);
  switch (view.phase) {
    case "SKAT_PHASE_BIDDING": {
      const aces = view.hand.filter((card) => card[1] === "A").length;
      const willing = trumps.count + aces >= 7;
      const higher = named(legal, "hold") ?? legal.find((action) => /^\d+$/.test(action.name));
      const value = higher?.name === "hold" ? view.bid : Number(higher?.name);
      return willing && higher && value <= BEST_BID ? higher : (named(legal, "pass") ?? legal[0]);
    }
    case "SKAT_PHASE_PICK_UP_OR_HAND":
      return named(legal, "pick up") ?? legal[0];
    case "SKAT_PHASE_DISCARD":
      return lowest(legal, (card) => (isTrump(card, trumps.suit) ? 100 : 0) + (card[1] === "A" ? 50 : 0) - points(card));
    case "SKAT_PHASE_DECLARE":
      return named(legal, SUIT_NAMES[trumps.suit]) ?? legal[0];
    default:
      return skatCard(view, seat, legal);
  }
}

function isTrump(card: string, suit: string): boolean {
  return card[1] === "J" || card[0] === suit;
}

function skatCard(view: SkatView, seat: number, legal: Action[]): Action {
  if (view.contract === "SKAT_CONTRACT_NULL") {
    return lowest(legal, (card) => (seat === view.soloist ? 1 : -1) * "789TJQKA".indexOf(card[1]));
  }
  const suit = { SKAT_CONTRACT_DIAMONDS: "D", SKAT_CONTRACT_HEARTS: "H", SKAT_CONTRACT_SPADES: "S", SKAT_CONTRACT_CLUBS: "C" }[view.contract as string] ?? "";
  const led = view.trick[0];
  const power = (card: string) => {
    if (card[1] === "J") return 200 + "DHSC".indexOf(card[0]);
    if (card[0] === suit) return 100 + skatRank(card);
    return led === undefined || (card[0] === led[0] && !isTrump(led, suit)) ? skatRank(card) : -1;
  };
  if (led === undefined) {
    // The soloist draws trumps; the defenders cash aces; else something cheap.
    const strong = (card: string) => (seat === view.soloist ? power(card) : card[1] === "A" ? 1 : 0);
    return lowest(legal, (card) => -100 * strong(card) + points(card));
  }
  const winning = view.trick.reduce((best, card, place) => (power(card) > power(view.trick[best]) ? place : best), 0);
  const winner = (view.leader + winning) % 3;
  if (seat !== view.soloist && winner !== view.soloist && (view.trick.length === 2 || seat === ((view.soloist ?? 0) + 1) % 3)) {
    return lowest(legal, (card) => -points(card)); // the partner has the trick
  }
  const winners = legal.filter((action) => power(action.name) > power(view.trick[winning]));
  const worth = view.trick.reduce((sum, card) => sum + points(card), 0);
  return winners.length > 0 && worth > 3
    ? lowest(winners, (card) => power(card))
    : lowest(legal, (card) => 10 * points(card) + power(card) / 100);
}

// ---- Schnapsen

function schnapsenAction(deal: SchnapsenDeal, legal: Action[]): Action {
  const first = named(legal, "exchange") ?? legal.find((action) => action.name.startsWith("marriage"));
  if (first) return first;
  const cards = legal.filter((action) => isCard(action.name));
  const keep = (card: string) => points(card) + (card[0] === deal.trump ? 20 : 0);
  if (deal.led === "") {
    const open = deal.talonLeft > 0 && deal.closer === undefined;
    return lowest(cards, (card) => (open ? keep(card) : -points(card)));
  }
  const beats = (card: string) =>
    card[0] === deal.led[0] ? points(card) > points(deal.led) : card[0] === deal.trump;
  const winners = cards.filter((action) => beats(action.name));
  const dear = points(deal.led) >= 10;
  const cheap = winners.filter((action) => dear || action.name[0] !== deal.trump);
  return cheap.length > 0 ? lowest(cheap, keep) : lowest(cards, keep);
}
