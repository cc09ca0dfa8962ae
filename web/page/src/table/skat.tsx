/** A table of Skat as one player sees it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Backs, Hand, TableCard } from "../cards/hand";
import { contractOf, pointsOf, sortedForSkat } from "../cards/order";
import { runningPoints } from "../settings";
import type { SkatView } from "../types";
import { t } from "../words";
import { cardsOf, declarationName, moveName, saidName, trickSum } from "../words/cards";
import { placeName, PLACES } from "../words/names";
import { Bidding, Declaring, PickUp, useHinted } from "./auction";
import { MyHand } from "./my_hand";
import { Needed } from "./needed";
import { Frame, type TableProps } from "./frame";
import { Ask, LastTrick, nameOf, Nameplate, Tools, TrickOnTable } from "./parts";
import type { SeatStore } from "./seat";
import { CLAIMS, laidOut, lastSaid, tricksOf, type Step, type Trick } from "./steps";

const OFFERS: readonly string[] = ["give up", "lay open", "kontra"];
/** Claims to confirm even where they can be taken back. */
const CONFIRMED: readonly string[] = ["give up", "lay open"];

export function SkatTable(props: TableProps): JSX.Element | null {
  const seen = props.store.seen.value;
  return seen?.skat ? <Felt {...props} view={seen.skat} me={seen.seat} /> : null;
}

function Felt(props: TableProps & { view: SkatView; me: number }): JSX.Element {
  const { store, view, me } = props;
  const hinted = useHinted(view, store.hint.value);
  const steps = store.steps.value.slice(0, store.shown.value);
  const tricks = tricksOf(steps, 3, view.leader);
  const { lying, taken } = laidOut(steps, tricks);
  const claims = lastSaid(claimsLately(steps));
  const said = tricks.length > 0 ? claims : lastSaid(steps);
  // The person's own declaration is already shown above the table.
  const own = view.soloist === me ? claims : said;
  const left = (me + 1) % 3;
  const right = (me + 2) % 3;
  const active = store.caughtUp.value ? view.to_act : undefined;

  const opponent = (seat: number, side: string): JSX.Element => {
    const count = cardsLeft(seat, tricks, view, me);
    return (
      <div class={`opponent ${side}`}>
        <Nameplate
          name={nameOf(store, seat)}
          active={active === seat}
          role={roleOf(view, seat)}
          said={saidName(said.get(seat)?.name ?? "")}
        />
        {view.open_hand.length > 0 && seat === view.soloist ? (
          <Hand small cards={sortedForSkat(view.open_hand, contractOf(view.contract))} label={t("openHand")} />
        ) : (
          <Backs count={count} label={cardsOf(nameOf(store, seat), count)} />
        )}
      </div>
    );
  };

  return (
    <Frame
      {...props}
      kind="skat"
      beside={
        <>
          <LastTrick trick={taken.at(-1)} name={(seat) => nameOf(store, seat)} />
          <LaidAway view={view} />
        </>
      }
    >
      {opponent(left, "left")}
      {opponent(right, "right")}
      <div class="middle">
        {lying ? (
          <TrickOnTable trick={lying} me={me} players={3} leaving={false} />
        ) : (
          <Middle view={view} store={store} me={me} hinted={hinted} />
        )}
      </div>
      <Facts view={view} me={me} taken={taken} store={store} />
      <div class="mine">
        <MyHand
          view={view}
          store={store}
          me={me}
          plate={
            <Nameplate
              name={t("you")}
              active={active === me}
              role={roleOf(view, me)}
              said={saidName(own.get(me)?.name ?? "")}
            />
          }
        />
      </div>
      {store.legal("agree") && (
        <p class="claimed" role="status">
          {t(claimOf(store, steps).claim === "give up" ? "givesUp" : "claimsRest", claimOf(store, steps))}
        </p>
      )}
      {store.legal("re") && (
        <p class="claimed" role="status">
          {t("kontraSaid", claimOf(store, steps))}
        </p>
      )}
      <Tools store={store}>
        <Claims store={store} />
      </Tools>
      <span class="visually-hidden" aria-live="polite">
        {spoken(store, steps.at(-1))} {active === me && t("yourTurn")}
      </span>
    </Frame>
  );
}

/** Show the person's own discards, or the cards that they pushed on before Ramsch, on request. */
function LaidAway(props: { view: SkatView }): JSX.Element | null {
  const { view } = props;
  if (view.picked_up_skat.length === 0 || view.phase === "SKAT_PHASE_DISCARD" || view.skat.length !== 2) return null;
  return (
    <details class="laid">
      <summary>{t(view.soloist === undefined ? "pushedOn" : "laidAway")}</summary>
      {view.skat.map((card) => (
        <TableCard key={card} card={card} />
      ))}
    </details>
  );
}

function spoken(store: SeatStore, step: { seat: number; move?: { name: string } } | undefined): string {
  return step?.move ? `${nameOf(store, step.seat)}: ${saidName(step.move.name)}` : "";
}

/** Return the claims since the last trick was taken. */
function claimsLately(steps: readonly Step[]): Step[] {
  const taken = steps.findLastIndex((step) => step.kind === "collect");
  return steps.slice(taken + 1).filter((step) => CLAIMS.includes(step.move?.name ?? ""));
}

/** Return the player who last gave up, claimed the rest or said Kontra, and which of these it was. */
function claimOf(store: SeatStore, steps: readonly Step[]): { name: string; claim: string } {
  const claim = steps.findLast((s) => OFFERS.includes(s.move?.name ?? ""));
  return { name: nameOf(store, claim?.seat ?? 0), claim: claim?.move?.name ?? "" };
}

function roleOf(view: SkatView, seat: number): string {
  const words: string[] = [placeName(seat)];
  if (view.soloist === seat) words.push(t("soloist"));
  return words.join(" · ");
}

/** Return the number of cards in another hand; some deals begin with fewer than ten. */
function cardsLeft(seat: number, tricks: readonly Trick[], view: SkatView, me: number): number {
  const played = tricks.flatMap((trick) => trick.cards);
  const by = (some: number) => played.filter((p) => p.seat === some).length;
  const dealt = view.phase === "SKAT_PHASE_OVER" ? by(seat) : Math.min(10, view.hand.length + by(me));
  return Math.max(0, dealt - by(seat));
}

const LEVELS: Record<string, string> = { SKAT_LEVEL_SCHNEIDER: "S", SKAT_LEVEL_SCHWARZ: "Z", SKAT_LEVEL_OUVERT: "O" };

/** Return the declaration in words; empty if there is none yet. */
function declarationOf(view: SkatView): string {
  if (view.contract === "SKAT_CONTRACT_UNSPECIFIED") return "";
  const spitze = view.moves.some((move) => move.name.endsWith(" spitze")) ? "P" : "";
  return declarationName(`${contractOf(view.contract)}${view.hand_game ? "H" : ""}${LEVELS[view.level] ?? ""}${spitze}`);
}

/** Return whether all have passed and the cards are played. */
function isRamsch(view: SkatView): boolean {
  const played = view.phase === "SKAT_PHASE_PLAY" || view.played.some((cards) => cards.cards.length > 0);
  return played && view.contract === "SKAT_CONTRACT_UNSPECIFIED";
}

/** Show that Ramsch is played, its multipliers, and the card points that each player has taken. */
function RamschFacts(props: { view: SkatView; store: SeatStore; taken: readonly Trick[] }): JSX.Element {
  const { view, store, taken } = props;
  const unseen = view.moves.filter((move) => move.name === "push unseen").length;
  const pointsBy = (seat: number) =>
    pointsOf(taken.filter((trick) => trick.winner === seat).flatMap((trick) => trick.cards.map((p) => p.card)));
  return (
    <dl class="facts">
      <div>
        <dt>{t("contract")}</dt>
        <dd>{t("ramsch")}</dd>
      </div>
      {store.isBock.value && <BockFact />}
      {unseen > 0 && (
        <div>
          <dt>{t("unseenPushes")}</dt>
          <dd>× {2 ** unseen}</dd>
        </div>
      )}
      {runningPoints.value &&
        [0, 1, 2].map((seat) => (
          <div key={seat}>
            <dt>{nameOf(store, seat)}</dt>
            <dd>{pointsBy(seat)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Show, before there is a contract, a Bock round, the dealer who sits out, and the highest bid. */
export function SoFar(props: { bid: number; bock: boolean; dealer?: string | undefined }): JSX.Element | null {
  const { bid, bock, dealer } = props;
  const known = [
    ...(bock ? [t("bockRound")] : []),
    ...(dealer ? [t("dealerIs", { name: dealer })] : []),
    ...(bid > 0 ? [t("bidSoFar", { bid })] : []),
  ];
  return known.length > 0 ? <p class="facts">{known.join(" · ")}</p> : null;
}

/** Show, beside the contract, that values count double. */
function BockFact(): JSX.Element {
  return (
    <div>
      <dt>{t("bock")}</dt>
      <dd>× 2</dd>
    </div>
  );
}

function Facts(props: { view: SkatView; me: number; taken: readonly Trick[]; store: SeatStore }): JSX.Element | null {
  const { view, me, taken } = props;
  const declaration = declarationOf(view);
  if (isRamsch(view)) return <RamschFacts view={view} store={props.store} taken={taken} />;
  if (!declaration) {
    const { store } = props;
    const isFour = (store.table.value?.seats.length ?? 0) > PLACES.length;
    return <SoFar bid={view.bid} bock={store.isBock.value} dealer={isFour ? nameOf(store, PLACES.length) : undefined} />;
  }
  const alone = (trick: Trick) => trick.winner === view.soloist;
  const points = (some: readonly Trick[]) => pointsOf(some.flatMap((x) => x.cards.map((p) => p.card)));
  const doubled = (["re", "kontra"] as const).find((word) => view.moves.some((move) => move.name === word));
  // In null tricks count, not points.
  const without = contractOf(view.contract) === "N";
  const sum = (some: readonly Trick[]) => (without ? some.length : points(some));
  const own = sum(taken.filter(alone));
  const others = sum(taken.filter((trick) => !alone(trick)));
  const skat = !without && view.soloist === me && view.skat.length === 2 ? pointsOf(view.skat) : 0;
  return (
    <dl class="facts">
      <div>
        <dt>{t("contract")}</dt>
        <dd>{declaration}</dd>
      </div>
      {props.store.isBock.value && <BockFact />}
      {doubled && (
        <div>
          <dt>{t(doubled)}</dt>
          <dd>× {doubled === "re" ? 4 : 2}</dd>
        </div>
      )}
      <div>
        <dt>{t("bid")}</dt>
        <dd>
          {view.bid || "–"}
          <Needed view={view} me={me} />
        </dd>
      </div>
      {runningPoints.value && (
        <>
          <div>
            <dt>{t("soloist")}</dt>
            <dd>
              {without ? trickSum(own) : own + skat}
              {skat > 0 && <small> ({t("withSkat")})</small>}
            </dd>
          </div>
          <div>
            <dt>{t("defenders")}</dt>
            <dd>{without ? trickSum(others) : others}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

function Middle(props: { view: SkatView; store: SeatStore; me: number; hinted: string }): JSX.Element | null {
  const { view, store, me } = props;
  if (!store.caughtUp.value) return null;
  const legal = store.turn.value?.legal ?? [];
  if (legal.length === 0) return null;
  if (view.phase === "SKAT_PHASE_BIDDING") return <Bidding view={view} store={store} legal={legal} />;
  if (view.phase === "SKAT_PHASE_PICK_UP_OR_HAND") return <PickUp store={store} pushing={view.soloist === undefined} />;
  if (view.phase === "SKAT_PHASE_DECLARE") {
    return <Declaring store={store} legal={legal} hinted={props.hinted} view={view} me={me} />;
  }
  if (view.phase === "SKAT_PHASE_DISCARD") return <p class="ask-line">{t(view.soloist === undefined ? "pushTwo" : "layTwo")}</p>;
  return null;
}

/** Return the question with which the person confirms a claim. */
function sureOf(claim: string, store: SeatStore): string {
  const alone = store.seen.value?.skat?.soloist === store.seen.value?.seat;
  if (claim === "give up") return t(alone ? "sureGiveUp" : "sureDefenceGivesUp");
  return claim === "lay open" ? t("sureLayOpen") : t("sureAnswer", { what: moveName(claim) });
}

/** Show the buttons for giving up, laying open and Kontra, and for answers to them. */
function Claims(props: { store: SeatStore }): JSX.Element {
  const { store } = props;
  const [asked, ask] = useState("");
  const act = (name: string) => {
    const action = store.legal(name);
    ask("");
    if (action) store.act(action.id);
  };
  const mustConfirm = (name: string) => CONFIRMED.includes(name) || !store.undoable.value;
  return (
    <>
      {CLAIMS
        .filter((name) => store.legal(name))
        .map((name) => (
          <button
            key={name}
            type="button"
            class={name === "agree" || name === "re" ? "primary" : ""}
            data-claim={name}
            onClick={() => (mustConfirm(name) ? ask(name) : act(name))}
          >
            {moveName(name)}
          </button>
        ))}
      {asked && (
        <Ask text={sureOf(asked, store)} yes={moveName(asked)} onYes={() => act(asked)} onNo={() => ask("")} />
      )}
    </>
  );
}
