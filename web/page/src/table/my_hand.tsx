/** The person's own hand at Skat, for playing and discarding. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Hand } from "../cards/hand";
import { contractOf, inOrder, isCard, numberOf, sortedForSkat } from "../cards/order";
import { order } from "../settings";
import type { SkatView } from "../types";
import { t, together } from "../words";
import { cardName } from "../words/cards";
import { HintBar } from "./hint";
import { Ask } from "./parts";
import type { SeatStore } from "./seat";

export function MyHand(props: { view: SkatView; store: SeatStore; me: number; plate: JSX.Element }): JSX.Element {
  const { view, store } = props;
  const [chosen, choose] = useState<readonly string[]>([]);
  const [sure, ask] = useState(false);
  const undo = store.undoable.value;
  const legal = store.turn.value?.legal.map((a) => a.name).filter(isCard) ?? [];
  const mayPlay = store.caughtUp.value && legal.length > 0;
  const discarding = view.phase === "SKAT_PHASE_DISCARD" && mayPlay;
  const pushing = view.soloist === undefined;
  const needed = Math.max(1, view.hand.length - 10);
  const marked = new Set(chosen.filter((card) => view.hand.includes(card)).slice(-needed));
  const laying = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A person who plays by keys does not have to move through the rest of the hand to the button.
    const byKeys = document.activeElement?.matches(".mine button.card:focus-visible");
    if (marked.size === needed && byKeys) laying.current?.focus();
  }, [[...marked].join()]);
  const lay = (discards: Iterable<string>) => {
    ask(false);
    choose([]);
    // The rules expect the two cards one after the other, in ascending order.
    store.actAll([...discards].sort((x, y) => numberOf(x) - numberOf(y)));
  };
  const onChoose = (card: string) => {
    if (discarding) {
      const rest = chosen.filter((c) => c !== card && view.hand.includes(c));
      const now = marked.has(card) ? rest : [...rest, card].slice(-needed);
      // Discards that can be taken back need no confirmation.
      if (now.length === needed && undo) lay(now);
      else choose(now);
    } else {
      const action = store.legal(card);
      if (action) store.act(action.id);
    }
  };
  const undeclared = view.contract === "SKAT_CONTRACT_UNSPECIFIED";
  const contract = undeclared && order.value === "null" ? "N" : contractOf(view.contract);
  return (
    <>
      <div class="above">
        {props.plate}
        {discarding && !undo && (
          <button ref={laying} type="button" class="primary lay" disabled={marked.size !== needed} onClick={() => ask(true)}>
            {t(pushing ? "pushOn" : "layAway")}
          </button>
        )}
      </div>
      <Hand
        cards={inOrder(sortedForSkat(view.hand, contract))}
        label={t("yourHand")}
        playable={mayPlay ? new Set(discarding && needed === 2 ? view.hand.filter((card) => !pushing || card[1] !== "J") : legal) : undefined}
        chosen={discarding ? marked : undefined}
        onChoose={mayPlay ? onChoose : undefined}
        fresh={discarding ? new Set(view.picked_up_skat) : undefined}
        above={(card) => <HintBar store={store} card={card} />}
      />
      {sure && (
        <Ask
          text={t(pushing ? "surePush" : "sureDiscard", { cards: together([...marked].map(cardName)) })}
          yes={t(pushing ? "pushOn" : "layAway")}
          onYes={() => lay(marked)}
          onNo={() => ask(false)}
        />
      )}
    </>
  );
}
