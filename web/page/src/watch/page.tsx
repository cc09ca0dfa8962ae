/** A table as onlookers see it: live what everybody knows, or each deal after its end. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Socket } from "../api";
import { Lying } from "../cards/hand";
import { isCard } from "../table/steps";
import type { Move, TableEvent } from "../types";
import { t } from "../words";
import { moveName } from "../words/cards";

interface Deal {
  number: number;
  moves: Move[];
  returns: number[] | null;
}

/** Deals with an event told; the same list where it tells nothing new. */
function withEvent(deals: readonly Deal[], event: TableEvent): readonly Deal[] {
  const last = deals.at(-1);
  if (event.deal_started) return [...deals, { number: event.deal_started.deal, moves: [], returns: null }];
  if (!last) return deals;
  const rest = deals.slice(0, -1);
  if (event.moved) return [...rest, { ...last, moves: [...last.moves, event.moved.move] }];
  if (event.deal_ended) return [...rest, { ...last, returns: event.deal_ended.returns }];
  return deals;
}

export function WatchPage(props: { table: string }): JSX.Element {
  const [table, choose] = useState(props.table);
  const [typed, type] = useState(props.table);
  const [delayed, delay] = useState(false);
  return (
    <main class="watch">
      <h1>{t("watch")}</h1>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          choose(typed.trim());
        }}
      >
        <label>
          {t("tableName")} <input value={typed} spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <label>
          <input type="checkbox" checked={delayed} onChange={(event) => delay(event.currentTarget.checked)} /> {t("delayed")}
        </label>
        <button type="submit" class="primary">
          {t("watch")}
        </button>
      </form>
      {table && <Watching key={`${table}-${delayed}`} table={table} delayed={delayed} />}
    </main>
  );
}

function Watching(props: { table: string; delayed: boolean }): JSX.Element {
  const [deals, tell] = useState<readonly Deal[]>([]);
  const [error, fail] = useState("");
  const [over, end] = useState(false);
  useEffect(() => {
    const socket = new Socket(
      "/api/watch",
      { table: props.table, delayed: props.delayed },
      (message) => {
        if (message["error"]) {
          fail(String(message["error"]));
          socket.close();
        }
        const event = message["event"] as TableEvent | undefined;
        if (!event) return;
        if (event.table_ended) {
          end(true);
          socket.close();
        }
        tell((before) => withEvent(before, event));
      },
      (open) => open && tell([]),
    );
    return () => socket.close();
  }, []);
  return (
    <>
      {error && <p class="error" role="alert">{error}</p>}
      {over && <p role="status">{t("tableOver")}</p>}
      {deals.length === 0 && !error && <p role="status">{t("nothingYet")}</p>}
      {[...deals].reverse().map((deal, k) => (
        <details class="box watched" key={deal.number} open={k === 0}>
          <summary>
            {t("deal")} {deal.number + 1}
            {deal.returns && `: ${deal.returns.join(" / ")}`}
          </summary>
          <ol class="flow">
            {deal.moves.map((move, n) => (
              <li key={n}>
                <small>{move.seat + 1}</small>
                {isCard(move.name) ? <Lying card={move.name} /> : <span class="bubble">{moveName(move.name)}</span>}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}
