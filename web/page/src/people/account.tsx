/** The public name of this browser, without a password. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, asError, get, post } from "../api";
import { Problem } from "../problem";
import type { Account } from "../types";
import { t } from "../words";

const CONFLICT = 409;

export function YourName(): JSX.Element | null {
  const [account, know] = useState<Account | null>(null);
  const [typed, type] = useState("");
  const [error, fail] = useState<Error | string>("");
  const name = typed.trim();
  const update = (found: Account) => {
    know(found);
    type(found.name);
    fail("");
  };
  const failed = (problem: unknown) => fail(asError(problem));
  const refused = (problem: unknown) =>
    problem instanceof ApiError && problem.status === CONFLICT ? fail(t("nameTaken", { name })) : failed(problem);
  useEffect(() => {
    get<Account>("api/account").then(update, failed);
  }, []);
  if (!account) return error ? <Problem problem={error} /> : null;
  if (!account.own) return <p class="box banner">{t("oneAccount")}</p>;
  return (
    <section class="box" aria-labelledby="your-name">
      <h2 id="your-name">{t("yourName")}</h2>
      <p>{t("nameHelp")}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          post<Account>("api/account", { name }).then(update, refused);
        }}
      >
        <label>
          {t("name")}{" "}
          <input value={typed} maxLength={40} spellcheck={false} autocomplete="off" onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!name || name === account.name}>
          {t("useName")}
        </button>
        {account.name && <span role="status">{t("youAre", { name: account.name })}</span>}
      </form>
      {error && <Problem problem={error} otherwise="badName" />}
    </section>
  );
}
