/** The frame of every table: the felt, and beside or below it the last trick, the hint and the list. */
import type { ComponentChildren, JSX } from "preact";
import { Mute } from "../settings_sheet";
import { t } from "../words";
import { HintText } from "./hint";
import type { SeatStore } from "./seat";

export interface TableProps {
  store: SeatStore;
  /** The list of scores. */
  list: JSX.Element;
  /** The end of the deal, which lies over the felt; null while it is played. */
  end: JSX.Element | null;
  /** The contents in the place of the hint. */
  hint?: JSX.Element;
}

export function Frame(props: TableProps & {
  kind: string;
  /** The contents of the column beside the felt, above the hint. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  const { store } = props;
  return (
    <div class="tabled">
      <section
        class={`felt ${props.kind}`}
        aria-label={t("table")}
        onClick={() => store.caughtUp.value || store.showNextStep()}
      >
        {props.children}
        {props.end}
      </section>
      <aside class="side" aria-label={t("besideTable")}>
        <div class="info">
          {props.beside}
          {props.hint ?? <HintText store={store} />}
        </div>
        {props.list}
        <Mute />
      </aside>
    </div>
  );
}
