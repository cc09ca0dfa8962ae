/** The end of a deal: the result, all cards, and the next choices. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { session } from "../lobby/session";
import { t } from "../words";
import { signed } from "../words/numbers";
import { Undo } from "./parts";
import { SchnapsenEnd } from "./schnapsen_end";
import type { SeatStore } from "./seat";
import { headline, SkatEnd } from "./skat_end";

/** Show why a table ended early. */
function Why(props: { why: string }): JSX.Element {
  return (
    <p class="banner" role="status">
      {props.why} <a href="#/">{t("toLobby")}</a>
    </p>
  );
}

/** Show that the table ended early, without the result of a deal. */
export function TableOver(props: { why: string }): JSX.Element {
  return (
    <section class="over" aria-label={t("tableOver")}>
      <Why why={props.why} />
    </section>
  );
}

export function DealOver(props: {
  store: SeatStore;
  /** The reason why the table ended early; empty if it did not. */
  why: string;
  practice: boolean;
  onNext: () => void;
}): JSX.Element {
  const { store } = props;
  const result = store.results.value.at(-1);
  const mine = result?.returns[store.place.value.seat] ?? 0;
  const outcome = store.record.value?.outcome;
  const record = store.record.value?.record;
  const now = session.value;
  const seen = store.seen.value;
  const match = Boolean(seen?.schnapsen?.is_match);
  const skat = outcome && "held" in outcome ? outcome : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The card or button that had the focus is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section class="over" aria-label={t(match ? "matchOver" : "dealOver")}>
      {props.why && <Why why={props.why} />}
      {!props.why && !props.practice && store.ended.value && (
        <p class="banner" role="status">
          {t("seriesOver")} <a href="#/people">{t("anotherTable")}</a>{" "}
          {/* The list is complete once the record is kept. */}
          {now?.pack === "skat" && !store.recording.value && <a href="#/list">{t("skatList")}</a>}
        </p>
      )}
      <div class="head">
        <div role="status">
          <h2 id="deal-result" ref={heading} tabIndex={-1}>
            {skat ? headline(skat, store, mine) : t(match ? "matchOver" : "dealOver")}
          </h2>
        </div>
        {props.practice && (
          <button
            type="button"
            class="primary next"
            aria-describedby="deal-result"
            disabled={store.recording.value}
            onClick={props.onNext}
          >
            {t(match ? "nextMatch" : "nextDeal")}
          </button>
        )}
      </div>
      {!match && <p class="score">{t("yourScore", { score: signed(mine) })}</p>}
      {seen?.schnapsen && <SchnapsenEnd view={seen.schnapsen} me={seen.seat} won={mine > 0} />}
      {skat && <SkatEnd outcome={skat} store={store} />}
      {outcome && "text" in outcome && !seen?.schnapsen && <pre tabIndex={0}>{outcome.text}</pre>}
      <div class="buttons">
        {store.undoable.value && <Undo store={store} />}
        {record && (record.startsWith("(;") || now?.pack) && (
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
