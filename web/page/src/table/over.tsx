/** The end of a deal: the result, all cards, and what to do next. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Hand } from "../cards/hand";
import { sortedForSkat, type Contract } from "../cards/order";
import { session } from "../lobby/session";
import type { SkatOutcome } from "../types";
import { t, type Key } from "../words";
import { contractInText, inTricks } from "../words/cards";
import { nameOf } from "./parts";
import { SchnapsenEnd } from "./schnapsen-end";
import type { SeatStore } from "./seat";

export function DealOver(props: { store: SeatStore; practice: boolean; onNext: () => void }): JSX.Element {
  const { store } = props;
  const result = store.results.value.at(-1);
  const mine = result?.returns[store.place.value.seat] ?? 0;
  const outcome = store.record.value?.outcome;
  const record = store.record.value?.record;
  const now = session.value;
  const seen = store.seen.value;
  const match = Boolean(seen?.schnapsen?.is_match);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [outcome]);
  return (
    <section ref={box} class="over box" aria-label={t(match ? "matchOver" : "dealOver")}>
      <h2>{t(match ? "matchOver" : "dealOver")}</h2>
      {!match && <p class="score">{t("yourScore", { score: signed(mine) })}</p>}
      {seen?.schnapsen && <SchnapsenEnd view={seen.schnapsen} me={seen.seat} won={mine > 0} />}
      {outcome?.dealt && <SkatEnd outcome={outcome as SkatOutcome} store={store} />}
      {!outcome?.dealt && !seen?.schnapsen && outcome?.text && <pre tabIndex={0}>{outcome.text}</pre>}
      <div class="buttons">
        {props.practice && (
          <button type="button" class="primary next" onClick={props.onNext}>
            {t(match ? "nextMatch" : "nextDeal")}
          </button>
        )}
        {record && (record.startsWith("(;") || now?.pack === "schnapsen") && (
          <a class="button" href={`#/review/${encodeURIComponent(record)}`}>
            {t("review")}
          </a>
        )}
        {record && (
          <a
            class="button"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${record}\n`)}`}
            download={`deal-${store.place.value.table_id}.${record.startsWith("(;") ? "sgf" : "jsonl"}`}
          >
            {t("saveRecord")}
          </a>
        )}
      </div>
    </section>
  );
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function outcomeKey(won: boolean, own: boolean): Key {
  if (own) return won ? "youWon" : "youLost";
  return won ? "soloistWon" : "soloistLost";
}

const LETTERS: Record<string, Contract> = {
  diamonds: "D",
  hearts: "H",
  spades: "S",
  clubs: "C",
  grand: "G",
  null: "N",
};

function SkatEnd(props: { outcome: SkatOutcome; store: SeatStore }): JSX.Element {
  const { outcome, store } = props;
  const order = LETTERS[outcome.contract?.split(" ")[0] ?? ""] ?? "G";
  const result = outcome.result;
  return (
    <>
      {outcome.soloist < 0 && <p>{t("passedIn")}</p>}
      {outcome.contract && result && (
        <p>
          {t(outcomeKey(result.won, outcome.soloist === store.seen.value?.seat), {
            name: nameOf(store, outcome.soloist),
            contract: contractInText(outcome.contract),
            taken: order === "N" ? inTricks(result.tricks) : t("pointsInTricksOf", { points: result.points, tricks: inTricks(result.tricks) }),
            value: signed(result.value),
          })}
        </p>
      )}
      {result && !store.seen.value?.game.includes("scoring=") && <p class="note">{t("seeger")}</p>}
      <div class="dealt">
        {outcome.dealt.map((cards, seat) => (
          <div key={seat}>
            <b>{nameOf(store, seat)}</b>
            <Hand small cards={sortedForSkat(cards, order)} label={t("dealtTo", { name: nameOf(store, seat) })} />
          </div>
        ))}
        <div>
          <b>{t("skat")}</b>
          <Hand small cards={outcome.dealt_skat} label={t("skat")} />
        </div>
      </div>
    </>
  );
}
