/** The pushes before Ramsch: the pairs of cards that were considered, and what each would have cost. */
import type { JSX } from "preact";
import { Hand } from "../cards/hand";
import { sortedForSkat } from "../cards/order";
import type { MadeMove, PushedPair } from "../types";
import { t, together } from "../words";
import { cardName, moveName, saidName } from "../words/cards";
import { number, percent } from "../words/numbers";
import type { Reviewed } from "./deal";
import { gradeText, hintText, type Graded } from "./grades";
import type { Row } from "./moves";

type Move = Reviewed["moves"][number];

/** Return the decisions before Ramsch among its moves: to take up the skat or to push it on, and each pair of cards. */
export function pushesOf(moves: readonly MadeMove[]): Move[] {
  return moves.flatMap((move, k) => {
    if (move.name === "push unseen") return [move];
    const [first, second] = moves.slice(k + 1, k + 3);
    if (move.name !== "pick up" || !first || !second) return [];
    return [move, { ...first, name: `${first.name} ${second.name}` }];
  });
}

export function rowOfPush(move: Move, names: readonly string[], graded: Graded | undefined): Row {
  return {
    trick: "",
    player: names[move.seat] ?? "",
    move: saidName(move.name),
    seen: "",
    hint: hintText(graded, move.name, moveName, (chance) => chance),
    grade: graded?.grade ?? "",
    gradeText: gradeText(graded),
    worth: "",
    lost: "",
    turned: false,
  };
}

/** Show the graded pushes; `titles` are the players' names with their seats. */
export function Pushes(props: { moves: readonly Move[]; grades: readonly Graded[]; titles: readonly string[] }): JSX.Element | null {
  const { moves, grades, titles } = props;
  if (moves.length === 0) return null;
  return (
    <section class="box pushreview">
      <h2>{t("pushReview")}</h2>
      {moves.map((move, k) => {
        const graded = grades[k];
        return graded && <OnePush key={move.at} move={move} graded={graded} title={titles[move.seat] ?? ""} />;
      })}
      {grades.length < moves.length && <p role="status">{t("thinking")}</p>}
      <p class="note">{t("pushHelp")}</p>
    </section>
  );
}

function OnePush(props: { move: Move; graded: Graded; title: string }): JSX.Element | null {
  const { move, graded, title } = props;
  if (move.name === "pick up" && !graded.grade) return null; // followed by the pair
  const pushed = graded.pairs ? t("pushedPair", { cards: moveName(move.name) }) : saidName(move.name);
  return (
    <>
      <h3>
        {title}: {pushed}
        {graded.grade && ` – ${gradeText(graded)}`}
      </h3>
      <Hand small cards={sortedForSkat(graded.cards ?? [], "G")} label={t("dealtTo", { name: title })} />
      {!graded.pairs && graded.grade && <p>{t(graded.advice === "push unseen" ? "betterUnseen" : "betterTaken")}</p>}
      {graded.pairs && (
        <ul class="contracts">
          {graded.pairs.map((pair) => (
            <li key={pair.cards.join()}>
              <Pair pair={pair} pushed={move.name} hint={graded.advice ?? ""} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Show a pair with the share of layouts that it loses, and its cost against the hint. */
function Pair(props: { pair: PushedPair; pushed: string; hint: string }): JSX.Element {
  const { pair, pushed, hint } = props;
  const name = pair.cards.join(" ");
  const marks = [...(name === pushed ? [t("wasPushed")] : []), ...(name === hint ? [t("hint")] : [])];
  return (
    <>
      <b>{together(pair.cards.map(cardName))}</b>
      {marks.length > 0 && ` (${marks.join(", ")})`}: {t("pushLoses", { share: percent(pair.lost) })}
      {pair.cost > 0 && `; ${t("pushCosts", { points: number(pair.cost, 1) })}`}
    </>
  );
}
