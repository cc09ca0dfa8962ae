/**
 * The end of a deal of Skat: the result, its value and how it is calculated, and all cards, each in one place: the
 * hands at the beginning of the card play, and the cards in the skat.
 */
import type { JSX } from "preact";
import { Hand } from "../cards/hand";
import { contractIn, sortedForSkat, type Contract } from "../cards/order";
import { parseGame } from "../game_string";
import type { Move, RamschResult, SkatOutcome, SkatResult } from "../types";
import { t, together, type Key } from "../words";
import { cardName, contractInText, contractName, inTricks, trickSum } from "../words/cards";
import { signed } from "../words/numbers";
import { ALL_POINTS } from "./needed";
import { nameOf } from "./parts";
import type { SeatStore } from "./seat";

/** Points for a lost game that each other player gets, by the number of players at the table. */
const OTHERS_LOST: Record<number, number> = { 3: 40, 4: 30 };

export function SkatEnd(props: { outcome: SkatOutcome; store: SeatStore }): JSX.Element {
  const { outcome, store } = props;
  const order = contractIn(outcome.contract ?? "") ?? "G";
  const { contract, result } = outcome;
  const seats = store.table.value?.seats.length ?? 3;
  const same = outcome.dealt_skat.every((card) => outcome.skat.includes(card));
  const started = (store.results.value.at(-1)?.bock ?? 0) - Math.max(0, (store.bock.value ?? 0) - 1);
  const away = t(same ? "skat" : outcome.ramsch ? "pushedOn" : "laidAway");
  return (
    <>
      {outcome.ramsch && <RamschEnd result={outcome.ramsch} store={store} />}
      {contract && result && (
        <>
          <p>
            {result.ended && `${endingOf(result.ended, store)} `}
            {t(outcomeKey(result.won, outcome.soloist === store.seen.value?.seat), {
              name: nameOf(store, outcome.soloist),
              game: result.ended ? contractInText(contract) : gameWith(contract, result, order),
            })}
          </p>
          {result.missed && <p>{t("spitzeMissed")}</p>}
          <p class="reckoning">{reckoning(result, order)}</p>
          {order !== "N" && <p>{t("finalPoints", { own: result.points, others: ALL_POINTS - result.points })}</p>}
        </>
      )}
      {started > 0 && <p>{t("bockStarts", { count: started })}</p>}
      {result && !parseGame(store.seen.value?.game ?? "").parameters.has("scoring") && <p class="note">{t("seeger", { each: OTHERS_LOST[seats] ?? 40 })}</p>}
      <div class="dealt">
        {seatsFrom(store.seen.value?.seat ?? 0, outcome.held.length).map((seat) => (
          <Row key={seat} name={nameOf(store, seat)} label={t("dealtTo", { name: nameOf(store, seat) })} cards={sortedForSkat(outcome.held[seat] ?? [], order)} />
        ))}
        {outcome.skat.length > 0 && (
          <Row
            name={away}
            label={away}
            cards={outcome.skat}
            note={same ? "" : t("skatHeld", { cards: together(outcome.dealt_skat.map(cardName)) })}
          />
        )}
      </div>
    </>
  );
}

/** Return all seats clockwise from the person's, as in the list of scores. */
function seatsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => (Math.max(0, first) + k) % count);
}

/** Return the result in a few words, such as "Grand won, 65 points, +98". */
export function headline(outcome: SkatOutcome, store: SeatStore, score: number): string {
  const { contract, result, soloist } = outcome;
  if (outcome.ramsch) return t("ramschLine", { score: signed(score) });
  if (!contract || !result) return t(soloist < 0 ? "passedIn" : "dealOver");
  const own = soloist === store.seen.value?.seat;
  const taken = contract.startsWith("null") ? trickSum(result.tricks) : t("pointsOf", { points: result.points });
  const values = { name: nameOf(store, soloist), game: contractName(contract), taken, score: signed(score) };
  return t(own ? (result.won ? "gameWon" : "gameLost") : result.won ? "othersGameWon" : "othersGameLost", values);
}

function RamschEnd(props: { result: RamschResult; store: SeatStore }): JSX.Element {
  const { result, store } = props;
  const march = result.values.some((value) => value > 0);
  return (
    <>
      <p>{t("ramschPlayed")}</p>
      {result.values.map((value, seat) => (
        <p key={seat} class="reckoning">
          {t("ramschTook", {
            name: nameOf(store, seat),
            points: result.points[seat] ?? 0,
            tricks: inTricks(result.tricks[seat] ?? 0),
            value: signed(value),
          })}
        </p>
      ))}
      {march && <p>{t("march")}</p>}
      {result.maiden && <p>{t("maiden")}</p>}
      {result.unseen > 0 && <p>{t("unseenCounts", { factor: 2 ** result.unseen })}</p>}
      {result.bock && <p>{t("bockCounts")}.</p>}
    </>
  );
}

function Row(props: { name: string; label: string; cards: readonly string[]; note?: string }): JSX.Element {
  return (
    <div>
      <b>{props.name}</b>
      <Hand small cards={props.cards} label={props.label} />
      {props.note && <p class="note">{props.note}</p>}
    </div>
  );
}

function outcomeKey(won: boolean, own: boolean): Key {
  if (own) return won ? "youWon" : "youLost";
  return won ? "soloistWon" : "soloistLost";
}

/** Return in words who gave up or claimed the rest. */
function endingOf(ended: Move, store: SeatStore): string {
  const own = ended.seat === store.seen.value?.seat;
  const key = ended.name === "give up" ? (own ? "youGaveUp" : "someoneGaveUp") : own ? "youClaimed" : "someoneClaimed";
  return t(key, { name: nameOf(store, ended.seat) });
}

function gameWith(contract: string, result: SkatResult, order: Contract): string {
  const tricks = inTricks(result.tricks);
  const taken = order === "N" ? tricks : t("pointsInTricksOf", { points: result.points, tricks });
  return t("gameWith", { contract: contractInText(contract), taken });
}

const STEPS: Record<string, Key> = {
  hand: "handStep",
  schneider: "schneiderStep",
  "schneider announced": "schneiderAnnounced",
  schwarz: "schwarzStep",
  "schwarz announced": "schwarzAnnounced",
  ouvert: "ouvert",
  spitze: "spitze",
};

/** Return the calculation of the value, as players count it: "With 2, game 3, hand 4 × 12 = 48; won: +48". */
function reckoning(result: SkatResult, order: Contract): string {
  const { worth, matadors, bid, overbid } = result;
  const count = Math.abs(matadors);
  const steps = [
    t(matadors > 0 ? "withMatadors" : "withoutMatadors", { count }),
    t("gameStep", { factor: count + 1 }),
    ...worth.steps.map((step, k) => `${t(STEPS[step] ?? "ouvert")} ${count + 2 + k}`),
  ];
  const parts = [
    order === "N"
      ? t("nullValue", { value: worth.value })
      : t("timesBase", { steps: steps.join(", "), base: worth.base, value: worth.value }),
  ];
  if (overbid) parts.push(t("overbid", { bid, counts: worth.counts }));
  if (worth.bock) parts.push(t("bockCounts"));
  if (worth.multiplier > 1) parts.push(t(worth.multiplier > 2 ? "reCounts" : "kontraCounts", { factor: worth.multiplier }));
  parts.push(t(result.won ? "wonValue" : "lostValue", { value: signed(result.value) }));
  return parts.join("; ");
}
