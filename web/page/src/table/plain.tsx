/** The table of a game that the page cannot draw: its strings, and a button for each move. */
import type { JSX } from "preact";
import { t } from "../words";
import { gameName } from "../words/games";
import { Frame, type TableProps } from "./frame";
import { nameOf } from "./parts";

export function PlainTable(props: TableProps): JSX.Element | null {
  const { store } = props;
  const seen = store.seen.value;
  if (!seen) return null;
  return (
    <Frame {...props} kind="plain">
      <p>
        {t("game")}: {gameName(seen.game)} · {nameOf(store, seen.seat)} ({t("player", { number: seen.seat })})
      </p>
      <pre tabIndex={0} aria-live="polite">{seen.observation || seen.information_state}</pre>
      <div class="buttons moves">
        {store.turn.value?.legal.map((action) => (
          <button key={action.id} type="button" data-action={action.id} onClick={() => store.act(action.id)}>
            {action.name}
          </button>
        ))}
      </div>
    </Frame>
  );
}
