/** The list of scores as Skat clubs keep it: on the screen, on paper, as CSV and JSON. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { ask } from "../board/store";
import { session } from "../lobby/session";
import type { ListSeries, ScoreList } from "../types";
import { t, type Key } from "../words";
import { declarationName, PERSON } from "../words/cards";
import { agentName } from "../words/names";
import { number, signed } from "../words/numbers";

/** Show the list of the deals that were played in this session. */
export function ListPage(): JSX.Element {
  const records = session.value?.records ?? [];
  return (
    <main class="lists">
      <h1>{t("skatList")}</h1>
      {records.length > 0 ? <ScoreSheet records={records} practice={(session.value?.opponents.length ?? 0) > 0} /> : <p>{t("noList")}</p>}
      <p class="buttons">
        <a class="button" href="#/table">
          {t("table")}
        </a>
      </p>
    </main>
  );
}

/** Show the list of some records; at a practice table agents have the names that the table shows. */
export function ScoreSheet(props: { records: readonly string[]; practice?: boolean }): JSX.Element | null {
  const [list, show] = useState<ScoreList | null>(null);
  const [error, fail] = useState("");
  const text = props.records.join("\n");
  useEffect(() => {
    ask("skat", "list", { text }).then(
      (found) => {
        show(found);
        fail("");
      },
      (problem: unknown) => fail(asError(problem).message),
    );
  }, [text]);
  if (error) return <p class="note">{error}</p>;
  if (!list) return null;
  return (
    <section class="box scoresheet" aria-labelledby="skat-list">
      <h2 id="skat-list">{t("skatList")}</h2>
      {list.series.map((series, k) => (
        <SeriesTable key={k} names={namesIn(series, props.practice ?? false)} series={series} number={k + 1} />
      ))}
      <p class="note">{t("listHelp", { each: list.series[0]?.standings.length === 4 ? 30 : 40 })}</p>
      <div class="buttons">
        <Download name="skat.csv" type="text/csv" text={list.csv} label="CSV" />
        <Download name="skat.json" type="application/json" text={JSON.stringify(list.series, null, 1)} label="JSON" />
        <button type="button" onClick={() => print()}>
          {t("print")}
        </button>
      </div>
    </section>
  );
}

function Download(props: { name: string; type: string; text: string; label: string }): JSX.Element {
  const address = `data:${props.type};charset=utf-8,${encodeURIComponent(props.text)}`;
  return (
    <a class="button" href={address} download={props.name}>
      {props.label}
    </a>
  );
}

function namesIn({ standings }: ListSeries, practice: boolean): string[] {
  const me = standings.findIndex((each) => each.name === PERSON);
  return standings.map(({ name }, player) => {
    if (player === me) return t("you");
    return practice && me >= 0 ? agentName((player - me + standings.length) % standings.length) : name;
  });
}

const SUMS: [Key, "points" | "won" | "lost" | "own" | "others" | "total"][] = [
  ["gamePointsSum", "points"],
  ["gamesWon", "won"],
  ["gamesLost", "lost"],
  ["ownGames", "own"],
  ["othersLost", "others"],
  ["sum", "total"],
];

/** Show a series: a line for each deal, with the running total of the soloist in their column. */
function SeriesTable(props: { series: ListSeries; names: readonly string[]; number: number }): JSX.Element {
  const { lines, standings } = props.series;
  const four = standings.length === 4;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("seriesNumber", { number: props.number })}>
      <table class="texts">
        <caption>{t("seriesNumber", { number: props.number })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("deal")}</th>
            <th scope="col" class="text">{t("contract")}</th>
            <th scope="col" class="text">{t("matadors")}</th>
            <th scope="col">{t("bid")}</th>
            <th scope="col">{t("points")}</th>
            {props.names.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number}>
              <th scope="row">{line.number}</th>
              <td class="text">{line.player === null ? t(line.contract ? "stoppedByPenalty" : "passedIn") : declarationName(line.contract)}</td>
              <td class="text">
                {line.matadors !== 0 && t(line.matadors > 0 ? "withMatadors" : "withoutMatadors", { count: Math.abs(line.matadors) })}
              </td>
              <td>{line.player !== null && (line.bid || "–")}</td>
              <td>{line.player !== null && signed(line.value)}</td>
              {standings.map((each, player) => (
                <td key={each.name}>{line.player === player ? number(line.total) : four && line.dealer === player ? t("dealer") : ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {SUMS.map(([key, field]) => (
            <tr key={key}>
              <th scope="row" colSpan={5}>
                {t(key)}
              </th>
              {standings.map((each) => (
                <td key={each.name}>{number(each[field])}</td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}
