/** The shared parts of all tables: names, the trick, hints, buttons. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TableCard } from "../cards/hand";
import { t, together } from "../words";
import { cardName, contractInText, declarationName, moveName } from "../words/cards";
import { numbered } from "../words/names";
import { number, percent } from "../words/numbers";
import type { ContractHint, Gauge, Hint, Inference, Table } from "../types";
import type { SeatStore } from "./seat";
import type { Trick } from "./steps";

/** Return the name of a player of the deal. */
export function nameOf(store: SeatStore, player: number): string {
  const table = store.table.value;
  return table ? seatNames(table, store.place.value.seat)[(store.firstSeat.value + player) % table.seats.length] ?? "" : "";
}

/** Return the names of a table's seats. Equal names are numbered from the left of `mine` on (-1: a spectator). */
export function seatNames(table: Table, mine: number): string[] {
  const { seats } = table;
  const plain = seats.map((who, seat) => (seat === mine ? t("you") : who.agent || who.name || t("person", { number: seat + 1 })));
  return numbered(plain, Math.max(0, mine));
}

export function Nameplate(props: {
  name: string;
  active: boolean;
  role?: string;
  said?: string | undefined;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={props.active ? "plate active" : "plate"}>
      <span class="name">{props.name}</span>
      {props.role && <Unseen text=", " />}
      {props.role && <span class="role">{props.role}</span>}
      {props.children}
      {props.said && <Unseen text=": " />}
      {props.said && <span class="bubble">{props.said}</span>}
    </div>
  );
}

/** Punctuation that is spoken and copied, where the eye sees separate boxes. */
function Unseen(props: { text: string }): JSX.Element {
  return <span class="visually-hidden">{props.text}</span>;
}

/** Show the cards on the table, each on its player's side. */
export function TrickOnTable(props: {
  trick: Trick | undefined;
  me: number;
  players: number;
  leaving: boolean;
}): JSX.Element {
  const { trick, me, players } = props;
  return (
    <div class={props.leaving ? "trick leaving" : "trick"} aria-live="polite" aria-label={t("trick")}>
      {trick?.cards.map(({ seat, card }) => (
        <TableCard key={card} card={card} class={`from-${place(seat, me, players)}`} />
      ))}
    </div>
  );
}

export function place(seat: number, me: number, players: number): string {
  const away = (seat - me + players) % players;
  if (away === 0) return "me";
  if (players === 2) return "top";
  return away === 1 ? "left" : "right";
}

export function LastTrick(props: { trick: Trick | undefined; name: (seat: number) => string }): JSX.Element | null {
  const { trick, name } = props;
  if (!trick) return null;
  return (
    <details class="last">
      <summary>{t("lastTrick")}</summary>
      <ul>
        {trick.cards.map(({ seat, card }) => (
          <li key={card}>
            <TableCard card={card} />
            <span>{name(seat)}</span>
          </li>
        ))}
      </ul>
      {trick.winner !== undefined && <p>{takenBy(name(trick.winner))}</p>}
    </details>
  );
}

function takenBy(name: string): string {
  return name === t("you") ? t("takenByYou") : t("takenBy", { name });
}

/** Ask for confirmation in a dialog. */
export function Ask(props: {
  text: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="ask" onCancel={props.onNo} aria-label={t("sure")}>
      <p>{props.text}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={props.onYes}>
          {props.yes}
        </button>
        <button type="button" onClick={props.onNo}>
          {t("back")}
        </button>
      </div>
    </dialog>
  );
}

/** Draw the bar above a card in a hint: the figure by which the agent compares moves. */
export function HintBar(props: { store: SeatStore; card: string }): JSX.Element | null {
  const hint = props.store.hint.value;
  if (!hint) return null;
  const value = hint.moves.find((m) => m.move === props.card)?.gauge;
  const best = hint.best.includes(props.card) || laidAway(hint).includes(props.card);
  if (!hint.gauge || value == null) return best ? <span class="bar best" title={t("suggested")} /> : null;
  const text = gaugeText(hint.gauge, value);
  return (
    <span class={best ? "bar best" : "bar"} title={text}>
      <span class="fill" style={{ height: `${Math.round(100 * heightOf(hint.gauge, value))}%` }} />
      <span class="number">{text}</span>
    </span>
  );
}

export function gaugeText(gauge: Gauge, value: number): string {
  return gauge.kind === "chance" ? percent(value) : number(value, 1);
}

/** Return the two discards that a hint recommends; empty: it is about something else. */
function laidAway(hint: Hint): readonly string[] {
  const first = hint.contracts?.[0]?.discards ?? [];
  return first.includes(hint.move) ? first : [];
}

/** Return the height of a bar, 0 to 1. The lowest score still has a visible bar. */
function heightOf({ kind, scale: [low, high] }: Gauge, value: number): number {
  if (high <= low) return 1;
  const share = (value - low) / (high - low);
  return kind === "chance" ? share : 0.08 + 0.92 * share;
}

/** Show the hint in words, with the bidder's contracts and the agent's inferences. */
export function HintText(props: { store: SeatStore }): JSX.Element | null {
  const { store } = props;
  const hint = store.hint.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [hint]);
  if (store.asking.value) return <p class="hint" role="status">{t("thinking")}</p>;
  if (!hint) return null;
  return (
    <div ref={box} class="hint" role="status">
      <p>{t("hintSays", { agent: hint.agent, move: together(laidAway(hint).map(cardName)) || moveName(hint.move, store.seen.value?.schnapsen?.deal.trump) })}</p>
      {hint.gauge && hint.gauge.label !== "score" && <p>{t(GAUGES[hint.gauge.label])}</p>}
      {hint.contracts && hint.contracts.length > 0 && (
        <ul class="contracts">
          {hint.contracts.slice(0, 4).map((c) => (
            <li key={c.declaration}>
              <b>{declarationName(c.declaration)}:</b> {t("winShare", { share: percent(c.chance) })}
              {contractDetail(c)}
            </li>
          ))}
        </ul>
      )}
      {hint.inferred && <Inferred inferred={hint.inferred} />}
    </div>
  );
}

const GAUGES = {
  "open hands": "openWins",
  playouts: "playedWins",
  search: "chanceBars",
  match: "matchBars",
} as const;

/** Show the discards for a contract, or the share of skats after which it is best. */
function contractDetail(c: ContractHint): string {
  if (c.discards.length > 0) return `; ${t("lay", { cards: together(c.discards.map(cardName)) })}`;
  return (c.chosen ?? 1) < 1 ? `; ${t("bestAfterSkats", { share: percent(c.chosen ?? 1) })}` : "";
}

const PLACES = ["forehand", "middlehand", "rearhand", "skatCards"] as const;

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

/** Return in words the evidence that a player has given. */
function shown(kind: string, what: string): string {
  if (kind === "bid") return t("hasBid", { value: what });
  if (kind === "passed") return t("hasPassed", { value: what });
  if (kind === "declared") return t("hasDeclared", { game: contractInText(what) });
  if (kind === "spared") return t("hasSpared");
  return what === "trumps" ? t("lacksTrumps") : t("lacks", { what: contractInText(what) });
}

/** Show the buttons for hint, undo and giving up. */
export function Tools(props: { store: SeatStore; children?: ComponentChildren }): JSX.Element {
  const { store } = props;
  const turn = Boolean(store.turn.value) && store.caughtUp.value;
  return (
    <div class="tools" role="toolbar" aria-label={t("tools")}>
      {store.hinted.value && (
        <button type="button" disabled={!turn || store.asking.value} onClick={() => store.askHint()}>
          {t("hint")}
        </button>
      )}
      {store.undoable.value && (
        <button type="button" disabled={!store.decided.value} onClick={() => store.undo()}>
          {t("undo")}
        </button>
      )}
      {props.children}
    </div>
  );
}
