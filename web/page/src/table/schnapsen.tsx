/** A table of Schnapsen as one player sees it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Back } from "../cards/face";
import { Backs, Hand, TableCard } from "../cards/hand";
import { inOrder, isCard, sortedForSchnapsen } from "../cards/order";
import { Suit } from "../cards/pips";
import { faces, runningPoints } from "../settings";
import type { Action, Hint, SchnapsenDeal, SchnapsenView } from "../types";
import { t } from "../words";
import { ShortCards } from "../cards/short";
import { cardsOf, moveName, saidName, suitName } from "../words/cards";
import { percent } from "../words/numbers";
import { Frame, type TableProps } from "./frame";
import { HintBar } from "./hint";
import { Ask, LastTrick, nameOf, Nameplate, Tools, TrickOnTable } from "./parts";
import { DealPause } from "./schnapsen_end";
import type { SeatStore } from "./seat";
import { laidOut, lastSaid, matchAt, tricksOf, type Step } from "./steps";

export function SchnapsenTable(props: TableProps): JSX.Element | null {
  const { store } = props;
  const seen = store.seen.value;
  const view = seen?.schnapsen;
  if (!seen || !view) return null;
  const me = seen.seat;
  const other = 1 - me;
  const { deal, steps, score } = matchAt(view, store.shown.value);
  const current = deal === view.deal;
  const tricks = tricksOf(steps, 2, deal.leader);
  const { lying, taken } = laidOut(steps, tricks);
  const recent = steps.slice(steps.map((s) => s.kind).lastIndexOf("collect") + 1);
  const said = lastSaid(recent);
  const active = store.caughtUp.value && current ? deal.to_act : undefined;
  const first = lying?.cards.length === 1 ? lying.cards[0]?.seat : undefined;
  const theirs = deal.hand.length + (first === me ? 1 : first === other ? -1 : 0);
  return (
    <Frame {...props} kind="schnapsen" beside={<LastTrick trick={taken.at(-1)} name={(seat) => nameOf(store, seat)} />}>
      <div class="opponent top">
        <Nameplate
          name={nameOf(store, other)}
          active={active === other}
          role={pointsText(deal, other)}
          said={saidName(said.get(other)?.name ?? "", deal.trump)}
        />
        <Backs count={theirs} label={cardsOf(nameOf(store, other), theirs)} />
        {deal.opponent_shown.length > 0 && (
          <p class="shown">
            {t("hasShown")} <ShortCards cards={sortedForSchnapsen(deal.opponent_shown, deal.trump)} />
          </p>
        )}
      </div>
      <Talon deal={deal} />
      <div class="middle">
        {lying && <TrickOnTable trick={lying} me={me} players={2} leaving={false} />}
        {store.paused.value && <DealPause store={store} deal={deal} me={me} trick={taken.at(-1)} score={score} />}
      </div>
      <Score view={view} score={score} me={me} store={store} />
      <div class="mine">
        <div class="above">
          <Nameplate
            name={t("you")}
            active={active === me}
            role={pointsText(deal, me)}
            said={saidName(said.get(me)?.name ?? "", deal.trump)}
          />
        </div>
        <MyHand store={store} deal={deal} trump={deal.trump} />
      </div>
      <Tools store={store}>
        <Said store={store} />
      </Tools>
      <span class="visually-hidden" aria-live="polite">
        {spoken(store, steps.at(-1), deal.trump)} {active === me && t("yourTurn")}
      </span>
    </Frame>
  );
}

/** Return a player's card points, if shown, and those that count with the first trick. */
function pointsText(deal: SchnapsenDeal, seat: number): string {
  const pending = deal.pending[seat] ?? 0;
  if (!runningPoints.value) return pending > 0 ? t("withFirstTrick", { points: pending }) : "";
  const taken = t("pointsOf", { points: deal.points[seat] ?? 0 });
  return pending > 0 ? `${taken} (${t("withFirstTrick", { points: pending })})` : taken;
}

function spoken(store: SeatStore, step: Step | undefined, trump: string): string {
  return step?.move ? `${nameOf(store, step.seat)}: ${saidName(step.move.name, trump)}` : "";
}

function Talon(props: { deal: SchnapsenDeal }): JSX.Element {
  const { deal } = props;
  const closed = deal.closer !== undefined;
  return (
    <div class={closed ? "talon closed" : "talon"} role="group" aria-label={t("talon")}>
      {deal.up && !closed && <TableCard card={deal.up} class="up" />}
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

function Score(props: { view: SchnapsenView; score: readonly number[]; me: number; store: SeatStore }): JSX.Element | null {
  const { view, score, me, store } = props;
  if (!view.is_match) return null;
  return (
    <dl class="facts">
      <div>
        <dt>{t("you")}</dt>
        <dd>{score[me]}</dd>
      </div>
      <div>
        <dt>{nameOf(store, 1 - me)}</dt>
        <dd>{score[1 - me]}</dd>
      </div>
      <div>
        <dt>{t("matchTo")}</dt>
        <dd>{view.match_points}</dd>
      </div>
    </dl>
  );
}

function MyHand(props: { store: SeatStore; deal: SchnapsenDeal; trump: string }): JSX.Element {
  const { store, deal, trump } = props;
  const legal = store.turn.value?.legal.map((a) => a.name).filter(isCard) ?? [];
  const mayPlay = store.caughtUp.value && legal.length > 0;
  return (
    <Hand
      cards={inOrder(sortedForSchnapsen(deal.hand, trump))}
      label={t("yourHand")}
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

/** Show exchange, closing and marriages as buttons; closing needs confirmation. */
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
          {moveName(action.name, store.seen.value?.schnapsen?.deal.trump)}
          {store.hinted.value && <span class="share">{shareOf(hint, action.name)}</span>}
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

/** Return the hint's chance to win by a move, as text; empty if there is none. */
function shareOf(hint: Hint | null, name: string): string {
  const value = hint?.moves.find((some) => some.move === name)?.gauge;
  return hint?.gauge?.kind !== "chance" || value == null ? "" : ` · ${percent(value)}`;
}
