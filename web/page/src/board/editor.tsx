/** Setting cards by clicking or dragging them to a place. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Face } from "../cards/face";
import { sortedForSkat, type Contract } from "../cards/order";
import { language } from "../settings";
import { t } from "../words";
import { cardName, contractName } from "../words/cards";
import { read } from "./store";

const ALL = ["C", "S", "H", "D"].flatMap((suit) => [..."JATKQ987"].map((rank) => suit + rank));
const PLACES = ["forehand", "middlehand", "rearhand", "skat"] as const;
const KINDS = ["C", "S", "H", "D", "G", "N"] as const;
const WORDS: Record<string, string> = {
  C: "clubs",
  S: "spades",
  H: "hearts",
  D: "diamonds",
  G: "grand",
  N: "null",
};

export function Editor(props: { open: boolean }): JSX.Element {
  const [places, put] = useState<Record<string, number>>({});
  const [target, aim] = useState(0);
  const [contract, declare] = useState<Contract>("G");
  const [soloist, alone] = useState(0);
  const [leader, lead] = useState(0);
  const at = (place: number) => ALL.filter((card) => places[card] === place);
  const set = (card: string, place: number) => {
    const next = { ...places };
    if (next[card] === place) delete next[card];
    else next[card] = place;
    put(next);
  };
  const rest = () => {
    const free = ALL.filter((card) => places[card] === undefined);
    for (let k = free.length - 1; k > 0; k--) {
      const j = Math.floor(Math.random() * (k + 1));
      [free[k], free[j]] = [free[j] ?? "", free[k] ?? ""];
    }
    const next = { ...places };
    for (const [place, size] of [10, 10, 10, 2].entries()) {
      for (let count = at(place).length; count < size; count++) {
        const card = free.pop();
        if (card) next[card] = place;
      }
    }
    put(next);
  };
  const text = () => {
    const hands = [0, 1, 2].map((place) => at(place).join(" ")).join(" / ");
    const skat = at(3).length === 2 ? ` skat ${at(3).join(" ")}` : "";
    return `${hands}${skat} contract=${contract} soloist=${soloist} leader=${leader}`;
  };
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    const card = event.dataTransfer?.getData("text/plain") ?? "";
    if (ALL.includes(card) && places[card] !== place) set(card, place);
  };
  return (
    <details class="box editor" open={props.open}>
      <summary>{t("setCards")}</summary>
      <p>{t("setHelp")}</p>
      <div class="kinds" role="radiogroup" aria-label={t("place")}>
        {PLACES.map((place, k) => (
          <button
            key={place}
            type="button"
            role="radio"
            aria-checked={target === k}
            class={target === k ? "kind on" : "kind"}
            onClick={() => aim(k)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, k)}
          >
            {t(place)} ({at(k).length})
          </button>
        ))}
      </div>
      <div class="pool" role="group" aria-label={t("setCards")}>
        {ALL.map((card) => (
          <button
            key={card}
            type="button"
            class={`card at-${places[card] ?? "none"}`}
            aria-label={`${cardName(card)}: ${places[card] === undefined ? "–" : t(PLACES[places[card]] ?? "skat")}`}
            draggable
            onDragStart={(event) => event.dataTransfer?.setData("text/plain", card)}
            onClick={() => set(card, target)}
          >
            <Face card={card} language={language.value} />
          </button>
        ))}
      </div>
      <div class="set">
        {PLACES.map((place, k) => (
          <p key={place} onDragOver={(event) => event.preventDefault()} onDrop={(event) => drop(event, k)}>
            <b>{t(place)}</b> {sortedForSkat(at(k), contract).join(" ") || "–"}
          </p>
        ))}
      </div>
      <div class="row">
        <label>
          {t("contract")}{" "}
          <select value={contract} onChange={(event) => declare(event.currentTarget.value as Contract)}>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {contractName(WORDS[kind] ?? "grand")}
              </option>
            ))}
          </select>
        </label>
        <SeatChoice label={t("soloist")} value={soloist} choose={alone} />
        <SeatChoice label={t("leads")} value={leader} choose={lead} />
        <button type="button" onClick={rest}>
          {t("dealRest")}
        </button>
        <button type="button" onClick={() => put({})}>
          {t("clear")}
        </button>
        <button type="button" class="primary" disabled={at(soloist).length === 0} onClick={() => void read("skat", text())}>
          {t("setUp")}
        </button>
      </div>
    </details>
  );
}

function SeatChoice(props: { label: string; value: number; choose: (seat: number) => void }): JSX.Element {
  return (
    <label>
      {props.label}{" "}
      <select value={props.value} onChange={(event) => props.choose(Number(event.currentTarget.value))}>
        {PLACES.slice(0, 3).map((place, k) => (
          <option key={place} value={k}>
            {t(place)}
          </option>
        ))}
      </select>
    </label>
  );
}
