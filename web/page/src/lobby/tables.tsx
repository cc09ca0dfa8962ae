/** Going to a table: errors, and the confirmation before the previous table is left. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asError } from "../api";
import { Problem } from "../problem";
import { Ask } from "../table/parts";
import { t } from "../words";
import { changeTables, seated } from "./session";

type Task = () => Promise<void>;

const QUESTIONS = {
  people: "sureLeavePeople",
  list: "sureLeaveList",
  game: "sureLeave",
  scores: "sureLeaveScores",
} as const;

export interface TableEntry {
  /** Runs a task that leads to a table, then shows it. */
  attempt: (task: Task) => void;
  busy: boolean;
  /** The elements to show on the page. */
  notices: JSX.Element;
}

export function useTableEntry(): TableEntry {
  const [error, fail] = useState<Error | string>("");
  const [busy, work] = useState(false);
  const [waiting, wait] = useState<Task | null>(null);
  const go = (task: Task) => {
    work(true);
    fail("");
    task()
      .then(() => {
        location.hash = "#/table";
      })
      .catch((problem: unknown) => fail(asError(problem)))
      .finally(() => work(false));
  };
  return {
    attempt: (task) => (seated() ? wait(() => task) : go(() => changeTables(task))),
    busy,
    notices: (
      <>
        {busy && <p class="preparing" role="status">{t("preparing")}</p>}
        {error && <Problem problem={error} />}
        {waiting && (
          <AskToLeave
            onYes={() => {
              wait(null);
              go(() => changeTables(waiting));
            }}
            onNo={() => wait(null)}
          />
        )}
      </>
    ),
  };
}

export function AskToLeave(props: { onYes: () => void; onNo: () => void }): JSX.Element {
  return <Ask text={t(QUESTIONS[seated() || "game"])} yes={t("leaveTable")} onYes={props.onYes} onNo={props.onNo} />;
}
