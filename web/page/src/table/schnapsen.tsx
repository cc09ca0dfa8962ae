/** A table of Schnapsen as one player sees it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Back } from "../cards/face";
import { Backs, Hand, Lying } from "../cards/hand";
import { pointsOf, sortedForSchnapsen } from "../cards/order";
import { Suit } from "../cards/pips";
import { faces } from "../settings";
import type { Action, Hint, SchnapsenDeal, SchnapsenView } from "../types";
import { t } from "../words";
import { ShortCards } from "../cards/short";
import { moveName, saidName, suitName } from "../words/cards";
import { Ask, chanceOf, HintBar, HintText, LastTrick, nameOf, Nameplate, Tools, TrickOnTable } from "./parts";
import type { SeatStore } from "./seat";
import { isCard, lastSaid, stepsOfMoves, tricksOf, type Step } from "./steps";

/** The deal that is shown: the one under way, or one before it that is not yet on the screen. */
function shownDeal(view: SchnapsenView, shown: number): { deal: SchnapsenDeal; steps: Step[]; over: boolean } {
  let before = 0;
  for (const deal of view.past) {
    const steps = dealSteps(deal);
    if (shown <= before + steps.length - 1) {
      return { deal, steps: steps.slice(0, shown - before), over: false };
    }
    before += steps.length;
  }
  return { deal: view.deal, steps: dealSteps(view.deal).slice(0, shown - before), over: false };
}

function dealSteps(deal: SchnapsenDeal): Step[] {
  return stepsOfMoves(deal.moves, 2);
}

export function SchnapsenTable(props: { store: SeatStore }): JSX.Element | null {
  const { store } = props;
  const seen = store.seen.value;
  const view = seen?.schnapsen;
  if (!seen || !view) return null;
  const me = seen.seat;
  const other = 1 - me;
  const { deal, steps } = shownDeal(view, store.shown.value);
  const current = deal === view.deal;
  const tricks = tricksOf(steps, 2, deal.leader);
  const collected = steps.at(-1)?.kind === "collect";
  const onTable = collected ? undefined : tricks.at(-1);
  const taken = collected ? tricks : tricks.slice(0, -1);
  const recent = steps.slice(steps.map((s) => s.kind).lastIndexOf("collect") + 1);
  const said = lastSaid(recent);
  const active = store.caughtUp.value && current ? deal.to_act : undefined;
  const first = onTable?.cards.length === 1 ? onTable.cards[0]?.seat : undefined;
  const theirs = deal.hand.length + (first === me ? 1 : first === other ? -1 : 0);
  return (
    <section class="felt schnapsen" aria-label={t("table")} onClick={() => store.caughtUp.value || store.hurry()}>
      <div class="opponent top">
        <Nameplate
          name={nameOf(store, other)}
          active={active === other}
          role={t("pointsOf", { points: deal.points[other] ?? 0 })}
          said={saidName(said.get(other)?.name ?? "")}
        />
        <Backs count={theirs} label={t("cardsOf", { name: nameOf(store, other), count: theirs })} />
        {deal.opponent_shown.length > 0 && (
          <p class="shown">
            {t("hasShown")} <ShortCards cards={sortedForSchnapsen(deal.opponent_shown, deal.trump)} />
          </p>
        )}
      </div>
      <Talon deal={deal} />
      <div class="middle">
        {onTable && <TrickOnTable trick={onTable} me={me} players={2} leaving={false} />}
        <LastDeal view={view} me={me} upTo={current ? view.past.length : view.past.indexOf(deal)} steps={steps} />
      </div>
      <Score view={view} me={me} store={store} />
      <LastTrick trick={taken.at(-1)} name={(seat) => nameOf(store, seat)} />
      <div class="mine">
        <Nameplate
          name={t("you")}
          active={active === me}
          role={t("pointsOf", { points: deal.points[me] ?? 0 })}
          said={saidName(said.get(me)?.name ?? "")}
        />
        <MyHand store={store} deal={deal} trump={deal.trump} />
      </div>
      <HintText store={store} />
      <Tools store={store}>
        <Said store={store} />
      </Tools>
      <span class="visually-hidden" aria-live="polite">
        {spoken(store, steps.at(-1))} {active === me && t("yourTurn")}
      </span>
    </section>
  );
}

function spoken(store: SeatStore, step: Step | undefined): string {
  return step?.move ? `${nameOf(store, step.seat)}: ${saidName(step.move.name)}` : "";
}

function Talon(props: { deal: SchnapsenDeal }): JSX.Element {
  const { deal } = props;
  const closed = deal.closer !== undefined;
  return (
    <div class={closed ? "talon closed" : "talon"} role="group" aria-label={t("talon")}>
      {deal.up && !closed && <Lying card={deal.up} class="up" />}
      {deal.talon_left > 0 && (
        <span class="card stack" role="img" aria-label={t("talonLeft", { count: deal.talon_left })}>
          <Back />
        </span>
      )}
      <p>
        <Suit suit={deal.trump} faces={faces.value} /> {t("trumpIs", { suit: suitName(deal.trump) })}
        {closed ? ` · ${t("closed")}` : deal.talon_left > 0 ? ` · ${t("talonLeft", { count: deal.talon_left })}` : ""}
      </p>
    </div>
  );
}

function Score(props: { view: SchnapsenView; me: number; store: SeatStore }): JSX.Element | null {
  const { view, me, store } = props;
  if (!view.is_match) return null;
  return (
    <dl class="facts">
      <div>
        <dt>{t("you")}</dt>
        <dd>{view.score[me]}</dd>
      </div>
      <div>
        <dt>{nameOf(store, 1 - me)}</dt>
        <dd>{view.score[1 - me]}</dd>
      </div>
      <div>
        <dt>{t("matchTo")}</dt>
        <dd>{view.match_points}</dd>
      </div>
    </dl>
  );
}

/** How the deal before ended, until the person has done something in this one. */
function LastDeal(props: { view: SchnapsenView; me: number; upTo: number; steps: readonly Step[] }): JSX.Element | null {
  const last = props.view.past[props.upTo - 1];
  if (!last || props.steps.some((step) => step.kind !== "collect" && step.seat === props.me)) return null;
  return (
    <p class="lastdeal" role="status">
      {dealResult(last, props.me)}
    </p>
  );
}

/** How a deal ended, in a sentence. */
export function dealResult(deal: SchnapsenDeal, me: number): string {
  return t(deal.winner === me ? "dealWon" : "dealLost", {
    points: deal.game_points,
    own: deal.points[me] ?? 0,
    other: deal.points[1 - me] ?? 0,
  });
}

function MyHand(props: { store: SeatStore; deal: SchnapsenDeal; trump: string }): JSX.Element {
  const { store, deal, trump } = props;
  const legal = store.turn.value?.legal.map((a) => a.name).filter(isCard) ?? [];
  const mayPlay = store.caughtUp.value && legal.length > 0;
  return (
    <Hand
      cards={sortedForSchnapsen(deal.hand, trump)}
      label={`${t("yourHand")}, ${t("pointsOf", { points: pointsOf(deal.hand) })}`}
      playable={mayPlay ? new Set(legal) : undefined}
      onChoose={
        mayPlay
          ? (card) => {
              const action = store.legal(card);
              if (action) store.act(action.id);
            }
          : undefined
      }
      above={(card) => <HintBar store={store} card={card} />}
    />
  );
}

/** Exchange, closing and marriages as buttons; closing is asked about first. */
function Said(props: { store: SeatStore }): JSX.Element {
  const { store } = props;
  const [closing, ask] = useState<Action | null>(null);
  const hint = store.hint.value;
  const actions = store.caughtUp.value ? (store.turn.value?.legal.filter((a) => !isCard(a.name)) ?? []) : [];
  return (
    <>
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class={hint?.best.includes(action.name) ? "say best" : "say"}
          onClick={() => (action.name === "close" ? ask(action) : store.act(action.id))}
        >
          {moveName(action.name)}
          {shareOf(hint, action.name)}
        </button>
      ))}
      {closing && (
        <Ask
          text={t("sureClose")}
          yes={t("closeTalon")}
          onYes={() => {
            ask(null);
            store.act(closing.id);
          }}
          onNo={() => ask(null)}
        />
      )}
    </>
  );
}

/** In a hint, the chance to win the deal by what a button says. */
function shareOf(hint: Hint | null, name: string): string {
  const move = hint?.moves.find((some) => some.move === name);
  const won = move && chanceOf(move, false);
  return won === undefined ? "" : ` · ${Math.round(100 * won)}%`;
}
