/** Cards within text, shown as suit and rank. */
import type { JSX } from "preact";
import { faces, language } from "../settings";
import { cardName } from "../words/cards";
import { indexOf } from "./face";
import { inkOf, Suit } from "./pips";

export function ShortCard(props: { card: string }): JSX.Element {
  const { card } = props;
  const suit = card[0] ?? "";
  return (
    <span class="short" role="img" aria-label={cardName(card)} style={{ color: inkOf(suit, faces.value) }}>
      <Suit suit={suit} faces={faces.value} />
      {indexOf(card[1] ?? "", faces.value, language.value)}
    </span>
  );
}

export function ShortCards(props: { cards: readonly string[] }): JSX.Element {
  return (
    <>
      {props.cards.map((card) => (
        <ShortCard key={card} card={card} />
      ))}
    </>
  );
}
