/** The frame of the page: its heading, its settings, and the view that the address names. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asError, get, post, ROOT } from "./api";
import { BoardPage } from "./board/page";
import { Lobby } from "./lobby/lobby";
import { faces, language, pace, QUICK, theme, type Faces, type Language, type Theme } from "./settings";
import { PeoplePage } from "./people/page";
import { ReviewPage } from "./review/page";
import { TablePage } from "./table/page";
import type { GameInfo, Setup } from "./types";
import { WatchPage } from "./watch/page";
import { t } from "./words";

const route = signal(location.hash);
addEventListener("hashchange", () => {
  route.value = location.hash;
});

export function App(): JSX.Element {
  const [setup, set] = useState<Setup | null>(null);
  const [error, fail] = useState("");
  const load = () => {
    get<Setup>("api/setup").then(set, (problem: unknown) => fail(String(problem)));
  };
  useEffect(load, []);
  const [, page = "", ...rest] = route.value.split("/");
  return (
    <>
      <Heading page={page} />
      {error && <p class="error" role="alert">{error}</p>}
      {setup?.locked ? <Login done={load} /> : setup && <Content page={page} rest={rest} games={setup.games} />}
    </>
  );
}

function Content(props: { page: string; rest: string[]; games: readonly GameInfo[] }): JSX.Element {
  if (props.page === "table") return <TablePage />;
  const rest = props.rest.map(decoded).join("/");
  if (props.page === "people") return <PeoplePage games={props.games} />;
  if (props.page === "board") return <BoardPage link={rest} />;
  if (props.page === "review") return <ReviewPage record={rest} />;
  if (props.page === "watch") return <WatchPage table={rest} games={props.games} />;
  if (props.page || location.pathname !== ROOT.pathname) return <Nowhere />;
  return <Lobby games={props.games} />;
}

/** Report that there is no view at this address. */
function Nowhere(): JSX.Element {
  return (
    <main class="lobby">
      <h1>{t("nowhere", { address: location.pathname.slice(ROOT.pathname.length) || location.hash })}</h1>
      <a class="button primary" href={`${ROOT.pathname}#/`}>
        {t("toLobby")}
      </a>
    </main>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function Heading(props: { page: string }): JSX.Element {
  const link = (page: string, text: string) => (
    <a href={`${ROOT.pathname}#/${page}`} aria-current={props.page === page ? "page" : undefined}>
      {text}
    </a>
  );
  return (
    <header>
      <a class="brand" href={`${ROOT.pathname}#/`}>
        <img src={new URL("icon.svg", ROOT).href} alt="" width="28" height="28" /> <span>{t("title")}</span>
      </a>
      <nav aria-label={t("title")}>
        {link("", t("lobby"))}
        {link("table", t("table"))}
        {link("people", t("people"))}
        {link("board", t("board"))}
        {link("review", t("review"))}
        {link("watch", t("watch"))}
      </nav>
      <Settings />
    </header>
  );
}

function Settings(): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Close it like a menu: with a click elsewhere, or with Escape.
    const close = (event: Event) => {
      const away = event instanceof KeyboardEvent ? event.key === "Escape" : !box.current?.contains(event.target as Node);
      if (away && box.current?.open) box.current.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="settings" ref={box}>
      <summary aria-label={t("settings")}>⚙</summary>
      <div class="sheet">
        <label>
          {t("language")}
          <select
            value={language.value}
            onChange={(event) => {
              language.value = event.currentTarget.value as Language;
            }}
          >
            <option value="de">Deutsch</option>
            <option value="en">English</option>
          </select>
        </label>
        <label>
          {t("faces")}
          <select
            value={faces.value}
            onChange={(event) => {
              faces.value = event.currentTarget.value as Faces;
            }}
          >
            <option value="french">{t("french")}</option>
            <option value="german">{t("german")}</option>
          </select>
        </label>
        <label>
          {t("theme")}
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = event.currentTarget.value as Theme;
            }}
          >
            <option value="auto">{t("auto")}</option>
            <option value="dark">{t("dark")}</option>
            <option value="light">{t("light")}</option>
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={pace.value < 1}
            onChange={(event) => {
              pace.value = event.currentTarget.checked ? QUICK : 1;
            }}
          />
          {t("fast")}
        </label>
      </div>
    </details>
  );
}

function Login(props: { done: () => void }): JSX.Element {
  const [token, type] = useState("");
  const [error, fail] = useState("");
  const enter = () => {
    post("api/login", { token: token.trim() }).then(props.done, (problem: unknown) =>
      fail(asError(problem).message),
    );
  };
  return (
    <main class="lobby">
      <p>{t("tokenNeeded")}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <label>
          {t("token")}{" "}
          <input type="password" autocomplete="current-password" value={token} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <button type="submit" class="primary">
          {t("enter")}
        </button>
      </form>
      {error && <p class="error" role="alert">{error}</p>}
    </main>
  );
}
