/** The table for a dealer who sits out, at a table of four: what spectators see. */
import type { JSX } from "preact";
import { t } from "../words";
import { WatchedDeal } from "../watch/felt";
import { Frame, type TableProps } from "./frame";
import { nameOf, Tools } from "./parts";

export function SittingOut(props: TableProps): JSX.Element {
  const { store } = props;
  const steps = store.steps.value.slice(0, store.shown.value);
  const players = (store.table.value?.seats.length ?? 1) - 1;
  return (
    <Frame {...props} kind="skat watching sitting-out">
      <WatchedDeal
        moves={steps.flatMap((step) => (step.move && step.kind !== "collect" ? [step.move] : []))}
        bock={store.isBock.value}
        names={Array.from({ length: players }, (_, player) => nameOf(store, player))}
      />
      <p class="ask-line" role="status">
        {t("sittingOut")}
      </p>
      <Tools store={store}>
        <button type="button" data-tool="skip" disabled={store.caughtUp.value} onClick={() => store.showAll()}>
          {t("showAll")}
        </button>
      </Tools>
    </Frame>
  );
}
