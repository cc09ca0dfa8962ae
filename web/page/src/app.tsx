/** The frame of the page: its heading, its settings, and the view that the address names. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError, get, post, ROOT } from "./api";
import { BoardPage } from "./board/page";
import { HistoryPage } from "./history/page";
import { Lobby } from "./lobby/lobby";
import { Problem } from "./problem";
import { Mute, Settings } from "./settings_sheet";
import { publicAddress } from "./people/invitation";
import { JoinPage, PeoplePage } from "./people/page";
import { PuzzlePage } from "./puzzles/page";
import { ListPage } from "./review/lists";
import { ReviewPage } from "./review/page";
import { TablePage } from "./table/page";
import type { GameInfo, Setup } from "./types";
import { BotPage } from "./watch/bot";
import { WatchPage } from "./watch/page";
import { t } from "./words";

const route = signal(location.hash);
addEventListener("hashchange", () => {
  route.value = location.hash;
});

export function App(): JSX.Element {
  const [setup, set] = useState<Setup | null>(null);
  const [error, fail] = useState<Error | string>("");
  const load = () => {
    const know = (found: Setup) => {
      publicAddress.value = found.public;
      set(found);
    };
    get<Setup>("api/setup").then(know, (problem: unknown) => fail(asError(problem)));
  };
  useEffect(load, []);
  const [, page = "", ...rest] = route.value.split("/");
  return (
    <>
      <Heading page={page} />
      {error && <Problem problem={error} />}
      {setup?.locked ? <Login done={load} /> : setup && <Content page={page} rest={rest} games={setup.games} />}
    </>
  );
}

function Content(props: { page: string; rest: string[]; games: readonly GameInfo[] }): JSX.Element {
  if (props.page === "table") return <TablePage />;
  const rest = props.rest.map(decoded).join("/");
  if (props.page === "people") return <PeoplePage games={props.games} />;
  if (props.page === "join") return <JoinPage link={rest} games={props.games} />;
  if (props.page === "board") return <BoardPage link={rest} />;
  if (props.page === "review") return <ReviewPage record={rest} />;
  if (props.page === "history") return <HistoryPage />;
  if (props.page === "list") return <ListPage id={rest} />;
  if (props.page === "puzzles") return <PuzzlePage address={rest} />;
  if (props.page === "bot") return <BotPage table={rest} />;
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
      <Mute />
      <Settings />
    </header>
  );
}

function Login(props: { done: () => void }): JSX.Element {
  const [token, type] = useState("");
  const [error, fail] = useState<Error | string>("");
  const enter = () => {
    post("api/login", { token: token.trim() }).then(props.done, (problem: unknown) =>
      fail(asError(problem)),
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
      {error && <Problem problem={error} otherwise="wrongToken" />}
    </main>
  );
}
