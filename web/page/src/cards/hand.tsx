/** Hands of cards; those that may be chosen are buttons. */
import type { ComponentChildren, JSX } from "preact";
import { language } from "../settings";
import { t } from "../words";
import { cardName } from "../words/cards";
import { Back, Face } from "./face";

export interface HandProps {
  cards: readonly string[];
  label: string;
  playable?: ReadonlySet<string> | undefined;
  chosen?: ReadonlySet<string> | undefined;
  /** The cards just picked up from the skat. */
  fresh?: ReadonlySet<string> | undefined;
  onChoose?: ((card: string) => void) | undefined;
  /** The content above a card, such as the bar of a hint. */
  above?: ((card: string) => ComponentChildren) | undefined;
  small?: boolean;
}

/** Move the focus between buttons by arrow keys, cyclically, or by Home and End; return the button that now has it. */
export function arrows(event: KeyboardEvent): HTMLButtonElement | undefined {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: 1, End: -1 }[event.key];
  if (!step) return undefined;
  const list = event.currentTarget as HTMLElement;
  const buttons = [...list.querySelectorAll<HTMLButtonElement>("button:not([disabled])")];
  // Home and End start before the first and after the last button.
  const ends: Record<string, number> = { Home: -1, End: buttons.length };
  const at = ends[event.key] ?? buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next?.focus();
  event.preventDefault();
  return next;
}

export function Hand(props: HandProps): JSX.Element {
  const { cards, playable, chosen, fresh, onChoose, above } = props;
  return (
    <ul class={props.small ? "hand small" : "hand"} aria-label={props.label} onKeyDown={arrows}>
      {cards.map((card) => {
        const may = playable?.has(card) ?? false;
        const classes = ["card"];
        if (chosen?.has(card)) classes.push("chosen");
        if (fresh?.has(card)) classes.push("fresh");
        if (playable && !may) classes.push("dim");
        const name = fresh?.has(card) ? t("fromSkat", { card: cardName(card) }) : cardName(card);
        return (
          <li key={card} class="slot">
            {above?.(card)}
            {onChoose && may ? (
              <button
                type="button"
                class={classes.join(" ")}
                data-card={card}
                aria-label={name}
                aria-pressed={chosen ? chosen.has(card) : undefined}
                onClick={() => onChoose(card)}
              >
                <Face card={card} language={language.value} />
              </button>
            ) : (
              <span class={classes.join(" ")} data-card={card} role="img" aria-label={name}>
                <Face card={card} language={language.value} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Show cards face down. */
export function Backs(props: { count: number; label: string }): JSX.Element {
  return (
    <div class="backs" role="img" aria-label={props.label}>
      {Array.from({ length: props.count }, (_, k) => (
        <span key={k} class="card">
          <Back />
        </span>
      ))}
    </div>
  );
}

/** Show a card that lies on the table. */
export function TableCard(props: { card: string; class?: string }): JSX.Element {
  return (
    <span class={`card ${props.class ?? ""}`} data-card={props.card} role="img" aria-label={cardName(props.card)}>
      <Face card={props.card} language={language.value} />
    </span>
  );
}
