/** The part that the editors of Skat and Schnapsen share: cards are clicked or dragged to places. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Face } from "../cards/face";
import { arrows } from "../cards/hand";
import { ShortCards } from "../cards/short";
import { language } from "../settings";
import { t } from "../words";
import { cardName } from "../words/cards";

export interface PlaceOf {
  name: string;
  /** The number of cards up to which `deal` fills the place; 0: it deals none there. */
  size: number;
  /** Another place whose cards count as lying in this one. */
  shared?: number;
  /** Another place: cards put in this one are only known not to lie there. */
  never?: number;
}

/** The places of the cards; each place keeps its cards in the order in which they were put there. */
export class Places {
  constructor(
    readonly all: readonly string[],
    readonly places: readonly PlaceOf[],
    private readonly lying: ReadonlyMap<string, number>,
    private readonly put: (lying: ReadonlyMap<string, number>) => void,
  ) {}

  at(place: number): string[] {
    return [...this.lying].filter(([, where]) => where === place).map(([card]) => card);
  }

  where(card: string): number | undefined {
    return this.lying.get(card);
  }

  /** Put a card in a place, or remove it if it lies there. */
  set(card: string, place: number): void {
    const next = new Map(this.lying);
    next.delete(card);
    if (this.lying.get(card) !== place) next.set(card, place);
    this.put(next);
  }

  clear(): void {
    this.put(new Map());
  }

  /** Deal the free cards at random, to each place up to its size. */
  deal(): void {
    const never = (card: string) => this.places[this.lying.get(card) ?? -1]?.never;
    const free = this.all.filter((card) => !this.lying.has(card) || never(card) !== undefined);
    for (let k = free.length - 1; k > 0; k--) {
      const j = Math.floor(Math.random() * (k + 1));
      [free[k], free[j]] = [free[j] ?? "", free[k] ?? ""];
    }
    const next = new Map(this.lying);
    for (const [place, { size, shared }] of this.places.entries()) {
      const lying = this.at(place).length + (shared === undefined ? 0 : this.at(shared).length);
      for (let count = lying; count < size; count++) {
        const at = free.findIndex((card) => never(card) !== place);
        for (const card of at < 0 ? [] : free.splice(at, 1)) next.set(card, place);
      }
    }
    this.put(next);
  }
}

export function usePlaces(all: readonly string[], places: readonly PlaceOf[]): Places {
  const [lying, put] = useState<ReadonlyMap<string, number>>(new Map());
  return new Places(all, places, lying, put);
}

export function Setter(props: {
  title: string;
  help?: string;
  wide: number;
  places: Places;
  sorted: (cards: readonly string[], place: number) => readonly string[];
  children: ComponentChildren;
}): JSX.Element {
  const { places, title } = props;
  const [target, aim] = useState(0);
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    const card = event.dataTransfer?.getData("text/plain") ?? "";
    if (places.all.includes(card) && places.where(card) !== place) places.set(card, place);
  };
  return (
    <section class="box editor">
      <p>
        {t("setHelp")} {props.help}
      </p>
      <div class="kinds" role="radiogroup" aria-label={t("place")} onKeyDown={(event) => arrows(event)?.click()}>
        {places.places.map(({ name }, k) => (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={target === k}
            class={target === k ? "kind on" : "kind"}
            onClick={() => aim(k)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, k)}
          >
            <span class={`dot at-${k}`} /> {name} ({places.at(k).length})
          </button>
        ))}
      </div>
      <div class="laying">
      <div class={`pool wide-${props.wide}`} role="group" aria-label={title}>
        {places.all.map((card) => {
          const where = places.where(card);
          return (
            <button
              key={card}
              type="button"
              class={`card at-${where ?? "none"}`}
              aria-label={`${cardName(card)}: ${where === undefined ? "–" : places.places[where]?.name}`}
              draggable
              onDragStart={(event) => event.dataTransfer?.setData("text/plain", card)}
              onClick={() => places.set(card, target)}
            >
              <Face card={card} language={language.value} />
            </button>
          );
        })}
      </div>
      <div class="set">
        {places.places.map(({ name }, k) => (
          <p key={name} onDragOver={(event) => event.preventDefault()} onDrop={(event) => drop(event, k)}>
            <b>{name}</b> {places.at(k).length > 0 ? <ShortCards cards={props.sorted(places.at(k), k)} /> : "–"}
          </p>
        ))}
      </div>
      </div>
      <div class="row">
        {props.children}
        <button type="button" onClick={() => places.deal()}>
          {t("dealRest")}
        </button>
        <button type="button" onClick={() => places.clear()}>
          {t("clear")}
        </button>
      </div>
    </section>
  );
}

/** Show a choice of a seat, or with `none` also of no seat. */
export function SeatChoice(props: {
  label: string;
  names: readonly string[];
  value: number;
  none?: string;
  choose: (seat: number) => void;
}): JSX.Element {
  return (
    <label>
      {props.label}{" "}
      <select value={props.value} onChange={(event) => props.choose(Number(event.currentTarget.value))}>
        {props.none !== undefined && <option value={-1}>{props.none}</option>}
        {props.names.map((name, k) => (
          <option key={name} value={k}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
