/** Bidding, skat or hand, and the declaration. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { arrows } from "../cards/hand";
import { CONTRACT_WORDS } from "../cards/order";
import { Suit } from "../cards/pips";
import { faces } from "../settings";
import type { Action, Hint, Short, SkatView } from "../types";
import { t } from "../words";
import { contractName, declareText } from "../words/cards";
import { neededInWords, useShort } from "./needed";
import { Ask } from "./parts";
import type { SeatStore } from "./seat";

export function Bidding(props: { view: SkatView; store: SeatStore; legal: readonly Action[] }): JSX.Element {
  const { view, store, legal } = props;
  const values = legal.filter((a) => /^\d+$/.test(a.name));
  const [chosen, choose] = useState(0);
  const next = values.find((a) => a.id === chosen) ?? values[0];
  const hold = legal.find((a) => a.name === "hold");
  const pass = legal.find((a) => a.name === "pass");
  const question = hold ? t("holdQuestion", { bid: view.bid }) : t("bidQuestion");
  return (
    <div class="panel" role="group" aria-label={t("bidding")}>
      <p class="question">{question}</p>
      <div class="buttons">
        {hold && (
          <button type="button" class="primary" onClick={() => store.act(hold.id)}>
            {t("holdBid", { bid: view.bid })}
          </button>
        )}
        {next && (
          <button type="button" class="primary bid" onClick={() => store.act(next.id)}>
            {next.name}
          </button>
        )}
        {pass && (
          <button type="button" class="pass" onClick={() => store.act(pass.id)}>
            {t("pass")}
          </button>
        )}
      </div>
      {values.length > 1 && (
        <label class="jump">
          {t("otherBid")}
          <select value={next?.id} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {values.slice(0, 30).map((a) => (
              <option key={a.id} value={a.id}>
                {a.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** Offer to pick up the skat or play from the hand; `pushing`: before Ramsch, to pick it up or push it on unseen. */
export function PickUp(props: { store: SeatStore; pushing: boolean }): JSX.Element {
  const { store, pushing } = props;
  const choose = (name: string) => {
    const action = store.legal(name);
    if (action) store.act(action.id);
  };
  return (
    <div class="panel" role="group" aria-label={t("skat")}>
      <p class="question">{t(pushing ? "youPush" : "youPlay")}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => choose("pick up")}>
          {t("pickUp")}
        </button>
        <button type="button" onClick={() => choose(pushing ? "push unseen" : "hand")}>
          {t(pushing ? "pushUnseen" : "playHand")}
        </button>
      </div>
    </div>
  );
}

const KINDS = Object.values(CONTRACT_WORDS);
const SUITS = KINDS.slice(0, 4);
const LEVELS = ["", "schneider announced", "schwarz announced", "ouvert"] as const;

function letterOf(kind: string): string {
  return kind.charAt(0).toUpperCase();
}

/** Return the contract named by the last hint at this deal's discard or declaration; empty: none. */
export function useHinted(view: SkatView, hint: Hint | null): string {
  const hinted = useRef("");
  if (view.phase === "SKAT_PHASE_BIDDING") hinted.current = "";
  if (hint && (view.phase === "SKAT_PHASE_DISCARD" || view.phase === "SKAT_PHASE_DECLARE")) {
    const letter = hint.contracts?.[0]?.declaration[0]?.toLowerCase() ?? "-";
    hinted.current = KINDS.find((kind) => hint.move.startsWith(kind)) ?? KINDS.find((kind) => kind.startsWith(letter)) ?? "";
  }
  return hinted.current;
}

/** Mark the button of a contract that is worth less than the bid. */
function Overbid(props: { short: Short | undefined }): JSX.Element | null {
  return props.short ? <small>{t("overbidAt", { worth: props.short.worth })}</small> : null;
}

export function Declaring(props: {
  store: SeatStore;
  legal: readonly Action[];
  /** The contract that a hint named; empty: none. */
  hinted: string;
  view: SkatView;
  me: number;
}): JSX.Element {
  const { store, legal, view, me } = props;
  const kinds = KINDS.filter((kind) => legal.some((a) => a.name.startsWith(kind)));
  const [chosen, setKind] = useState("");
  const kind = chosen || kinds.find((some) => some === props.hinted) || "";
  const [level, setLevel] = useState("");
  const [sure, ask] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (document.activeElement === document.body) first.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const [bound, bind] = useState(false);
  const levels = LEVELS.filter((some) => legal.some((a) => a.name === `${kind} ${some}`.trim()));
  // After a high bid, only the higher levels of a contract may be possible.
  const announced = levels.find((some) => some === level) ?? levels[0] ?? "";
  const plain = `${kind} ${announced}`.trim();
  // Options that only other contracts have keep their places, so that the buttons do not move.
  const anyLevel = legal.some((a) => LEVELS.some((some) => some && a.name.endsWith(some)));
  const anySpitze = legal.some((a) => a.name.endsWith(" spitze"));
  const withSpitze = legal.find((a) => a.name === `${plain} spitze`);
  const name = bound && withSpitze ? withSpitze.name : plain;
  const inFull = view.hand_game ? name.replace(/^\w+/, "$& hand") : name;
  const action = legal.find((a) => a.name === name);
  const shorts = useShort(view, me, kinds.map(letterOf).join(""));
  const short = shorts[letterOf(kind)];
  const declare = () => {
    ask(false);
    if (action) store.act(action.id);
  };
  return (
    <div class="panel" role="group" aria-label={t("declare")}>
      <p class="question">{t("whatPlay")}</p>
      <div ref={first} class="kinds" role="radiogroup" aria-label={t("contract")} onKeyDown={(event) => arrows(event)?.click()}>
        {kinds.map((some) => (
          <button
            key={some}
            type="button"
            role="radio"
            aria-checked={some === kind}
            class={some === kind ? "kind on" : "kind"}
            onClick={() => setKind(some)}
          >
            {SUITS.includes(some) && <Suit suit={letterOf(some)} faces={faces.value} />}
            <span>{contractName(some)}</span>
            <Overbid short={shorts[letterOf(some)]} />
          </button>
        ))}
      </div>
      {kinds.some((some) => shorts[letterOf(some)]) && <p class="needed" role="status">{short ? neededInWords(short) : "\u00a0"}</p>}
      {anyLevel && (
        <label class="jump">
          {t("announce")}
          <select value={announced} disabled={levels.length < 2} onChange={(event) => setLevel(event.currentTarget.value)}>
            {levels.map((some) => (
              <option key={some} value={some}>
                {some === "" ? t("nothing") : some === "ouvert" ? t("ouvert") : some.startsWith("schn") ? t("schneiderAnnounced") : t("schwarzAnnounced")}
              </option>
            ))}
          </select>
        </label>
      )}
      {anySpitze && (
        <label class="spitze" title={t("spitzeHelp")}>
          <input type="checkbox" disabled={!withSpitze} checked={bound && withSpitze !== undefined} onChange={(event) => bind(event.currentTarget.checked)} /> {t("spitze")}
        </label>
      )}
      <button
        type="button"
        class="primary"
        disabled={!action}
        onClick={() => (!store.undoable.value && /(announced|ouvert|spitze)$/.test(name) ? ask(true) : declare())}
      >
        {kind ? declareText(inFull) : t("play")}
      </button>
      {sure && (
        <Ask
          text={t("sureDeclare", { contract: contractName(inFull) })}
          yes={declareText(inFull)}
          onYes={declare}
          onNo={() => ask(false)}
        />
      )}
    </div>
  );
}
