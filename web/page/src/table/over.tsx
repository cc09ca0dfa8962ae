/** The end of a deal: the result, all cards, and what to do next. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Hand } from "../cards/hand";
import { sortedForSkat, type Contract } from "../cards/order";
import { session } from "../lobby/session";
import type { SkatOutcome } from "../types";
import { t } from "../words";
import { contractName } from "../words/cards";
import { nameOf } from "./parts";
import type { SeatStore } from "./seat";

export function DealOver(props: { store: SeatStore; practice: boolean; onNext: () => void }): JSX.Element {
  const { store } = props;
  const result = store.results.value.at(-1);
  const mine = result?.returns[store.place.value.seat] ?? 0;
  const outcome = store.record.value?.outcome;
  const record = store.record.value?.record;
  const now = session.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [outcome]);
  return (
    <section ref={box} class="over box" aria-label={t("dealOver")}>
      <h2>{t("dealOver")}</h2>
      <p class="score">{t("yourScore", { score: mine > 0 ? `+${mine}` : mine })}</p>
      {outcome?.dealt ? <SkatEnd outcome={outcome as SkatOutcome} store={store} /> : outcome?.text && <pre tabIndex={0}>{outcome.text}</pre>}
      <div class="buttons">
        {props.practice && (
          <button type="button" class="primary next" onClick={props.onNext}>
            {t("nextDeal")}
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
          {t(result.won ? "soloistWon" : "soloistLost", {
            name: nameOf(store, outcome.soloist),
            contract: contractName(outcome.contract),
            points: result.points,
            tricks: result.tricks,
            value: result.value,
          })}
        </p>
      )}
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
