/** The end of a deal: the result, all cards, and the next choices. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { session } from "../lobby/session";
import { t } from "../words";
import { signed } from "../words/numbers";
import { SchnapsenEnd } from "./schnapsen_end";
import type { SeatStore } from "./seat";
import { SkatEnd } from "./skat_end";

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
      {outcome && "dealt" in outcome && <SkatEnd outcome={outcome} store={store} />}
      {outcome && "text" in outcome && !seen?.schnapsen && <pre tabIndex={0}>{outcome.text}</pre>}
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
