/** What the soloist needs where the game is worth less than the bid, as the rules have it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import { GAMES } from "../board/store";
import { CONTRACTS } from "../cards/order";
import type { SkatView } from "../types";
import { t } from "../words";

const ALL_POINTS = 120;

interface Short {
  worth: number;
  /** Card points; more than there are: all tricks; null: nothing helps. */
  goal: number | null;
}

/** Beside the bid, for the soloist alone; of a game from the hand nobody knows it. */
export function Needed(props: { view: SkatView; me: number }): JSX.Element | null {
  const { view, me } = props;
  const [short, tell] = useState<Short | null>(null);
  const contract = CONTRACTS[view.contract];
  const asks = view.soloist === me && !view.hand_game && view.bid > 0 && contract !== undefined;
  const twelve = [...view.hand, ...(view.played[me]?.cards ?? []), ...view.skat].sort().join(" ");
  useEffect(() => {
    tell(null);
    if (!asks) return;
    const question = { contract, bid: view.bid, cards: twelve, matadors: view.given_matadors };
    void post<{ short: Short | null }>(`/api/boards/${GAMES.skat}/short`, question)
      .then((answer) => tell(answer.short))
      .catch(() => undefined);
  }, [asks, contract, view.bid, twelve, view.given_matadors]);
  if (!short) return null;
  return <small class="needed">{inWords(short)}</small>;
}

function inWords({ worth, goal }: Short): string {
  if (goal === null) return t("nothingHelps", { worth });
  return goal > ALL_POINTS ? t("tricksNeeded", { worth }) : t("pointsNeeded", { worth, points: goal });
}
