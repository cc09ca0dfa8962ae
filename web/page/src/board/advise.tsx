/** An agent's advice on a Skat position, typed or pasted as text, as one player sees it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asError } from "../api";
import { Hand, TableCard } from "../cards/hand";
import { sortedForSkat, type Contract } from "../cards/order";
import { Problem } from "../problem";
import { gaugeText, HintContent } from "../table/hint";
import type { SkatAdvice } from "../types";
import { t } from "../words";
import { ask } from "./store";

const EXAMPLE = "seat=1 hand=HJ,C9,SA,ST,S8,H8,H7,DT,DK,D9 soloist=0 bid=18 contract=C plays=CJ";

/** Ask for advice on a text; `given`: a text from elsewhere on the page, which replaces the one typed. */
export function Advise(props: { given: string }): JSX.Element {
  const [text, type] = useState("");
  const [found, show] = useState<SkatAdvice | null>(null);
  const [state, setState] = useState<Error | string>("");
  const asked = useRef(0); // counts requests and edits; only an answer to the latest is shown
  const edit = (changed: string) => {
    asked.current += 1;
    type(changed);
    show(null);
    setState("");
  };
  useEffect(() => {
    if (props.given) edit(props.given);
  }, [props.given]);
  const submit = () => {
    const question = ++asked.current;
    const finish = (answer: SkatAdvice | null, problem: Error | string) => {
      if (question !== asked.current) return;
      show(answer);
      setState(problem);
    };
    show(null);
    setState(t("thinking"));
    ask("skat", "advice", { text }).then(
      (answer) => finish(answer, ""),
      (problem: unknown) => finish(null, asError(problem)),
    );
  };
  return (
    <section class="box advise">
      <p>{t("adviseHelp")}</p>
      <p>
        <button type="button" class="plain-button" onClick={() => edit(EXAMPLE)}>
          <code>{EXAMPLE}</code>
        </button>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <textarea
          rows={3}
          aria-label={t("whatToPlay")}
          value={text}
          spellcheck={false}
          onInput={(event) => edit(event.currentTarget.value)}
        />
        <div class="row">
          <button type="submit" class="primary" disabled={!text.trim()}>
            {t("askAdvice")}
          </button>
          <span role="status">{typeof state === "string" && state}</span>
        </div>
      </form>
      {state instanceof Error && <Problem problem={state} otherwise="notRead" />}
      {found && <Advised found={found} />}
    </section>
  );
}

function Advised(props: { found: SkatAdvice }): JSX.Element {
  const { advice, hand, trick, letter } = props.found;
  const figure = (card: string) => {
    const move = advice.moves.find((some) => some.move === card);
    if (!advice.gauge || move?.gauge == null) return null;
    const best = advice.best.includes(card) ? " best" : "";
    return <span class={`value thought${best}`}>{gaugeText(advice.gauge, move.gauge)}</span>;
  };
  return (
    <>
      {trick.length > 0 && (
        <div class="boardtrick" role="group" aria-label={t("trick")}>
          {trick.map((card) => (
            <TableCard key={card} card={card} />
          ))}
        </div>
      )}
      <div class="boardhand">
        <Hand cards={sortedForSkat(hand, (letter || "G") as Contract)} label={t("yourHand")} above={figure} />
      </div>
      <HintContent hint={advice} trump={undefined} />
    </>
  );
}
