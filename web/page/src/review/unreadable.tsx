/** The messages in place of deals that could not be reviewed. */
import type { JSX } from "preact";
import { ApiError } from "../api";
import { t } from "../words";

export const BAD_REQUEST = 400;

/** A line of a file that is no deal: its number in the file, and the reason. */
export interface UnreadLine {
  line: number;
  why: string;
}

const MOST_LINES = 20;

export function UnreadLines(props: { lines: readonly UnreadLine[] }): JSX.Element | null {
  const { lines } = props;
  if (lines.length === 0) return null;
  return (
    <div class="error unread" role="alert">
      <p>{t("unread", { count: lines.length })}</p>
      <ul>
        {lines.slice(0, MOST_LINES).map(({ line, why }) => (
          <li key={line}>{t("unreadLine", { line, why })}</li>
        ))}
        {lines.length > MOST_LINES && <li>…</li>}
      </ul>
    </div>
  );
}

export function Unreadable(props: { problem: Error }): JSX.Element {
  const { problem } = props;
  const unread = problem instanceof ApiError && problem.status === BAD_REQUEST;
  // If the server is busy or out of reach, the deal may be readable.
  if (!unread) return <p class="error" role="alert">{problem.message}</p>;
  return (
    <div class="error" role="alert">
      <p>
        {t("brokenReview")} <a href="#/">{t("toLobby")}</a>
      </p>
      <details>
        <summary>{t("details")}</summary>
        <code>{problem.message}</code>
      </details>
    </div>
  );
}
