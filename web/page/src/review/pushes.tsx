/** The pushes before Ramsch: the pairs of cards that were considered, and what each would have cost. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { ask } from "../board/store";
import { Hand } from "../cards/hand";
import { sortedForSkat } from "../cards/order";
import { Problem } from "../problem";
import type { PushedHand, PushedPair } from "../types";
import { t, together } from "../words";
import { cardName } from "../words/cards";
import { number, percent } from "../words/numbers";
import { gradeText } from "./grades";
import { titlesOf } from "./names";

export function Pushes(props: { text: string; seats: readonly number[]; names: readonly string[] }): JSX.Element | null {
  const { text, seats } = props;
  const [hands, show] = useState<readonly PushedHand[]>([]);
  const [error, fail] = useState<Error | string>("");
  useEffect(() => {
    let stopped = false;
    show([]);
    fail("");
    void (async () => {
      for (const seat of seats) {
        if (stopped) return;
        const found = await ask("skat", "pushes", { text, seat });
        if (!stopped) show((before) => [...before, ...found.hands]);
      }
    })().catch((problem: unknown) => {
      if (!stopped) fail(asError(problem));
    });
    return () => {
      stopped = true;
    };
  }, [text]);
  if (seats.length === 0) return null;
  const titles = titlesOf(props.names, -1);
  return (
    <section class="box pushreview">
      <h2>{t("pushReview")}</h2>
      {hands.map((hand) => (
        <OneHand key={hand.seat} hand={hand} title={titles[hand.seat] ?? ""} />
      ))}
      {error && <Problem problem={error} />}
      {!error && hands.length < seats.length && <p role="status">{t("thinking")}</p>}
      <p class="note">{t("pushHelp")}</p>
    </section>
  );
}

function OneHand(props: { hand: PushedHand; title: string }): JSX.Element {
  const { hand, title } = props;
  const { advice, grade } = hand.taking;
  const pushed = hand.unseen ? t("pushedUnseen") : t("pushedPair", { cards: together(hand.pushed.map(cardName)) });
  return (
    <>
      <h3>
        {title}: {pushed}
        {hand.grade && ` – ${t(hand.grade)}`}
      </h3>
      <Hand small cards={sortedForSkat(hand.cards, "G")} label={t("dealtTo", { name: title })} />
      {grade && (
        <p>
          {gradeText(hand.taking)}: {t(advice === "push unseen" ? "betterUnseen" : "betterTaken")}
        </p>
      )}
      <ul class="contracts">
        {hand.pairs.map((pair) => (
          <li key={pair.cards.join()}>
            <Pair pair={pair} hand={hand} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Show a pair with the share of layouts in which it loses, and its cost against the hint. */
function Pair(props: { pair: PushedPair; hand: PushedHand }): JSX.Element {
  const { pair, hand } = props;
  const same = (cards: readonly string[]) => cards.join() === pair.cards.join();
  const marks = [...(same(hand.pushed) ? [t("wasPushed")] : []), ...(same(hand.hint) ? [t("hint")] : [])];
  return (
    <>
      <b>{together(pair.cards.map(cardName))}</b>
      {marks.length > 0 && ` (${marks.join(", ")})`}: {t("pushLoses", { share: percent(pair.lost) })}
      {pair.cost > 0 && `; ${t("pushCosts", { points: number(pair.cost, 1) })}`}
    </>
  );
}
