/** The list of scores as Skat clubs keep it: on the screen, on paper, as CSV and JSON. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, asError } from "../api";
import { ask } from "../board/store";
import type { Session } from "../lobby/session";
import { Problem } from "../problem";
import type { ListLine, ListSeries, ScoreList } from "../types";
import { t, type Key } from "../words";
import { declarationName, PERSON } from "../words/cards";
import { numbered } from "../words/names";
import { number, signed } from "../words/numbers";
import { BAD_REQUEST } from "./unreadable";

/** A deal in a file or session. */
export interface Deal {
  record: string;
  /** Names to show, since the record gives all people the same name; the fourth is the dealer who sits out. */
  players?: string[];
}

/** Return the deals of a session, with the names that its table shows. */
export function dealsOf({ records = [], names = [], players }: Session): Deal[] {
  const shown = numbered([t("you"), ...names], 0);
  return records.map(({ record, first }) => ({
    record,
    players: Array.from({ length: players }, (_, player) => shown[(first + player) % players] ?? ""),
  }));
}

/** Show the list of some deals; `titled`: the page has its title already. */
export function ScoreSheet(props: { deals: readonly Deal[]; titled?: boolean }): JSX.Element | null {
  const [list, show] = useState<ScoreList | null>(null);
  const [error, fail] = useState<Error | string>("");
  const text = props.deals.map(({ record }) => record).join("\n");
  const players = props.deals.flatMap((deal) => (deal.players ? [deal.players] : []));
  useEffect(() => {
    ask("skat", "list", { text, players }).then(
      (found) => {
        show(found);
        fail("");
      },
      (problem: unknown) => fail(problem instanceof ApiError && problem.status === BAD_REQUEST ? t("notOneTable") : asError(problem)),
    );
  }, [text, players.join()]);
  if (error instanceof Error) return <Problem problem={error} />;
  if (error) return <p class="note">{error}</p>;
  if (!list) return null;
  return (
    <section class="box scoresheet" aria-label={t("skatList")}>
      {!props.titled && <h2>{t("skatList")}</h2>}
      {list.series.map((series, k) => (
        <SeriesTable key={k} names={series.standings.map(({ name }) => (name === PERSON ? t("you") : name))} series={series} number={k + 1} />
      ))}
      {list.unfinished > 0 && <p class="note">{t(list.unfinished === 1 ? "oneUnfinished" : "someUnfinished", { count: list.unfinished })}</p>}
      {list.series.length > 0 && <Downloads list={list} />}
    </section>
  );
}

function Downloads(props: { list: ScoreList }): JSX.Element {
  const { list } = props;
  return (
    <>
      <p class="note">{t("listHelp", { each: list.series[0]?.standings.length === 4 ? 30 : 40 })}</p>
      <div class="buttons">
        {/* Excel reads UTF-8 only if the file begins with a byte order mark. */}
        <Download name="skat.csv" type="text/csv" text={`\ufeff${list.csv}`} label="CSV" />
        <Download name="skat.json" type="application/json" text={JSON.stringify(list.series, null, 1)} label="JSON" />
        <button type="button" onClick={() => print()}>
          {t("print")}
        </button>
      </div>
    </>
  );
}

/** Offer a text as a file. */
export function Download(props: { name: string; type: string; text: string; label: string }): JSX.Element {
  const address = `data:${props.type};charset=utf-8,${encodeURIComponent(props.text)}`;
  return (
    <a class="button" href={address} download={props.name}>
      {props.label}
    </a>
  );
}

const SUMS: [Key, "points" | "won" | "lost" | "own" | "others" | "total"][] = [
  ["gamePointsSum", "points"],
  ["gamesWon", "won"],
  ["gamesLost", "lost"],
  ["ownGames", "own"],
  ["othersLost", "others"],
  ["sum", "total"],
];

/** Return the contract of a line in words, or why there is none. */
function contractOf(line: ListLine): string {
  if (line.contract === "ramsch") return t("ramsch");
  if (line.player === null) return t(line.contract ? "stoppedByPenalty" : "passed");
  return declarationName(line.contract);
}

/** Show the lines of a series, each with the running total of its player in their column. */
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
          {lines.map((line, k) => (
            <tr key={k}>
              <th scope="row">{line.number}</th>
              <td class="text">
                {contractOf(line)}
                {line.multiplier > 1 && ` · ${t(line.multiplier > 2 ? "kontraAndRe" : "kontra")}`}
                {line.bock && ` · ${t("bock")}`}
              </td>
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
