/** The history: the deals of this page that the browser has kept. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, asError } from "../api";
import { ask, type Pack } from "../board/store";
import { Problem } from "../problem";
import { Download } from "../review/score_list";
import { BAD_REQUEST } from "../review/unreadable";
import { Ask } from "../table/parts";
import { t } from "../words";
import { contractName } from "../words/cards";
import { gameName } from "../words/games";
import { moment, number, signed } from "../words/numbers";
import { deleteAll, deleteDeal, keptDeals, saveCost, type KeptDeal } from "./store";

const FILES = { skat: "skat", schnapsen: "schnapsen", "": "deals" } as const;

export function HistoryPage(): JSX.Element {
  const [deals, show] = useState<readonly KeptDeal[] | null>(null);
  const [error, fail] = useState<Error | string>("");
  const [toDelete, askToDelete] = useState<KeptDeal | "all" | null>(null);
  useEffect(() => {
    let gone = false;
    void (async () => {
      const kept = await keptDeals();
      show(kept);
      for (const deal of kept) {
        if (gone) return;
        if (deal.cost !== undefined) continue;
        const found = await costOf(deal);
        if (found !== undefined) await saveCost(deal.id, found);
        const cost = found ?? null; // without an answer the next visit asks again
        show((now) => now?.map((one) => (one.id === deal.id ? { ...one, cost } : one)) ?? null);
      }
    })().catch((problem: unknown) => fail(asError(problem)));
    return () => {
      gone = true;
    };
  }, []);
  const remove = (which: KeptDeal | "all") => {
    askToDelete(null);
    show((now) => (which === "all" ? [] : (now?.filter((deal) => deal.id !== which.id) ?? null)));
    (which === "all" ? deleteAll() : deleteDeal(which.id)).catch((problem: unknown) => fail(asError(problem)));
  };
  return (
    <main class="history">
      <h1>{t("history")}</h1>
      {error && <Problem problem={error} otherwise="notStored" />}
      {deals?.length === 0 && <p>{t("noHistory")}</p>}
      {deals && deals.length > 0 && (
        <>
          <p>{t("historyHelp")}</p>
          <div class="buttons">
            <Exports deals={deals} />
            <button type="button" onClick={() => askToDelete("all")}>
              {t("deleteAll")}
            </button>
          </div>
          <Deals deals={deals} onDelete={askToDelete} />
        </>
      )}
      {toDelete && (
        <Ask
          text={toDelete === "all" ? t("sureDeleteAll", { count: deals?.length ?? 0 }) : t("sureDelete", { date: moment(toDelete.date) })}
          yes={t("delete")}
          onYes={() => remove(toDelete)}
          onNo={() => askToDelete(null)}
        />
      )}
    </main>
  );
}

/** Return the person's loss with open hands, in Ramsch by the hints; null: nothing to review; undefined: no answer. */
async function costOf(deal: KeptDeal): Promise<number | null | undefined> {
  if (deal.pack === "") return null;
  try {
    if (deal.pack === "skat") {
      const { cost } = await ask("skat", "review", { text: deal.record, brief: true });
      return cost[deal.me] ?? null;
    }
    const { deals } = await ask("schnapsen", "review", { text: deal.record, brief: true });
    return deals.reduce((sum, { cost }) => sum + (cost[deal.me] ?? 0), 0);
  } catch (problem) {
    return problem instanceof ApiError && problem.status === BAD_REQUEST ? null : undefined;
  }
}

/** Offer the records, the oldest first, in one file each for Skat, Schnapsen and other games. */
function Exports(props: { deals: readonly KeptDeal[] }): JSX.Element {
  const packs = Object.keys(FILES) as (Pack | "")[];
  return (
    <>
      {packs.map((pack) => {
        const records = props.deals.filter((deal) => deal.pack === pack).map(({ record }) => record);
        if (records.length === 0) return null;
        const text = `${records.reverse().join("\n")}\n`;
        // Records of deals with club rules are lines of a match log.
        const plain = records.every((record) => record.startsWith("("));
        const name = `${FILES[pack]}.${plain ? "sgf" : "jsonl"}`;
        return <Download key={pack} name={name} type="text/plain" text={text} label={t("exportAll", { game: pack ? t(pack) : t("otherGames") })} />;
      })}
    </>
  );
}

function Deals(props: { deals: readonly KeptDeal[]; onDelete: (deal: KeptDeal) => void }): JSX.Element {
  return (
    <div class="box">
      <table class="deals played texts">
        <thead>
          <tr>
            <th scope="col" class="text">{t("date")}</th>
            <th scope="col" class="text">{t("table")}</th>
            <th scope="col" class="text">{t("contract")}</th>
            <th scope="col" class="text">{t("result")}</th>
            <th scope="col">{t("points")}</th>
            <th scope="col">{t("lostHead")}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {props.deals.map((deal) => {
            const { contract } = deal;
            const names = deal.players.map((name, player) => (player === deal.me ? t("you") : name));
            return (
              <tr key={deal.id}>
                <td class="text">{deal.pack ? <a href={`#/review/${encodeURIComponent(deal.record)}`}>{moment(deal.date)}</a> : moment(deal.date)}</td>
                <td class="text">{`${gameName(deal.game)}: ${names.filter((_, player) => player !== deal.me).join(", ")}`}</td>
                <td class="text">{contract ? `${names[contract.soloist]}: ${contractName(contract.name)}` : "–"}</td>
                <td class="text">{resultOf(deal)}</td>
                <td data-name={t("points")}>{signed(deal.score)}</td>
                <td data-name={t("lostHead")}>{deal.cost === undefined ? "…" : deal.cost === null ? "–" : number(deal.cost)}</td>
                <td>
                  <button type="button" class="plain-button" aria-label={t("deleteDeal", { date: moment(deal.date) })} onClick={() => props.onDelete(deal)}>
                    {t("delete")}
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function resultOf(deal: KeptDeal): string {
  if (deal.contract) return t(deal.contract.won ? "won" : "lost");
  if (deal.ramsch) return t("ramsch");
  if (deal.match) return deal.match.join(" : ");
  return deal.pack === "skat" ? t("passed") : "–";
}
