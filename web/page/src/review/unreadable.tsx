/** In place of a deal that cannot be reviewed: what was expected, and a way on. */
import type { JSX } from "preact";
import { t } from "../words";

export function Unreadable(props: { problem: string }): JSX.Element {
  return (
    <div class="error" role="alert">
      <p>
        {t("brokenReview")} <a href="#/">{t("toLobby")}</a>
      </p>
      <details>
        <summary>{t("details")}</summary>
        <code>{props.problem}</code>
      </details>
    </div>
  );
}
