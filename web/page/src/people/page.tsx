/** Playing with people: tables with open seats, invitations, ratings. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api";
import { parseGame } from "../game_string";
import { bockAt, CHOICES, ClubRules, gameOf, playersOf } from "../lobby/choices";
import { GoBack } from "../lobby/go_back";
import { byInvitation, enter, joinTable, openTable, session } from "../lobby/session";
import { useTableEntry } from "../lobby/tables";
import { four, opponent } from "../settings";
import { seatNames } from "../table/parts";
import type { GameInfo, Table, Tables } from "../types";
import { t } from "../words";
import { tableName } from "../words/games";
import { YourName } from "./account";
import { RatingTables } from "./ratings";

const RENEWED_MS = 3000;
/** The choices of the number of deals at a table of Skat; clubs play series of 36 or 48. */
const DEALS = [12, 24, 36, 48] as const;

function packOf(games: readonly GameInfo[], game: string): string {
  return games.find((known) => parseGame(game).name === known.name)?.pack ?? "";
}

/** Show the page to which the link of an invitation leads. */
export function JoinPage(props: { link: string; games: readonly GameInfo[] }): JSX.Element {
  const { attempt, busy, notices } = useTableEntry();
  const join = () => enter(props.link, (game) => packOf(props.games, game));
  return (
    <main class="people">
      <h1>{t("youAreInvited")}</h1>
      {notices}
      <p>
        <button type="button" class="primary" disabled={busy} onClick={() => attempt(join)}>
          {t("sitDown")}
        </button>
      </p>
      <YourName />
    </main>
  );
}

export function PeoplePage(props: { games: readonly GameInfo[] }): JSX.Element {
  const { attempt, busy, notices } = useTableEntry();
  const pack = (game: string) => packOf(props.games, game);
  return (
    <main class="people">
      <h1>{t("people")}</h1>
      {session.value?.place && (
        <p>
          <a class="button" href="#/table">
            {t("resume")}
          </a>
        </p>
      )}
      <GoBack />
      {notices}
      <YourName />
      <OpenTables attempt={attempt} busy={busy} packOf={pack} />
      <Invited attempt={attempt} busy={busy} packOf={pack} />
      <NewTable games={props.games} attempt={attempt} busy={busy} />
      <RatingTables />
    </main>
  );
}

interface Part {
  attempt: (task: () => Promise<void>) => void;
  busy: boolean;
  packOf: (game: string) => string;
}

/** Create a table with open seats, listed or by invitation. */
function NewTable(props: Omit<Part, "packOf"> & { games: readonly GameInfo[] }): JSX.Element {
  const [chosen, choose] = useState(1);
  const people = Math.min(chosen, four.value ? 3 : 2);
  const [hidden, hide] = useState(false);
  const [deals, play] = useState<number>(DEALS[0]);
  const known = CHOICES.filter((choice) => props.games.some((game) => game.pack === choice.name));
  const make = (choice: (typeof CHOICES)[number]) => {
    const seats = Array.from({ length: playersOf(choice) }, (_, seat) =>
      seat === 0 ? "private" : seat <= people ? "open" : opponent.value,
    );
    const count = choice.name === "skat" ? deals : 1;
    props.attempt(() => openTable(gameOf(choice), choice.name, seats, count, hidden, bockAt(choice)));
  };
  return (
    <section class="box" aria-labelledby="new-table">
      <h2 id="new-table">{t("newTable")}</h2>
      <ClubRules />
      <div class="row">
        <label>
          {t("openSeats")}{" "}
          <select value={people} onChange={(event) => choose(Number(event.currentTarget.value))}>
            <option value={1}>1</option>
            <option value={2}>2</option>
            {four.value && <option value={3}>3</option>}
          </select>
        </label>
        <label>
          {t("dealsOfSkat")}{" "}
          <select value={deals} onChange={(event) => play(Number(event.currentTarget.value))}>
            {DEALS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={hidden} onChange={(event) => hide(event.currentTarget.checked)} />{" "}
          {t("byInvitation")}
        </label>
        {known.map((choice) => (
          <button key={choice.name} type="button" disabled={props.busy} data-make={choice.name} onClick={() => make(choice)}>
            {t("makeTable", { game: t(choice.name) })}
          </button>
        ))}
      </div>
    </section>
  );
}

function Invited(props: Part): JSX.Element {
  const [code, type] = useState("");
  return (
    <section class="box" aria-labelledby="invited">
      <h2 id="invited">{t("invited")}</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          props.attempt(() => byInvitation(code.trim(), props.packOf));
        }}
      >
        <label>
          {t("invitation")}{" "}
          <input
            value={code}
            placeholder="7QKM-04ZD-X9PA"
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => type(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={props.busy || !code.trim()}>
          {t("sitDown")}
        </button>
      </form>
    </section>
  );
}

function OpenTables(props: Part): JSX.Element {
  const [tables, show] = useState<Table[]>([]);
  const renew = () => {
    get<Tables>("api/tables").then(
      (found) => show(found.tables),
      () => undefined,
    );
  };
  useEffect(() => {
    renew();
    const timer = setInterval(() => document.hidden || renew(), RENEWED_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, []);
  return (
    <section class="box" aria-labelledby="open-tables">
      <h2 id="open-tables">{t("openTables")}</h2>
      <ul class="tables">
        {tables.map((table) => (
          <li key={table.table_id}>
            {tableName(table)}
            {table.deals > 1 && ` · ${t("dealsAhead", { count: table.deals })}`} · {seatNames(table, -1).join(", ")}
            <button
              type="button"
              disabled={props.busy}
              data-join={table.table_id}
              onClick={() => props.attempt(() => joinTable(table.table_id, props.packOf))}
            >
              {t("sitDown")}
            </button>
            <a href={`#/watch/${table.table_id}`}>{t("watch")}</a>
          </li>
        ))}
        {tables.length === 0 && <li>{t("noTables")}</li>}
      </ul>
    </section>
  );
}
