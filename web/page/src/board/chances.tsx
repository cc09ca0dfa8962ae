/** The probability of each place of each unseen card, and an agent's advice. */
import type { JSX } from "preact";
import { t } from "../words";
import { ShortCard } from "../cards/short";
import { PACK } from "../cards/order";
import { moveName } from "../words/cards";
import { number, percent } from "../words/numbers";
import type { Hint } from "../types";
import { busy, knowledge, line, observer, position } from "./store";
import { seatName } from "./names";

export function Chances(): JSX.Element | null {
  const known = knowledge.value;
  const now = line.value;
  if (observer.value < 0 || !now) return null;
  if (!known) return <p role="status">{busy.value ? t("thinking") : ""}</p>;
  const heads =
    now.pack === "skat"
      ? [...[0, 1, 2].map((seat) => seatName("skat", seat, [])), t("skat")]
      : [seatName("schnapsen", 1 - known.seat, now.players), t("talon")];
  const cards = Object.keys(known.chances).sort((a, b) => PACK.indexOf(a) - PACK.indexOf(b));
  return (
    <section class="chances">
      <p>
        {known.possible !== null && t("worlds", { count: known.possible })}
      </p>
      {known.advice && <Advice advice={known.advice} />}
      {cards.length > 0 && (
        <table class="heat">
          <caption>{t("unseen")}</caption>
          <thead>
            <tr>
              <td />
              {heads.map((head, k) =>
                now.pack === "skat" && k === known.seat ? null : (
                  <th scope="col" key={k}>
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {cards.map((card) => (
              <tr key={card}>
                <th scope="row">
                  <ShortCard card={card} />
                </th>
                {known.chances[card]?.map((chance, k) =>
                  now.pack === "skat" && k === known.seat ? null : (
                    <td key={k} class={`heat-${Math.round(chance * 5)}`}>
                      {percent(chance)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** List an agent's scores of the moves, and the probabilities of winning if there are any. */
function Advice(props: { advice: Hint }): JSX.Element {
  const { advice } = props;
  const moves = advice.moves
    .filter((move) => move.score != null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const chances = advice.gauge?.kind === "chance";
  return (
    <table class="texts">
      <caption>{t("hintSays", { agent: advice.agent, move: moveName(advice.move, position.value?.trump) })}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("worth")}</th>
          {chances && <th scope="col">{t(advice.gauge?.label === "open hands" ? "openWorth" : "chance")}</th>}
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.move}>
            <th scope="row">{moveName(move.move, position.value?.trump)}</th>
            <td>{number(move.score ?? 0, 1)}</td>
            {chances && <td>{move.gauge == null ? "–" : percent(move.gauge)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
