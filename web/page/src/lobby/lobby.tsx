/** The first page: the choice of a game and of opponents. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api";
import { Face } from "../cards/face";
import { countDeals } from "../history/store";
import { four, language, opponent, stored } from "../settings";
import type { AgentInfo, Agents, GameInfo } from "../types";
import { t } from "../words";
import { gameName } from "../words/games";
import { bockAt, CHOICES, ClubRules, gameOf, playersOf } from "./choices";
import { GoBack } from "./go_back";
import { session, shelved, startSession } from "./session";
import { useTableEntry } from "./tables";

/** The opponents by strength: the spec of each agent, and the key of its label. */
const STRENGTHS = [
  ["rule", "weak"],
  ["pimc(worlds=20)", "middling"],
  ["vorhand", "strong"],
] as const;
const other = stored<string>("otherGame", "");

export function Lobby(props: { games: readonly GameInfo[] }): JSX.Element {
  const { attempt, busy, notices } = useTableEntry();
  const known = (pack: string) => props.games.some((game) => game.pack === pack);
  return (
    <main class="lobby">
      <h1>{t("welcome")}</h1>
      <Opponent />
      <ClubRules />
      {session.value?.place && (
        <p>
          <a class="button primary" href="#/table">
            {t("resume")}
          </a>
        </p>
      )}
      <GoBack />
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
                startSession(
                  gameOf(choice),
                  choice.name,
                  Array<string>(playersOf(choice) - 1).fill(opponent.value),
                  bockAt(choice),
                ),
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
            <span>{t(choice.name === "skat" ? (four.value ? "skatLineFour" : "skatLine") : "schnapsenLine")}</span>
          </button>
        ))}
      </div>
      {notices}
      <p class="row">
        <History />
        {shelved.value.length > 0 && (
          <a class="button" href="#/list">
            {t("listCount", { count: shelved.value.length })}
          </a>
        )}
      </p>
      <p class="row">
        {t("puzzles")}:
        {CHOICES.filter((choice) => known(choice.name)).map((choice) => (
          <a key={choice.name} class="button" href={`#/puzzles/${choice.name}`}>
            {t(choice.name)}
          </a>
        ))}
      </p>
      <OtherGames games={props.games} attempt={attempt} busy={busy} />
      <p>
        <a href="#/people">{t("withPeople")}</a>
      </p>
    </main>
  );
}

/** Link to the deals that were played on this page. */
function History(): JSX.Element {
  const [deals, count] = useState(0);
  useEffect(() => {
    countDeals().then(count, () => undefined);
  }, []);
  return (
    <a class="button" href="#/history">
      {t("historyCount", { count: deals })}
    </a>
  );
}

function Opponent(): JSX.Element {
  const [agents, set] = useState<AgentInfo[]>([]);
  useEffect(() => {
    get<Agents>("api/agents").then(
      (found) => set(found.agents),
      () => undefined,
    );
  }, []);
  const listed = STRENGTHS.some(([agent]) => agent === opponent.value);
  return (
    <div class="row">
      <label>
        {t("against")}{" "}
        <select value={listed ? opponent.value : "own"} onChange={(event) => {
          const value = event.currentTarget.value;
          opponent.value = value === "own" ? "pimc(worlds=40)" : value;
        }}>
          {STRENGTHS.map(([agent, name]) => (
            <option key={agent} value={agent}>
              {t(name)}
            </option>
          ))}
          <option value="own">{t("otherAgent")}</option>
        </select>
      </label>
      {!listed && (
        <label>
          {t("agent")}{" "}
          <input
            list="agents"
            value={opponent.value}
            spellcheck={false}
            onChange={(event) => {
              opponent.value = event.currentTarget.value.trim() || "vorhand";
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
              <option key={game.name} value={game.name}>
                {gameName(game.name)}
              </option>
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
