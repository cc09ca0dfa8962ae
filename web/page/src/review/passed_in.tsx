/** A deal of Skat that was passed in: the worth of each hand, and who should have bid. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError } from "../api";
import { ask } from "../board/store";
import { Hand } from "../cards/hand";
import { sortedForSkat } from "../cards/order";
import { contractLine } from "../table/hint";
import type { BidReview, PassedHand } from "../types";
import { t, together } from "../words";
import { percent, signed } from "../words/numbers";
import { namesOf, titlesOf, useSeated } from "./names";
import { Unreadable } from "./unreadable";

const MOST_CONTRACTS = 3;

export function PassedIn(props: { text: string }): JSX.Element {
  const [review, show] = useState<BidReview | null>(null);
  const [error, fail] = useState<Error | null>(null);
  useEffect(() => {
    ask("skat", "bidding", { text: props.text }).then(show, (problem: unknown) => fail(asError(problem)));
  }, [props.text]);
  const players = useSeated(props.text, review?.players);
  if (error) return <Unreadable problem={error} />;
  if (!review) return <p role="status">{t("thinking")}</p>;
  const names = namesOf(players);
  const titles = titlesOf(names, -1);
  const bidders = review.hands.filter((hand) => hand.should_bid).map((hand) => names[hand.seat] ?? "");
  return (
    <section class="box passedin">
      <h2>{t("passedIn")}</h2>
      <p class="verdict">
        {bidders.length > 0 ? t("someShouldBid", { names: together(bidders) }) : t("nobodyShouldBid")}
      </p>
      {review.hands.map((hand) => (
        <OneHand key={hand.seat} hand={hand} title={titles[hand.seat] ?? ""} />
      ))}
      <h3>{t("skat")}</h3>
      <Hand small cards={review.skat} label={t("skat")} />
      <p class="note">{t("bidWorthHelp")}</p>
    </section>
  );
}

function OneHand(props: { hand: PassedHand; title: string }): JSX.Element {
  const { hand, title } = props;
  return (
    <>
      <h3>
        {title}: {t(hand.should_bid ? "shouldBid" : "rightPass")}
      </h3>
      <Hand small cards={sortedForSkat(hand.cards, "G")} label={t("dealtTo", { name: title })} />
      <p>{t("bidWorth", { chance: percent(hand.chance), score: signed(Math.round(hand.score)) })}</p>
      <ul class="contracts">
        {hand.contracts.slice(0, MOST_CONTRACTS).map((contract) => (
          <li key={contract.declaration}>{contractLine(contract)}</li>
        ))}
      </ul>
    </>
  );
}
