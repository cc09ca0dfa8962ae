/** The analysis board. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Hand, TableCard } from "../cards/hand";
import { isCard, numberOf, sortedForSchnapsen, sortedForSkat, type Contract } from "../cards/order";
import { Problem } from "../problem";
import { t } from "../words";
import { ShortCard, ShortCards } from "../cards/short";
import { Suit } from "../cards/pips";
import { faces } from "../settings";
import { gaugeText } from "../table/hint";
import type { OpenWorth } from "../types";
import { contractName, moveName, saidName, suitName, winsPoints } from "../words/cards";
import { signed } from "../words/numbers";
import { Contracts } from "./contracts";
import { Editor } from "./editor";
import { Advise } from "./advise";
import { Chances } from "./chances";
import { seatName } from "./names";
import { SchnapsenEditor } from "./schnapsen";
import { Share } from "./share";
import {
  asLink,
  belief,
  busy,
  canForward,
  fromLink,
  go,
  jump,
  knowledge,
  line,
  refresh,
  observer,
  main,
  position,
  problem,
  read,
  resume,
  show,
  type Pack,
  type Position,
} from "./store";
import { Tabs } from "./tabs";

const ADVICE_TAB = 1;
/** The field that occurs in texts of one player's knowledge, but not in positions with open hands. */
const KNOWLEDGE = /\bhand\s*=/i;

export function BoardPage(props: { link: string }): JSX.Element {
  useEffect(resume, []);
  useEffect(() => {
    const given = props.link ? fromLink(props.link) : null;
    if (given && asLink(given) !== (line.value ? asLink(line.value) : "")) show(given);
    void refresh();
  }, [props.link]);
  const now = line.value;
  const place = position.value;
  const [tab, choose] = useState(0);
  const [known, know] = useState("");
  const advise = (text: string) => {
    know(text);
    choose(ADVICE_TAB);
  };
  return (
    <main class="board">
      <h1>{t("board")}</h1>
      {props.link && !fromLink(props.link) && <p class="error" role="alert">{t("brokenLink")}</p>}
      {problem.value && <Problem problem={problem.value} otherwise="notRead" />}
      {now && place && (
        <div class="boardgrid">
          <Felt pack={now.pack} place={place} players={now.players} />
          <aside>
            <Moves place={place} names={[0, 1, 2].map((seat) => seatName(now.pack, seat, now.players))} />
            <Share />
            <ObserverChoice place={place} pack={now.pack} players={now.players} />
            <Chances />
          </aside>
        </div>
      )}
      <Tabs
        label={t("board")}
        shown={tab}
        show={choose}
        tabs={[
          { name: t("whichContract"), panel: <Contracts /> },
          { name: t("whatToPlay"), panel: <Advise given={known} /> },
          { name: t("paste"), panel: <Paste onKnowledge={advise} /> },
          { name: t("setCards"), panel: <Editor /> },
          { name: t("setCardsSchnapsen"), panel: <SchnapsenEditor /> },
        ]}
      />
    </main>
  );
}

export function Felt(props: {
  pack: Pack;
  place: Position;
  players: readonly string[];
  /** Called with a chosen move in place of making it on the board; if set, cards show no figures. */
  onMove?: (action: number, name: string) => void;
  /** The cards chosen so far, where two are chosen to be pushed on before Ramsch. */
  pushed?: ReadonlySet<string> | undefined;
}): JSX.Element {
  const { pack, place, players, onMove, pushed } = props;
  const make = (action: number, name: string) => (onMove ? onMove(action, name) : go(action));
  const names = [0, 1, 2].map((seat) => seatName(pack, seat, players));
  const sorted = (cards: readonly string[]) =>
    pack === "skat"
      ? sortedForSkat(cards, (place.letter as Contract | undefined) ?? "G")
      : sortedForSchnapsen(cards, place.trump ?? "");
  const cards = pushed ? (place.hands[place.to_act] ?? []).filter((card) => card[1] !== "J") : null;
  const legal = new Map(cards?.map((card) => [card, numberOf(card)]) ?? place.legal.map((a) => [a.name, a.action]));
  const others = place.legal.filter((a) => !isCard(a.name));
  const choose = (card: string) => {
    const action = legal.get(card);
    if (action !== undefined) make(action, card);
  };
  const onTable = pack === "skat" ? (place.trick ?? []) : place.led ? [place.led] : [];
  return (
    <section class="felt boardfelt" aria-label={t("board")} aria-busy={busy.value}>
      <Standing pack={pack} place={place} names={names} />
      {line.value?.seat !== undefined && observer.value < 0 && <p class="unknown">{t("dealtAtWill")}</p>}
      {place.hands.map((cards, seat) => (
        <div key={seat} class={place.to_act === seat ? "boardhand active" : "boardhand"}>
          <span class={place.to_act === seat ? "plate active" : "plate"}>
            <span class="name">{names[seat]}</span>
            {place.soloist === seat && <span class="role">{t("soloist")}</span>}
          </span>
          {hidden(seat) ? (
            <p class="unknown">{t("unseenCards", { count: cards.length })}</p>
          ) : (
            <Hand
              cards={sorted(cards)}
              label={t("dealtTo", { name: names[seat] ?? "" })}
              playable={place.to_act === seat ? new Set(legal.keys()) : undefined}
              chosen={place.to_act === seat ? pushed : undefined}
              onChoose={place.to_act === seat ? choose : undefined}
              above={(card) => {
                if (place.to_act !== seat || onMove) return null;
                if (observer.value >= 0) return <AdviceFigure card={card} />;
                return <Value worth={place.values[card]} best={place.best.includes(card)} pack={pack} letter={place.letter} />;
              }}
            />
          )}
        </div>
      ))}
      {onTable.length > 0 && (
        <div class="boardtrick" role="group" aria-label={t("trick")}>
          {onTable.map((card) => (
            <TableCard key={card} card={card} />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div class="buttons">
          {others.map((a) => (
            <button key={a.action} type="button" onClick={() => make(a.action, a.name)}>
              {moveName(a.name, place.trump)} {observer.value < 0 && place.values[a.name] && signed(place.values[a.name]?.points ?? 0)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function hidden(seat: number): boolean {
  return observer.value >= 0 && observer.value !== seat;
}

type Worth = Pick<OpenWorth, "points" | "wins"> & Partial<OpenWorth>;

function Value(props: { worth: Worth | undefined; best: boolean; pack: Pack; letter: string | undefined }): JSX.Element | null {
  const { worth, best, pack, letter } = props;
  if (!worth) return null;
  const won = letter === "N" ? (worth.wins ? t("made") : t("lostIn", { trick: worth.lost_in ?? 0 })) : "";
  const text = won || (pack === "skat" ? String(worth.points) : signed(worth.points));
  const outcome = worth.wins === null ? [] : [worth.wins ? "wins" : "loses"];
  const classes = ["value", ...outcome, ...(best ? ["best"] : [])];
  return <span class={classes.join(" ")}>{text}</span>;
}

/** Show the figure by which the agent compares a card with the other moves. */
function AdviceFigure(props: { card: string }): JSX.Element | null {
  const advice = knowledge.value?.advice;
  const move = advice?.moves.find((some) => some.move === props.card);
  if (!advice?.gauge || move?.gauge == null) return null;
  const text = gaugeText(advice.gauge, move.gauge);
  return <span class={advice.best.includes(props.card) ? "value thought best" : "value thought"}>{text}</span>;
}

function Standing(props: { pack: Pack; place: Position; names: readonly string[] }): JSX.Element {
  const { pack, place, names } = props;
  if (pack === "schnapsen") {
    return (
      <p class="standing">
        <Suit suit={place.trump ?? ""} faces={faces.value} /> <b>{t("trumpIs", { suit: suitName(place.trump ?? "") })}</b>
        {place.closer !== undefined && place.closer >= 0 && <> · {t("closedTalon")}: {names[place.closer]}</>} ·{" "}
        {t("pointsOf", { points: `${place.points?.[0] ?? 0} : ${place.points?.[1] ?? 0}` })}
        {names.map((name, seat) =>
          place.pending?.[seat] ? <span key={name}> · {t("pendingFor", { name, points: place.pending[seat] })}</span> : null,
        )}
        {place.up && (
          <>
            {" "}
            · {t("talon")}: {observer.value < 0 ? <ShortCards cards={place.talon ?? []} /> : t("talonLeft", { count: place.talon?.length ?? 0 })}{" "}
            <ShortCard card={place.up} />
          </>
        )}
        {place.winner !== undefined && place.winner >= 0 && <> · {winsPoints(names[place.winner] ?? "", place.game_points ?? 0)}</>}
      </p>
    );
  }
  const seesSkat = observer.value < 0 || (observer.value === place.soloist && !place.contract?.includes("hand"));
  return (
    <p class="standing">
      <b>{place.contract ? contractName(place.contract) : t("bidding")}</b> ·{" "}
      {place.by_seat ? (
        place.by_seat.map((points, seat) => `${names[seat] ?? ""} ${points}`).join(" · ")
      ) : place.taken === null ? (
        t("beforeUnknown")
      ) : (
        <>
          {t("soloist")} {place.taken} · {t("defenders")} {place.others}
        </>
      )}
      {place.skat && place.skat.length > 0 && seesSkat && <> · <span class="together">{t("skat")}: <ShortCards cards={place.skat} /></span></>}
      {place.result && <> · {t(place.result.won ? "wonWith" : "lostWith", { points: place.result.points })}</>}
    </p>
  );
}

export function ObserverChoice(props: { place: Position; pack: Pack; players: readonly string[] }): JSX.Element {
  const { place, pack } = props;
  return (
    <div class="row">
      <label>
        {t("shown")}{" "}
        <select
          value={observer.value}
          onChange={(event) => {
            observer.value = Number(event.currentTarget.value);
            void refresh();
          }}
        >
          <option value={-1}>{t("allOpen")}</option>
          {place.hands.map((_, seat) => (
            <option key={seat} value={seat}>
              {props.players[seat] === t("you") ? t("youCouldKnow") : t("couldKnow", { name: seatName(pack, seat, props.players) })}
            </option>
          ))}
        </select>
      </label>
      {observer.value >= 0 && (
        <label>
          {t("belief")}{" "}
          <input
            list="beliefs"
            value={belief.value}
            spellcheck={false}
            onChange={(event) => {
              belief.value = event.currentTarget.value.trim() || "uniform";
              void refresh();
            }}
          />
          <datalist id="beliefs">
            <option value="uniform" />
            {pack === "skat" && <option value="declared" />}
            {pack === "skat" && <option value="declared(trust=4)" />}
          </datalist>
        </label>
      )}
    </div>
  );
}

function Moves(props: { place: Position; names: readonly string[] }): JSX.Element {
  const moves = props.place.moves;
  const now = line.value?.actions.length ?? 0;
  const last = moves.at(-1);
  return (
    <div class="moves">
      <div class="buttons">
        <button type="button" disabled={!last} onClick={() => last && jump(last.at)}>
          ← {t("undo")}
        </button>
        <button type="button" disabled={!canForward()} onClick={() => jump(now + 1)}>
          {t("forward")} →
        </button>
      </div>
      <ol class="movelist" aria-label={t("moves")}>
        {moves.map((move) => (
          <li key={move.at}>
            <button type="button" onClick={() => jump(move.at + 1)} title={props.names[move.seat]}>
              {isCard(move.name) ? <ShortCard card={move.name} /> : saidName(move.name, props.place.trump)}
            </button>
          </li>
        ))}
        {canForward() && <li>… {t("movesMore", { count: main.value.length - now })}</li>}
      </ol>
    </div>
  );
}

/** Take a text for the board. A Skat player's knowledge, which has no open hands to show, leads to advice. */
function Paste(props: { onKnowledge: (text: string) => void }): JSX.Element {
  const [text, type] = useState("");
  const [pack, choose] = useState<Pack>("skat");
  return (
    <section class="box">
      <p>{t("pasteHelp")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (pack === "skat" && KNOWLEDGE.test(text)) props.onKnowledge(text.trim());
          else void read(pack, text);
        }}
      >
        <textarea
          rows={4}
          aria-label={t("paste")}
          value={text}
          spellcheck={false}
          onInput={(event) => {
            const value = event.currentTarget.value;
            type(value);
            if (/hand0=|schnapsen/.test(value)) choose("schnapsen");
            else if (KNOWLEDGE.test(value) || /GM\[Skat\]|contract=|python_skat/.test(value)) choose("skat");
          }}
        />
        <div class="row">
          <select aria-label={t("game")} value={pack} onChange={(event) => choose(event.currentTarget.value as Pack)}>
            <option value="skat">{t("skat")}</option>
            <option value="schnapsen">{t("schnapsen")}</option>
          </select>
          <button type="submit" class="primary" disabled={!text.trim()}>
            {t("setUp")}
          </button>
        </div>
      </form>
    </section>
  );
}
