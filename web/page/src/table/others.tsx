/** The other people at the table: notices about those who are not there, and phrases. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { muted } from "../settings";
import { t, together } from "../words";
import { seatNames } from "./parts";
import type { SeatStore } from "./seat";

const PHRASES = {
  PHRASE_HELLO: "sayHello",
  PHRASE_WELL_PLAYED: "sayWellPlayed",
  PHRASE_THANKS: "sayThanks",
  PHRASE_BAD_LUCK: "sayBadLuck",
  PHRASE_ONE_MOMENT: "sayOneMoment",
  PHRASE_GOODBYE: "sayGoodbye",
} as const;
const PAUSE_MS = 2000; // pause between two phrases; the server also permits bursts

/** Show notices about the table and its players, as an overlay, so that nothing on the page moves. */
export function Notices(props: { store: SeatStore }): JSX.Element {
  const { store } = props;
  const table = store.table.value;
  const names = table ? seatNames(table, store.place.value.seat) : [];
  return (
    <div class="notices" role="status">
      {!store.online.value && <p class="banner">{t("offline")}</p>}
      {!store.ended.value && !store.elsewhere.value && <Absent store={store} names={names} />}
      {store.said.value.map(({ seat, phrase }, k) => (
        <p key={k} class="banner said">
          {names[seat]}: {t(PHRASES[phrase as keyof typeof PHRASES])}
        </p>
      ))}
    </div>
  );
}

/** Ask how to continue without the players who have left or lost the connection. */
function Absent(props: { store: SeatStore; names: readonly string[] }): JSX.Element | null {
  const { store, names } = props;
  const seats = store.table.value?.seats ?? [];
  const mine = store.place.value.seat;
  const absent = seats.flatMap((seat, k) => ((seat.left || seat.lost) && !seat.away && k !== mine ? [k] : []));
  if (absent.length === 0) return null;
  const waiting = seats.flatMap((seat, k) =>
    seat.agent || seat.away || seat.agreed || absent.includes(k) || k === mine ? [] : [names[k] ?? ""],
  );
  const agreed = seats[mine]?.agreed;
  return (
    <div class="banner absent">
      {absent.map((k) => (
        <p key={k}>{t(seats[k]?.left ? "hasLeft" : "hasLost", { name: names[k] ?? "" })}</p>
      ))}
      {agreed && <p>{t("askedToo", { names: together(waiting) })}</p>}
      <div class="buttons">
        {!agreed && (
          <button type="button" class="primary" data-decide="agree" onClick={() => store.decide("agree")}>
            {t("letAgentPlay")}
          </button>
        )}
        <button type="button" data-decide="decline" onClick={() => store.decide("decline")}>
          {t("endTable")}
        </button>
      </div>
    </div>
  );
}

/** Offer a few phrases, at tables with other people. */
export function Phrases(props: { store: SeatStore }): JSX.Element | null {
  const { store } = props;
  const [pausing, pause] = useState(false);
  useEffect(() => {
    if (!pausing) return;
    const timer = setTimeout(() => pause(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pausing]);
  const say = (phrase: string) => {
    store.say(phrase);
    pause(true);
  };
  const mine = store.place.value.seat;
  const people = store.table.value?.seats.some((seat, k) => k !== mine && !seat.agent);
  if (!people || !(store.seen.value || store.watched.value)) return null;
  return (
    <details class="phrases">
      <summary>{t("phrases")}</summary>
      <div class="buttons">
        {Object.entries(PHRASES).map(([phrase, text]) => (
          <button key={phrase} type="button" data-say={phrase} disabled={pausing} onClick={() => say(phrase)}>
            {t(text)}
          </button>
        ))}
        <label>
          <input
            type="checkbox"
            checked={muted.value}
            onChange={(event) => {
              muted.value = event.currentTarget.checked;
            }}
          />{" "}
          {t("mutePhrases")}
        </label>
      </div>
    </details>
  );
}
