/** The shared parts of all tables: names, the trick, buttons. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TableCard } from "../cards/hand";
import { t } from "../words";
import { agentName, numbered } from "../words/names";
import type { Table } from "../types";
import type { SeatStore } from "./seat";
import type { Trick } from "./steps";

/** Return the name of a player of the deal. */
export function nameOf(store: SeatStore, player: number): string {
  const table = store.table.value;
  return table ? seatNames(table, store.place.value.seat)[(store.firstSeat.value + player) % table.seats.length] ?? "" : "";
}

/**
 * Return the names of a table's seats; `mine` is -1 for those who sit at none of them. Agents have human names,
 * except where only agents play. At tables with other people these names are marked as agents' and are
 * the same for everybody. Equal names are numbered by seat, beginning with `mine`, or else seat 0.
 */
export function seatNames(table: Table, mine: number): string[] {
  const { seats } = table;
  const people = seats.some((who, seat) => seat !== mine && !who.agent);
  const first = seats.findIndex((who) => !who.agent);
  const plain = seats.map((who, seat) => {
    if (seat === mine) return t("you");
    const own = who.name || t("person", { number: seat });
    if (!who.agent) return who.away ? t("agentFor", { name: own }) : own;
    if (mine < 0 && !people) return who.agent;
    const name = agentName((seat - first + seats.length) % seats.length);
    return people ? `${name} (${t("agent")})` : name;
  });
  return numbered(plain, Math.max(0, mine)).map((name, seat) => (seats[seat]?.taken ? name : t("freeSeat")));
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
      <span class="name" title={props.name}>{props.name}</span>
      {props.role && <Unseen text=", " />}
      {props.role && <span class="role">{props.role}</span>}
      {props.children}
      {props.said && <Unseen text=": " />}
      {props.said && <span class="bubble">{props.said}</span>}
    </div>
  );
}

/** Punctuation that is read aloud and copied; on the screen there are separate boxes instead. */
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

/** Show a name; where space is short, styles hide an agent's mark, which is a separate element. */
export function ShortName(props: { name: string }): JSX.Element {
  const mark = ` (${t("agent")})`;
  if (!props.name.endsWith(mark)) return <span>{props.name}</span>;
  return (
    <span>
      {props.name.slice(0, -mark.length)}
      <span class="mark">{mark}</span>
    </span>
  );
}

/** Show the trick that was taken last; without one, keep the space free. */
export function LastTrick(props: { trick: Trick | undefined; name: (seat: number) => string }): JSX.Element {
  const { trick, name } = props;
  return (
    <div class="last" role="group" aria-label={t("lastTrick")}>
      <h2>{t("lastTrick")}</h2>
      {trick && (
        <>
          <ul>
            {trick.cards.map(({ seat, card }) => (
              <li key={card} class={seat === trick.winner ? "won" : ""}>
                <TableCard card={card} />
                <ShortName name={name(seat)} />
              </li>
            ))}
          </ul>
          {trick.winner !== undefined && <p class="visually-hidden">{takenBy(name(trick.winner))}</p>}
        </>
      )}
    </div>
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

/** Show the buttons for hint and undo, and those of the game. */
export function Tools(props: { store: SeatStore; children?: ComponentChildren }): JSX.Element {
  const { store } = props;
  const turn = Boolean(store.turn.value) && store.caughtUp.value;
  return (
    <div class="tools" role="toolbar" aria-label={t("tools")}>
      {store.hinted.value && (
        <button type="button" data-tool="hint" disabled={!turn || store.asking.value} onClick={() => store.askHint()}>
          {t("hint")}
        </button>
      )}
      {store.undoable.value && <Undo store={store} />}
      {props.children}
    </div>
  );
}

export function Undo(props: { store: SeatStore }): JSX.Element {
  const { store } = props;
  return (
    <button type="button" data-tool="undo" disabled={!store.decided.value} onClick={() => store.undo()}>
      {t("undo")}
    </button>
  );
}
