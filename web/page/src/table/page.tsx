/** The table: the game, the list beside it, and the end of a deal. */
import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { asError } from "../api";
import { count, dismiss, leave, moveTo, nextDeal, session, tableBegun, tableOver, type Session } from "../lobby/session";
import { GoBack } from "../lobby/go_back";
import { AskToLeave } from "../lobby/tables";
import { Problem } from "../problem";
import { t } from "../words";
import { tableName } from "../words/games";
import { Invitation, linkTo } from "../people/invitation";
import { takeLock, whenFree } from "./holding";
import { Hotkeys } from "./keys";
import { List } from "./list";
import { Notices, Phrases } from "./others";
import { DealOver, TableOver } from "./over";
import { seatNames } from "./parts";
import { PlainTable } from "./plain";
import { SchnapsenTable } from "./schnapsen";
import { SeatStore } from "./seat";
import { SittingOut } from "./sitting_out";
import { SkatTable } from "./skat";

export function TablePage(): JSX.Element {
  const now = session.value;
  if (!now?.place) {
    return (
      <main class="lobby">
        <p>{t("noGame")}</p>
        <GoBack />
        <a class="button" href="#/">
          {t("toLobby")}
        </a>
      </main>
    );
  }
  return <Playing key={`${now.id}-${now.round}`} session={now} />;
}

function Playing(props: { session: Session }): JSX.Element {
  const { session: now } = props;
  // A round of a session has one store, which goes on at another table after undo.
  const store = useMemo(
    () =>
      new SeatStore(now.place ?? { table_id: "", seat: 0, token: "" }, !now.pack, moveTo, now.dismissed ?? 0, dismiss),
    [],
  );
  useEffect(() => () => store.close(), [store]);
  useEffect(takeLock, [store]);
  useEffect(() => scrollTo(0, 0), []);
  const [error, fail] = useState<Error | string>("");
  const results = store.results.value;
  useEffect(() => {
    for (const result of results) count(store.place.value.table_id, result);
  }, [results]);
  const keys = useKeys(store);
  const begun = store.seen.value !== null || store.watched.value !== null;
  useEffect(() => {
    if (begun) tableBegun(store.place.value.table_id);
  }, [begun]);
  const ended = store.ended.value;
  useEffect(() => {
    if (ended) tableOver(store.place.value.table_id);
  }, [ended]);
  const busy = useRef(false);
  const next = () => {
    if (store.held.value) return store.nextDeal();
    if (busy.current) return; // a double click would skip a deal
    busy.current = true;
    nextDeal()
      .catch((problem: unknown) => fail(asError(problem)))
      .finally(() => {
        busy.current = false;
      });
  };
  const Game = { skat: SkatTable, schnapsen: SchnapsenTable }[now.pack] ?? PlainTable;
  const Table = store.watched.value ? SittingOut : Game;
  const skip = useCallback(() => store.caughtUp.value || store.showNextStep(), [store]);
  const list = <List session={now} store={store} />;
  const why = ended && ended !== "TABLE_END_REASON_FINISHED" ? endText(store) : "";
  const end =
    store.over.value && store.caughtUp.value ? (
      <DealOver store={store} why={why} practice={now.opponents.length > 0 || store.held.value} onNext={next} />
    ) : why ? (
      <TableOver why={why} />
    ) : null;
  return (
    <main class="playing" onKeyDown={() => keys(true)} onPointerDown={() => keys(false)}>
      {store.elsewhere.value && <Elsewhere />}
      <Notices store={store} />
      {store.refused.value && <Problem problem={store.refused.value} />}
      {error && <Problem problem={error} />}
      {begun ? <Table store={store} list={list} end={end} /> : !ended && <Waiting store={store} invitation={now.invitation ?? ""} />}
      {why && !begun && <TableOver why={why} />}
      {!begun && list}
      <div class="row">
        {(!ended || now.opponents.length > 0) && !store.elsewhere.value && begun && <Leave />}
        {!ended && <Phrases store={store} />}
        <Hotkeys onSkip={skip} />
      </div>
      <p>
        <a href={`#/bot/${store.place.value.table_id}`} target="_blank">
          {t("botPage")}
        </a>
      </p>
    </main>
  );
}

/** Focus the next choice for a person who plays by keys, since the previous button is gone. */
function useKeys(store: SeatStore): (by: boolean) => void {
  const byKeys = useRef(false);
  const { record, recording, caughtUp, paused, turn } = store;
  useEffect(() => {
    const focused = document.activeElement;
    if (!byKeys.current || (focused !== document.body && focused?.id !== "deal-result")) return;
    const next = document.querySelector<HTMLElement>(".over .next, .panel .primary, .mine button.card");
    next?.focus({ preventScroll: true });
  }, [record.value, recording.value, caughtUp.value, paused.value, turn.value]);
  return (by) => {
    byKeys.current = by;
  };
}

/** Return the reason why the table ended early. */
function endText(store: SeatStore): string {
  const reason = store.ended.value;
  if (reason.endsWith("IDLE")) return t("tableIdle");
  if (!reason.endsWith("RESIGNED")) return t("tableOver");
  const table = store.table.value;
  const { seat: mine } = store.place.value;
  const by = store.endedBy.value ?? mine;
  if (by === mine || !table) return t("youLeft");
  return t("tableResigned", { name: seatNames(table, mine)[by] ?? "" });
}

function Waiting(props: { store: SeatStore; invitation: string }): JSX.Element {
  const table = props.store.table.value;
  const { invitation } = props;
  return (
    <section class="felt waiting" role="status">
      <p>{table ? t("waitingPeople", { game: tableName(table) }) : t("connecting")}</p>
      {invitation && <p>{t("invitation")} <code class="invitation">{invitation}</code></p>}
      {table && (invitation || !table.unlisted) && <Invitation link={linkTo(table.table_id, invitation)} />}
      {table && (
        <button type="button" onClick={() => void leave()}>
          {t("cancel")}
        </button>
      )}
    </section>
  );
}

/**
 * Wait until the other tab is closed or the person continues here. Then reload the page, as the
 * session may have changed.
 */
function Elsewhere(): JSX.Element {
  const goOn = () => location.reload();
  useEffect(() => whenFree(goOn), []);
  return (
    <div class="banner elsewhere" role="alert">
      <p>{t("openElsewhere")}</p>
      <button type="button" class="primary" onClick={goOn}>
        {t("continueHere")}
      </button>
    </div>
  );
}

function Leave(): JSX.Element {
  const [asked, ask] = useState(false);
  return (
    <>
      <button type="button" onClick={() => ask(true)}>
        {t("leaveTable")}
      </button>
      {asked && <AskToLeave onYes={() => void leave()} onNo={() => ask(false)} />}
    </>
  );
}
