/** The Skat list of this session, and those of tables that the person has left. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { canContinue, continueList, discard, session, shelved, type Session } from "../lobby/session";
import { useTableEntry } from "../lobby/tables";
import { Ask } from "../table/parts";
import { t } from "../words";
import { gameName } from "../words/games";
import { dealsOf, ScoreSheet } from "./score_list";

/** Show the Skat list of a session, by its identifier; if that is empty, of this session. */
export function ListPage(props: { id: string }): JSX.Element {
  const { id } = props;
  const now = session.value ?? undefined;
  const shown = id && id !== now?.id ? shelved.value.find((one) => one.id === id) : now;
  const deals = shown ? dealsOf(shown) : [];
  const others = shelved.value.filter((one) => one !== shown);
  return (
    <main class="lists">
      <h1>{t("skatList")}</h1>
      {deals.length > 0 ? <ScoreSheet key={id} deals={deals} titled /> : <p>{t("noList")}</p>}
      <p class="buttons">
        <a class="button" href="#/table">
          {t("table")}
        </a>
      </p>
      {others.length > 0 && <Earlier lists={others} />}
    </main>
  );
}

/** Show the lists of tables that the person has left: to read, to continue, or to delete. */
function Earlier(props: { lists: readonly Session[] }): JSX.Element {
  const { attempt, busy, notices } = useTableEntry();
  const [toDelete, askToDelete] = useState<Session | null>(null);
  return (
    <section class="box earlier" aria-label={t("earlierLists")}>
      <h2>{t("earlierLists")}</h2>
      <ul class="tables">
        {props.lists.map((one) => (
          <li key={one.id}>
            <a href={`#/list/${one.id}`}>{titleOf(one)}</a>{" "}
            {canContinue(one) && (
              <button type="button" disabled={busy} onClick={() => attempt(() => continueList(one))}>
                {t("continueList")}
              </button>
            )}{" "}
            <button type="button" class="plain-button" aria-label={`${t("delete")}: ${titleOf(one)}`} onClick={() => askToDelete(one)}>
              {t("delete")}
            </button>
          </li>
        ))}
      </ul>
      {notices}
      {toDelete && (
        <Ask
          text={t("sureDeleteList", { list: titleOf(toDelete) })}
          yes={t("delete")}
          onYes={() => {
            discard(toDelete);
            askToDelete(null);
          }}
          onNo={() => askToDelete(null)}
        />
      )}
    </section>
  );
}

function titleOf({ game, names = [], records = [] }: Session): string {
  const players = names.length > 0 ? ` (${names.join(", ")})` : "";
  return `${gameName(game)}${players}: ${t(records.length === 1 ? "oneDeal" : "someDeals", { count: records.length })}`;
}
