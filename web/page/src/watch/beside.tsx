/** The messages to a program in a seat, for its author. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, Socket } from "../api";
import { Problem } from "../problem";
import { t } from "../words";

const MOST_SHOWN = 200;

export function Beside(props: { table: string }): JSX.Element {
  const [seat, choose] = useState("0");
  const [token, type] = useState("");
  const [observed, setObserved] = useState<{ seat: number; token: string } | null>(null);
  return (
    <details class="box">
      <summary>{t("beside")}</summary>
      <p>{t("besideHelp")}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setObserved({ seat: Number(seat), token: token.trim() });
        }}
      >
        <label>
          {t("seatNumber")}{" "}
          <input type="number" min={0} value={seat} onInput={(event) => choose(event.currentTarget.value)} />
        </label>
        <label>
          {t("seatToken")}{" "}
          <input
            value={token}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => type(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!token.trim()}>
          {t("watch")}
        </button>
      </form>
      {observed && <Sent key={JSON.stringify(observed)} table={props.table} {...observed} />}
    </details>
  );
}

function Sent(props: { table: string; seat: number; token: string }): JSX.Element {
  const { table, seat, token } = props;
  const [sent, show] = useState<readonly string[]>([]);
  const [error, fail] = useState<Error | string>("");
  useEffect(() => {
    const socket = new Socket(
      "api/watch",
      { table, delayed: false, beside: { seat, token } },
      (message) => {
        if (typeof message["error"] === "string") {
          fail(new ApiError(message["error"]));
          socket.close();
        }
        const event = message["event"] as { table_ended?: unknown } | undefined;
        if (!event) return;
        if (event.table_ended) socket.close();
        show((before) => [...before.slice(1 - MOST_SHOWN), JSON.stringify(event)]);
      },
      () => undefined,
    );
    return () => socket.close();
  }, []);
  if (error) return <Problem problem={error} />;
  return <pre class="log" tabIndex={0} aria-label={t("messageLog")}>{sent.join("\n") || t("nothingYet")}</pre>;
}
