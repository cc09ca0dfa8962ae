/** The message in place of a deal that could not be reviewed. */
import type { JSX } from "preact";
import { ApiError } from "../api";
import { t } from "../words";

const BAD_REQUEST = 400;

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
