/** Where one begins: which game, against whom. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post } from "../api";
import { Face } from "../cards/face";
import { kept, language, opponent } from "../settings";
import type { AgentInfo, GameInfo, Place, Table } from "../types";
import { t } from "../words";
import { joinTable, newId, session, startSession } from "./session";

const CHOICES = [
  { name: "skat", game: "python_skat(claims=true)", players: 3, cards: ["CJ", "SJ", "HA", "DT"] },
  { name: "schnapsen", game: "python_schnapsen(match=true)", players: 2, cards: ["HK", "HQ", "SA", "CT"] },
] as const;
const STRONG = ["pimc", "rule"];
const other = kept<string>("otherGame", "");

export function Lobby(props: { games: readonly GameInfo[] }): JSX.Element {
  const [error, fail] = useState("");
  const [busy, work] = useState(false);
  const attempt = (task: () => Promise<void>) => {
    work(true);
    fail("");
    task()
      .then(() => {
        location.hash = "#/table";
      })
      .catch((problem: unknown) => fail(problem instanceof Error ? problem.message : String(problem)))
      .finally(() => work(false));
  };
  const known = (pack: string) => props.games.some((game) => game.pack === pack);
  return (
    <main class="lobby">
      <h1>{t("welcome")}</h1>
      <Opponent />
      {session.value?.place && (
        <p>
          <a class="button primary" href="#/table">
            {t("resume")}
          </a>
        </p>
      )}
      <div class="choices">
        {CHOICES.filter((choice) => known(choice.name)).map((choice) => (
          <button
            key={choice.name}
            type="button"
            class="choice"
            disabled={busy}
            data-game={choice.name}
            onClick={() =>
              attempt(() =>
                startSession(choice.game, choice.name, Array<string>(choice.players - 1).fill(opponent.value)),
              )
            }
          >
            <span class="fan" aria-hidden="true">
              {choice.cards.map((card) => (
                <span class="card" key={card}>
                  <Face card={card} language={language.value} />
                </span>
              ))}
            </span>
            <b>{t(choice.name)}</b>
            <span>{t(choice.name === "skat" ? "skatLine" : "schnapsenLine")}</span>
          </button>
        ))}
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      <OtherGames games={props.games} attempt={attempt} busy={busy} />
      <People games={props.games} attempt={attempt} busy={busy} />
    </main>
  );
}

function Opponent(): JSX.Element {
  const [agents, set] = useState<AgentInfo[]>([]);
  useEffect(() => {
    get<{ agents: AgentInfo[] }>("/api/agents").then(
      (found) => set(found.agents),
      () => undefined,
    );
  }, []);
  return (
    <div class="row">
      <label>
        {t("against")}{" "}
        <select value={STRONG.includes(opponent.value) ? opponent.value : "own"} onChange={(event) => {
          const value = event.currentTarget.value;
          opponent.value = value === "own" ? "pimc(worlds=40)" : value;
        }}>
          <option value="pimc">{t("strong")}</option>
          <option value="rule">{t("quick")}</option>
          <option value="own">{t("otherAgent")}</option>
        </select>
      </label>
      {!STRONG.includes(opponent.value) && (
        <label>
          {t("agent")}{" "}
          <input
            list="agents"
            value={opponent.value}
            spellcheck={false}
            onChange={(event) => {
              opponent.value = event.currentTarget.value.trim() || "pimc";
            }}
          />
          <datalist id="agents">
            {agents.map((agent) => (
              <option key={agent.name} value={agent.name}>
                {agent.summary}
              </option>
            ))}
          </datalist>
        </label>
      )}
    </div>
  );
}

interface Part {
  games: readonly GameInfo[];
  attempt: (task: () => Promise<void>) => void;
  busy: boolean;
}

function OtherGames(props: Part): JSX.Element {
  const games = props.games.filter((game) => game.pack === "");
  const chosen = games.find((game) => game.name === other.value) ?? games[0];
  return (
    <details class="box">
      <summary>{t("otherGames")}</summary>
      <div class="row">
        <label>
          {t("game")}{" "}
          <select
            value={chosen?.name}
            onChange={(event) => {
              other.value = event.currentTarget.value;
            }}
          >
            {games.map((game) => (
              <option key={game.name}>{game.name}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={!chosen || props.busy}
          data-game="other"
          onClick={() =>
            chosen &&
            props.attempt(() => startSession(chosen.name, "", Array<string>(chosen.seats - 1).fill("random")))
          }
        >
          {t("play")}
        </button>
      </div>
    </details>
  );
}

/** Tables with people: making one with open seats, and those where one is open. */
function People(props: Part): JSX.Element {
  const [tables, show] = useState<Table[]>([]);
  const [people, choose] = useState(1);
  const renew = () => {
    get<{ tables: Table[] }>("/api/tables").then(
      (found) => show(found.tables),
      () => undefined,
    );
  };
  useEffect(renew, []);
  const packOf = (game: string) => props.games.find((known) => game.startsWith(known.name))?.pack ?? "";
  const make = (choice: (typeof CHOICES)[number]) =>
    props.attempt(async () => {
      const seats = Array.from({ length: choice.players }, (_, seat) =>
        seat === 0 ? "private" : seat <= people ? "open" : opponent.value,
      );
      const deals = choice.name === "skat" ? 12 : 1;
      const place = await post<Place>("/api/tables", { game: choice.game, seats, deals });
      session.value = {
        id: newId(),
        game: choice.game,
        pack: choice.name,
        opponents: [],
        players: choice.players,
        round: 0,
        results: [],
        counted: [],
        place,
      };
    });
  return (
    <details class="box">
      <summary>{t("withPeople")}</summary>
      <div class="row">
        <label>
          {t("openSeats")}{" "}
          <select value={people} onChange={(event) => choose(Number(event.currentTarget.value))}>
            <option value={1}>1</option>
            <option value={2}>2</option>
          </select>
        </label>
        {CHOICES.map((choice) => (
          <button key={choice.name} type="button" disabled={props.busy} data-make={choice.name} onClick={() => make(choice)}>
            {t("makeTable", { game: t(choice.name) })}
          </button>
        ))}
      </div>
      <div class="row">
        <h2>{t("openTables")}</h2>
        <button type="button" onClick={renew}>
          {t("renew")}
        </button>
      </div>
      <ul class="tables">
        {tables.map((table) => (
          <li key={table.table_id}>
            <code>{table.game}</code> · {table.seats.map((seat) => seat.agent || (seat.taken ? "●" : "○")).join(" ")}
            <button
              type="button"
              data-join={table.table_id}
              onClick={() =>
                props.attempt(() =>
                  joinTable(table.table_id, table.game, packOf(table.game), table.seats.length),
                )
              }
            >
              {t("sitDown")}
            </button>
            <a href={`#/watch/${table.table_id}`}>{t("watch")}</a>
          </li>
        ))}
        {tables.length === 0 && <li>{t("noTables")}</li>}
      </ul>
    </details>
  );
}
