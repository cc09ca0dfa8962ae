/**
 * Learning from mistakes: the person chooses again where the player erred, and the answer is judged
 * by the player's knowledge.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asError } from "../api";
import { numberOf } from "../cards/order";
import { Felt } from "../board/page";
import { ask, observer, position } from "../board/store";
import { Problem } from "../problem";
import type { GradedMove } from "../types";
import { t } from "../words";
import { moveName, pairIn, saidName } from "../words/cards";
import { percent } from "../words/numbers";
import { shownPlayers, usePosition } from "./board";
import type { Reviewed } from "./deal";
import { gradeText } from "./grades";

interface Answer {
  move: string;
  graded: GradedMove;
}

export function Lesson(props: {
  deal: Reviewed;
  /** The indices of the player's mistakes among the moves. */
  places: readonly number[];
  grades: readonly GradedMove[];
  seat: number;
  names: readonly string[];
  onEnd: () => void;
}): JSX.Element {
  const { deal, places, grades, seat } = props;
  const [number, next] = useState(0);
  const [answer, judge] = useState<Answer | null>(null);
  const [asking, wait] = useState(false);
  const [hinted, showHint] = useState(false);
  const [chosen, select] = useState<readonly string[]>([]); // the cards chosen so far, where two are pushed on
  const [error, fail] = useState<Error | string>("");
  const at = places[number] ?? 0;
  usePosition(deal, at);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = observer.value;
    observer.value = seat;
    return () => {
      observer.value = before;
    };
  }, []);
  const place = position.value;
  useEffect(() => box.current?.scrollIntoView(), [place]); // so that question, cards and answer fit on the screen
  const played = deal.moves[at];
  const hint = grades[at]?.advice ?? "";
  const inWords = (move: string) => moveName(move, place?.trump);
  const taking = ["pick up", "push unseen"].includes(played?.name ?? "");
  const pushing = pairIn(played?.name ?? "").length > 0;
  const asked = useRef(0); // counts requests and positions; answers to earlier requests are ignored
  const choose = (action: number, card: string) => {
    const others = chosen.filter((one) => one !== card);
    const now = [...others, card].sort((x, y) => numberOf(x) - numberOf(y));
    if (pushing && now.length < 2) {
      select(chosen.length > 0 ? others : now); // a second click on a card takes it back
      return;
    }
    select([]);
    const [actions, move] = pushing ? [now.map(numberOf), now.join(" ")] : [[action], card];
    const question = ++asked.current;
    const ifCurrent = (show: () => void) => {
      if (question === asked.current) show();
    };
    wait(true);
    fail("");
    ask(deal.pack, "judge", { text: deal.text, at: deal.first + at, actions })
      .then((graded) => ifCurrent(() => judge({ move, graded })))
      .catch((problem: unknown) => ifCurrent(() => fail(asError(problem))))
      .finally(() => ifCurrent(() => wait(false)));
  };
  const go = () => {
    asked.current += 1;
    wait(false);
    fail("");
    judge(null);
    select([]);
    showHint(false);
    next(number + 1);
  };
  const chance = (graded: GradedMove | undefined, value: number | null | undefined): string => {
    if (!graded || value == null || !place) return "";
    const own = deal.pack === "skat" ? seat === place.soloist : seat === 0;
    return ` (${percent(own ? value : 1 - value)})`;
  };
  return (
    <div class="lesson" ref={box}>
      <p class="question">
        {t(pushing ? "lessonPush" : taking ? "lessonSkat" : "lesson", {
          number: number + 1,
          count: places.length,
          move: taking ? saidName(played?.name ?? "") : inWords(played?.name ?? ""),
          grade: gradeText(grades[at]),
        })}
      </p>
      {place && <Felt pack={deal.pack} place={place} players={shownPlayers(deal, props.names)} onMove={choose} pushed={pushing ? new Set(chosen) : undefined} />}
      <p role="status" class="answer">
        {asking && t("thinking")}
        {!asking && answer && `${inWords(answer.move)}${chance(answer.graded, answer.graded.chance)}: `}
        {!asking && answer && (answer.graded.grade ? `${gradeText(answer.graded)}. ${t("lessonAgain")}` : t("lessonGood"))}
        {hinted && ` ${t("hint")}: ${inWords(hint)}${chance(grades[at], grades[at]?.best_chance)}.`}
      </p>
      {error && <Problem problem={error} />}
      <div class="buttons">
        {!hinted && (
          <button type="button" onClick={() => showHint(true)}>
            {t("showHint")}
          </button>
        )}
        {number + 1 < places.length && (
          <button type="button" class={answer && !answer.graded.grade ? "primary" : ""} onClick={go}>
            {t("nextMistake")}
          </button>
        )}
        <button type="button" onClick={props.onEnd}>
          {t("endLesson")}
        </button>
      </div>
    </div>
  );
}
