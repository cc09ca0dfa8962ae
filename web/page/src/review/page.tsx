/** Reviews of played deals: one with its curve, a file as a sortable list. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Pack } from "../board/store";
import { t } from "../words";
import { contractName } from "../words/cards";
import { DealList, type Listed } from "./list";
import { OneMatch, sum } from "./schnapsen";
import { requestReview, OneDeal, resultOf } from "./skat";

const RECORD = /^(\(|\{|\d+ \d+ [01] \d+:\d+ )/;

/** Return the lines of a text that are neither blank nor comments, as the server does. */
function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[ \t\v\f\ufeff]+|[ \t\v\f\ufeff]+$/g, ""))
    .filter((line) => line && !line.startsWith("#"));
}

/** Return the pack of the game in a record. */
function packOf(line: string): Pack {
  return /^\d/.test(line) || gameIn(line).startsWith("python_schnapsen") ? "schnapsen" : "skat";
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
    const about = contractName(review.contract);
    return { number, cost: sum(review.cost), turned: sum(review.turned), about, result: resultOf(review), choose };
  }
  const review = await ask("schnapsen", "review", { text: line, brief: true });
  const of = (which: "cost" | "turned") => sum(review.deals.map((deal) => sum(deal[which])));
  const ended = review.deals.at(-1)?.winner ?? null;
  const result = ended === null ? t("notFinished") : t("wonBy", { name: review.players[ended] ?? t("player", { number: ended }) });
  return { number, cost: of("cost"), turned: of("turned"), about: t("schnapsen"), result, choose };
}

export function ReviewPage(props: { record: string }): JSX.Element {
  const [text, type] = useState("");
  const [deals, list] = useState<Listed[]>([]);
  const [chosen, choose] = useState("");
  const [left, count] = useState(0);
  const [picked, pick] = useState(0);
  const [unread, miss] = useState(0);
  const shown = useRef<HTMLDivElement>(null);
  const [error, fail] = useState("");
  const [file, name] = useState("");
  const run = useRef(0);
  useEffect(() => choose(props.record), [props.record]);

  const start = (whole: string) => {
    const all = linesOf(whole);
    const lines = all.some((line) => RECORD.test(line)) ? all : [];
    fail(lines.length === 0 ? t("noDeals") : "");
    const mine = ++run.current;
    list([]);
    miss(0);
    pick(0);
    choose(lines.length === 1 ? (lines[0] ?? "") : "");
    if (lines.length < 2) return;
    count(lines.length);
    void (async () => {
      for (const [number, some] of lines.entries()) {
        const show = () => {
          choose(some);
          pick(number + 1);
          setTimeout(() => shown.current?.scrollIntoView());
        };
        const found = await listed(some, number + 1, show).catch(() => null);
        if (mine !== run.current) return;
        if (found) list((before) => [...before, found]);
        else miss((before) => before + 1);
        count(lines.length - number - 1);
      }
    })();
  };
  return (
    <main class="review">
      <h1>{t("review")}</h1>
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
      {error && <p class="error" role="alert">{error}</p>}
      {unread > 0 && <p class="error" role="alert">{t("unread", { count: unread })}</p>}
      {deals.length > 0 && (
        <DealList
          deals={deals.map((deal) => ({ ...deal, here: deal.number === picked }))}
          first="cost"
          costName="pointsLost"
          aboutName={t("contract")}
        />
      )}
      <div ref={shown}>
        {chosen && (packOf(chosen) === "skat" ? <OneDeal key={chosen} text={chosen} /> : <OneMatch key={chosen} text={chosen} />)}
      </div>
    </main>
  );
}
