/** Reviews of played deals: of one deal with its curve, or of a file as a sortable list. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Pack } from "../board/store";
import { asError } from "../api";
import { parseGame } from "../game_string";
import { Problem } from "../problem";
import { t } from "../words";
import { DealList, type Listed } from "./list";
import { OneMatch, pairOf, sum } from "./schnapsen";
import { namesOf } from "./names";
import { gameOf, isPassedIn, requestReview, OneDeal, resultOf } from "./skat";
import { ScoreSheet } from "./score_list";
import { UnreadLines, type UnreadLine } from "./unreadable";

const RECORD = /^(\(|\{|\d+ \d+ [01] \d+:\d+ )/;

interface Line {
  /** The number in the file, from 1. */
  at: number;
  text: string;
}

/** Return the lines of a text that are neither blank nor comments, as the server does. */
function linesOf(whole: string): Line[] {
  return whole
    .split(/\r\n|\r|\n/)
    .map((line, k) => ({ at: k + 1, text: line.replace(/^[ \t\v\f\ufeff]+|[ \t\v\f\ufeff]+$/g, "") }))
    .filter(({ text }) => text && !text.startsWith("#"));
}

/** Return the pack of the game in a record. */
function packOf(line: string): Pack {
  return /^\d/.test(line) || parseGame(gameIn(line)).name === "python_schnapsen" ? "schnapsen" : "skat";
}

/** Return the game string in a line of a log; empty if it has none. */
function gameIn(line: string): string {
  try {
    const { game } = JSON.parse(line) as { game?: unknown };
    return typeof game === "string" ? game : "";
  } catch {
    return "";
  }
}

async function listed(line: string, number: number, choose: () => void): Promise<Listed> {
  if (packOf(line) === "skat") {
    const review = await requestReview(line);
    const about = isPassedIn(review) ? "–" : gameOf(review);
    const players = namesOf(review.players).join(", ");
    return { number, cost: sum(review.cost), turned: sum(review.turned), about, players, result: resultOf(review), line, choose };
  }
  const review = await ask("schnapsen", "review", { text: line, brief: true });
  const of = (which: "cost" | "turned") => sum(review.deals.map((deal) => sum(deal[which])));
  const ended = review.deals.at(-1)?.winner ?? null;
  const names = pairOf(review.players);
  const result = ended === null ? t("notFinished") : t("wonBy", { name: names[ended] ?? "" });
  return { number, cost: of("cost"), turned: of("turned"), about: t("schnapsen"), players: names.join(", "), result, line, choose };
}

export function ReviewPage(props: { record: string }): JSX.Element {
  const [text, type] = useState("");
  const [deals, list] = useState<Listed[]>([]);
  const [chosen, choose] = useState("");
  const [left, count] = useState(0);
  const [picked, pick] = useState(0);
  const [skat, listSkat] = useState<readonly { record: string }[]>([]);
  const [unread, miss] = useState<readonly UnreadLine[]>([]);
  const shown = useRef<HTMLDivElement>(null);
  const [error, fail] = useState<Error | string>("");
  const [file, name] = useState("");
  const run = useRef(0);
  useEffect(() => choose(props.record), [props.record]);

  const start = (whole: string) => {
    const all = linesOf(whole);
    const lines = all.some(({ text }) => RECORD.test(text)) ? all : [];
    fail(lines.length === 0 ? t("noDeals") : "");
    const mine = ++run.current;
    list([]);
    listSkat(lines.filter(({ text }) => packOf(text) === "skat").map(({ text }) => ({ record: text })));
    miss([]);
    pick(0);
    choose(lines.length === 1 ? (lines[0]?.text ?? "") : "");
    if (linked) scrollTo(0, 0);
    if (lines.length < 2) return;
    count(lines.length);
    void (async () => {
      for (const [number, some] of lines.entries()) {
        const show = () => {
          choose(some.text);
          pick(number + 1);
          setTimeout(() => shown.current?.scrollIntoView());
        };
        const found = await listed(some.text, number + 1, show).catch(asError);
        if (mine !== run.current) return;
        if (found instanceof Error) miss((before) => [...before, { line: some.at, why: found.message }]);
        else list((before) => [...before, found]);
        count(lines.length - number - 1);
      }
    })();
  };
  // A deal that a link leads to is the first thing on the page.
  const linked = props.record !== "";
  const form = (
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          start(text);
        }}
      >
        <label>
          {t("reviewHelp")}
          <textarea rows={3} value={text} spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button type="submit" class="primary" disabled={!text.trim()}>
            {t("review")}
          </button>
          <label class="button file">
            {t("openFile")}
            <input
              type="file"
              class="visually-hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                name(file?.name ?? "");
                if (file) void file.text().then(start);
              }}
            />
          </label>
          {file}
          {left > 0 && <span role="status">{t("dealsLeft", { count: left })}</span>}
        </div>
      </form>
  );
  return (
    <main class="review">
      <h1>{t("review")}</h1>
      {!linked && form}
      {error && <Problem problem={error} />}
      <UnreadLines lines={unread} />
      {deals.length > 0 && (
        <DealList
          deals={deals.map((deal) => ({ ...deal, here: deal.number === picked }))}
          first="cost"
          costName="lostHead"
          aboutName={t("contract")}
        />
      )}
      {left === 0 && skat.length > 1 && <ScoreSheet deals={skat} />}
      <div ref={shown}>
        {chosen && (packOf(chosen) === "skat" ? <OneDeal key={chosen} text={chosen} /> : <OneMatch key={chosen} text={chosen} />)}
      </div>
      {linked && form}
    </main>
  );
}
