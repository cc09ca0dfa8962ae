// Simple rules for bids and cards at Skat and Schnapsen, from the plain view of an observation.
import type { Action__Output as Action } from "./generated/vorhand/v1/Action";
import type { Observation__Output as Observation } from "./generated/vorhand/v1/Observation";
import type { SkatView__Output as SkatView } from "./generated/vorhand/v1/SkatView";
import type { SchnapsenDeal__Output as SchnapsenDeal } from "./generated/vorhand/v1/SchnapsenDeal";

const POINTS: Record<string, number> = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
const SUITS: Record<string, string> = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };
const BEST_BID = 24;
const points = (card: string) => POINTS[card[1]] ?? 0;
const named = (legal: Action[], name: string) => legal.find((action) => action.name === name);
const lowest = (actions: Action[], worth: (card: string) => number) =>
  actions.reduce((best, next) => (worth(next.name) < worth(best.name) ? next : best));

// Return one of the legal actions.
export function choose({ legalActions: legal, seat, skat, schnapsen }: Observation): Action {
  if (legal.length > 1 && skat) return skatAction(skat, seat, legal);
  if (legal.length > 1 && schnapsen?.deal) return schnapsenAction(schnapsen.deal, legal);
  return legal[0];
}

function skatAction(view: SkatView, seat: number, legal: Action[]): Action {
  const isTrump = (card: string, suit: string) => card[1] === "J" || card[0] === suit;
  const counts = [..."DHSC"].map((suit) => view.hand.filter((card) => isTrump(card, suit)).length);
  const suit = "DHSC"[counts.indexOf(Math.max(...counts))];
  const wanted = named(legal, "pick up") ?? named(legal, SUITS[suit]);
  if (wanted) return wanted;
  if (view.phase === "SKAT_PHASE_BIDDING") {
    const aces = view.hand.filter((card) => card[1] === "A").length;
    const next = named(legal, "hold") ?? legal.find((action) => /^\d+$/.test(action.name));
    const value = next?.name === "hold" ? view.bid : Number(next?.name);
    const willing = Math.max(...counts) + aces >= 7 && value <= BEST_BID;
    return (willing ? next : named(legal, "pass")) ?? legal[0];
  }
  if (view.phase === "SKAT_PHASE_DISCARD") {
    return lowest(legal, (card) => (isTrump(card, suit) || card[1] === "A" ? 100 : 0) - points(card));
  }
  return skatCard(view, seat, legal);
}

function skatCard(view: SkatView, seat: number, legal: Action[]): Action {
  const trump = Object.keys(SUITS).find((key) => view.contract === `SKAT_CONTRACT_${SUITS[key].toUpperCase()}`);
  const led = view.trick[0];
  const power = (card: string) => {
    if (card[1] === "J") return 200 + "DHSC".indexOf(card[0]);
    const follows = led === undefined || card[0] === led[0];
    return (card[0] === trump ? 100 : follows ? 0 : -100) + "789QKTA".indexOf(card[1]);
  };
  // The soloist draws trumps; the defenders cash aces, or lead a cheap card.
  const lead = (card: string) => (seat === view.soloist ? -power(card) : card[1] === "A" ? -1 : points(card));
  if (led === undefined) return lowest(legal, lead);
  const best = Math.max(...view.trick.map(power));
  const winner = (view.leader + view.trick.findIndex((card) => power(card) === best)) % 3;
  const isPartners = seat !== view.soloist && winner !== view.soloist && view.trick.length === 2;
  if (isPartners) return lowest(legal, (card) => -points(card));
  const winners = legal.filter((action) => power(action.name) > best);
  return winners.length > 0 ? lowest(winners, power) : lowest(legal, points);
}

function schnapsenAction(deal: SchnapsenDeal, legal: Action[]): Action {
  const first = named(legal, "exchange") ?? legal.find((action) => action.name.startsWith("marriage"));
  if (first) return first;
  const cards = legal.filter((action) => action.name.length === 2);
  const keep = (card: string) => points(card) + (card[0] === deal.trump ? 20 : 0);
  if (deal.led === "") return lowest(cards, (card) => (deal.talonLeft > 0 ? keep(card) : -points(card)));
  const beats = ({ name }: Action) =>
    name[0] === deal.led[0] ? points(name) > points(deal.led) : name[0] === deal.trump && points(deal.led) >= 10;
  const winners = cards.filter(beats);
  return lowest(winners.length > 0 ? winners : cards, keep);
}
