/** The soloist's goal if the game is worth less than the bid. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../board/store";
import { CONTRACTS } from "../cards/order";
import type { Short, SkatView } from "../types";
import { t } from "../words";

export const ALL_POINTS = 120;

/** Show the goal beside the bid, only to the soloist. In a hand game nobody knows the goal. */
export function Needed(props: { view: SkatView; me: number }): JSX.Element | null {
  const { view, me } = props;
  const contract = CONTRACTS[view.contract] ?? "";
  const short = useShort(view, me, contract)[contract];
  return short ? <small class="needed">{neededInWords(short)}</small> : null;
}

/** Return, by letter, those contracts in which the soloist's game is worth less than the bid. */
export function useShort(view: SkatView, me: number, contracts: string): Record<string, Short> {
  const [short, setShort] = useState<Record<string, Short>>({});
  const asks = view.soloist === me && !view.hand_game && view.bid > 0 && contracts !== "";
  const twelve = [...view.hand, ...(view.played[me]?.cards ?? []), ...view.skat].sort().join(" ");
  useEffect(() => {
    setShort({});
    if (!asks) return;
    const question = { contracts, bid: view.bid, cards: twelve, matadors: view.given_matadors };
    void ask("skat", "short", question)
      .then((answer) => setShort(answer.short))
      .catch(() => undefined);
  }, [asks, contracts, view.bid, twelve, view.given_matadors]);
  return short;
}

export function neededInWords({ worth, goal }: Short): string {
  if (goal === null) return t("nothingHelps", { worth });
  return goal > ALL_POINTS ? t("tricksNeeded", { worth }) : t("pointsNeeded", { worth, points: goal });
}
