/** The messages to the person's own seat and to that of a program, for authors of programs. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, Socket } from "../api";
import { session } from "../lobby/session";
import { Problem } from "../problem";
import { t } from "../words";

const MOST_SHOWN = 200;

export function BotPage(props: { table: string }): JSX.Element {
  const { table } = props;
  const place = session.value?.place;
  return (
    <main class="bot">
      <h1>{t("botPage")}</h1>
      <p>
        {t("tableName")} <code class="table-name">{table}</code>
      </p>
      {place?.table_id === table && (
        <section class="box own">
          <h2>{t("log")}</h2>
          <Sent key={`${table} ${place.seat}`} table={table} seat={place.seat} token={place.token} />
        </section>
      )}
      <Beside key={table} table={table} />
    </main>
  );
}

/** Ask for the seat of a program and its token, and show the messages to it. */
function Beside(props: { table: string }): JSX.Element {
  const [seat, choose] = useState("0");
  const [token, type] = useState("");
  const [observed, setObserved] = useState<{ seat: number; token: string } | null>(null);
  return (
    <section class="box beside">
      <h2>{t("beside")}</h2>
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
    </section>
  );
}

/** Show the latest observation of a seat, and the messages to it from now on. */
function Sent(props: { table: string; seat: number; token: string }): JSX.Element {
  const { table, seat, token } = props;
  const [sent, show] = useState<readonly string[]>([]);
  const [seen, see] = useState<unknown>(null);
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
        const event = message["event"] as { table_ended?: unknown; observation?: unknown } | undefined;
        if (!event) return;
        if (event.table_ended) socket.close();
        const { observation, ...content } = event;
        if (observation) see(observation);
        show((before) => [...before.slice(1 - MOST_SHOWN), JSON.stringify(content)]);
      },
      () => undefined,
    );
    return () => socket.close();
  }, []);
  if (error) return <Problem problem={error} />;
  return (
    <>
      <h3>{t("lastSeen")}</h3>
      <pre class="log seen" tabIndex={0} aria-label={t("lastSeen")}>
        {seen ? JSON.stringify(seen, null, 1) : t("nothingYet")}
      </pre>
      <h3>{t("messageLog")}</h3>
      <pre class="log sent" tabIndex={0} aria-label={t("messageLog")}>
        {sent.join("\n") || t("nothingYet")}
      </pre>
    </>
  );
}
