/** An agent's hint: bars above the cards, and its reasons in words. */
import type { JSX } from "preact";
import type { ContractHint, Gauge, Hint, Inference } from "../types";
import { t, together } from "../words";
import { cardName, contractInText, declarationName, moveName } from "../words/cards";
import { PLACES } from "../words/names";
import { number, percent } from "../words/numbers";
import { because } from "../words/reasons";
import type { SeatStore } from "./seat";

/** Draw the bar above a card in a hint: the figure by which the agent compares moves. */
export function HintBar(props: { store: SeatStore; card: string }): JSX.Element | null {
  const hint = props.store.hint.value;
  if (!hint) return null;
  const pair = pushed(hint);
  const best = [...hint.best, ...laidAway(hint), ...pair].includes(props.card);
  const own = hint.moves.find((m) => m.move === props.card)?.gauge;
  // Both cards to push on have the score of the pair.
  const score = hint.because?.facts.score;
  const value = pair.includes(props.card) && typeof score === "number" ? score : own;
  if (!hint.gauge || value == null) return best ? <span class="bar best" title={t("suggested")} /> : null;
  const text = gaugeText(hint.gauge, value);
  return (
    <span class={best ? "bar best" : "bar"} title={text}>
      <span class="fill" style={{ height: `${Math.round(100 * heightOf(hint.gauge, value))}%` }} />
      <span class="number">{text}</span>
    </span>
  );
}

/** Return the figure of a bar; numbers of three digits have no decimals, since there is no room. */
export function gaugeText(gauge: Gauge, value: number): string {
  return gauge.kind === "chance" ? percent(value) : number(value, Math.abs(value) < 99.5 ? 1 : 0);
}

/** Return the two discards that a hint recommends; empty if it is about something else. */
function laidAway(hint: Hint): readonly string[] {
  const first = hint.contracts?.[0]?.discards ?? [];
  return first.includes(hint.move) ? first : [];
}

/** Return the two cards that a hint recommends to push on before Ramsch; empty if it is about something else. */
function pushed({ because }: Hint): readonly string[] {
  return because?.kind.startsWith("pushes") ? [because.facts.first, because.facts.second].map(String) : [];
}

/** Return the height of a bar, 0 to 1. The lowest score still has a visible bar. */
function heightOf({ kind, scale: [low, high] }: Gauge, value: number): number {
  if (high <= low) return 1;
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return kind === "chance" ? share : 0.08 + 0.92 * share;
}

/** Show the hint in words, with the bidder's contracts and the agent's inferences, in a place of its own. */
export function HintText(props: { store: SeatStore }): JSX.Element | null {
  const { store } = props;
  const hint = store.hint.value;
  if (!store.hinted.value) return null;
  return (
    <div class="hint" role="status" aria-label={t("hint")} tabIndex={hint ? 0 : undefined}>
      <h2>{t("hint")}</h2>
      {store.asking.value ? <p>{t("thinking")}</p> : hint && <HintContent hint={hint} trump={store.seen.value?.schnapsen?.deal.trump} />}
    </div>
  );
}

export function HintContent(props: { hint: Hint; trump: string | undefined }): JSX.Element {
  const { hint } = props;
  const laid = together(laidAway(hint).map(cardName));
  const on = together(pushed(hint).map(cardName));
  const move = laid ? t("lay", { cards: laid }) : on ? t("push", { cards: on }) : moveName(hint.move, props.trump);
  return (
    <>
      <p>{t("hintSays", { agent: hint.agent, move })}</p>
      {hint.because && <p class="because">{because(hint.because)}</p>}
      {hint.gauge && hint.gauge.label !== "score" && <p>{t(GAUGES[hint.gauge.label])}</p>}
      {hint.contracts && hint.contracts.length > 0 && (
        <ul class="contracts">
          {hint.contracts.slice(0, 4).map((c) => (
            <li key={c.declaration}>{contractLine(c)}</li>
          ))}
        </ul>
      )}
      {hint.inferred && <Inferred inferred={hint.inferred} />}
    </>
  );
}

const GAUGES = {
  "open hands": "openWins",
  playouts: "playedWins",
  search: "chanceBars",
  match: "matchBars",
} as const;

/** Show a contract with its chance. */
export function contractLine(c: ContractHint): JSX.Element {
  return (
    <>
      <b>{declarationName(c.declaration)}:</b> {t("winShare", { share: percent(c.chance) })}
      {contractDetail(c)}
    </>
  );
}

/** Show the discards for a contract, or the share of skats after which it is best. */
function contractDetail(c: ContractHint): string {
  if (c.discards.length > 0) return `; ${t("lay", { cards: together(c.discards.map(cardName)) })}`;
  return (c.chosen ?? 1) < 1 ? `; ${t("bestAfterSkats", { share: percent(c.chosen ?? 1) })}` : "";
}

/** List the agent's inferences from the others' bids and cards. */
function Inferred(props: { inferred: readonly Inference[] }): JSX.Element {
  return (
    <ul class="inferred">
      {props.inferred.map((found) => (
        <li key={found.card}>
          <b>{cardName(found.card)}</b>{" "}
          {t("inferred", {
            place: t(PLACES[found.place] ?? "skatCards"),
            chance: percent(found.chance),
            counted: percent(found.counted),
          })}
          {found.because.length > 0 && <>: {found.because.map(([kind, what]) => shown(kind, what)).join(", ")}</>}
        </li>
      ))}
    </ul>
  );
}

/** Return in words the bid, pass, declaration or play from which the agent infers a card. */
function shown(kind: string, what: string): string {
  if (kind === "bid") return t("hasBid", { value: what });
  if (kind === "passed") return t("hasPassed", { value: what });
  if (kind === "declared") return t("hasDeclared", { game: contractInText(what) });
  if (kind === "spared") return t("hasSpared");
  return what === "trumps" ? t("lacksTrumps") : t("lacks", { what: contractInText(what) });
}
