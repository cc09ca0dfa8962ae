/** Messages about problems: a sentence in the person's language, and the server's text on request. */
import type { JSX } from "preact";
import { ApiError, NoAnswerError, type Quota } from "./api";
import { t, type Key } from "./words";

const QUOTAS: Record<Quota, Key> = {
  "new accounts": "tooManyNames",
  "new tables": "tooManyTables",
  "tables under way": "tablesUnderWay",
};

/** Return the text for what the server's message begins with, such as `invitation 'X': ...`; null for other things. */
function textOfSubject(problem: ApiError): Key | null {
  const [subject] = problem.message.split(" ");
  if (subject === "invitation") return "badInvitation";
  if (problem.code === "NOT_FOUND" && subject === "table") return "noSuchTable";
  if (problem.code === "PERMISSION_DENIED" && problem.message.includes("is private")) return "privateTable";
  if (problem.code === "PERMISSION_DENIED" || problem.code === "UNAUTHENTICATED") return "notYours";
  if (problem.code === "FAILED_PRECONDITION" && /^(no seat|seat \d+: expected an open)/.test(problem.message)) return "noFreeSeat";
  return null;
}

/** Return the sentence about a problem; `otherwise`: the text if its kind is unknown. */
function sentence(problem: Error, otherwise: Key): string {
  if (problem instanceof NoAnswerError) return t("noAnswer");
  if (!(problem instanceof ApiError)) return t(otherwise);
  if (problem.quota) return t(QUOTAS[problem.quota], { seconds: problem.wait });
  if (problem.status === 429 || problem.code === "RESOURCE_EXHAUSTED") return t("serverBusy");
  if (problem.status === 503 || problem.code === "UNAVAILABLE") return t("serverSlow");
  return t(textOfSubject(problem) ?? otherwise);
}

/** Show a problem; a text is shown as it is. */
export function Problem(props: { problem: Error | string; otherwise?: Key }): JSX.Element {
  const { problem, otherwise = "refused" } = props;
  if (typeof problem === "string") return <p class="error" role="alert">{problem}</p>;
  return (
    <div class="error" role="alert">
      <p>{sentence(problem, otherwise)}</p>
      <ServerText text={problem.message} />
    </div>
  );
}

/** Show texts of the server, which are in English, when asked for. */
export function ServerText(props: { text: string }): JSX.Element {
  return (
    <details>
      <summary>{t("details")}</summary>
      <code lang="en">{props.text}</code>
    </details>
  );
}
