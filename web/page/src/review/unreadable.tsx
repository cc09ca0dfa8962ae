/** The messages in place of deals that could not be reviewed. */
import type { JSX } from "preact";
import { ApiError } from "../api";
import { Problem, ServerText } from "../problem";
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
  const listed = lines.slice(0, MOST_LINES);
  const more = lines.length > MOST_LINES ? " …" : "";
  return (
    <div class="error unread" role="alert">
      <p>{t("unread", { count: lines.length, lines: listed.map(({ line }) => line).join(", ") + more })}</p>
      <ServerText text={listed.map(({ line, why }) => `${t("line", { line })}: ${why}`).join("\n") + more} />
    </div>
  );
}

export function Unreadable(props: { problem: Error }): JSX.Element {
  const { problem } = props;
  const unread = problem instanceof ApiError && problem.status === BAD_REQUEST;
  // If the server is busy or out of reach, the deal may be readable.
  if (!unread) return <Problem problem={problem} />;
  return (
    <div class="error" role="alert">
      <p>
        {t("brokenReview")} <a href="#/">{t("toLobby")}</a>
      </p>
      <ServerText text={problem.message} />
    </div>
  );
}
