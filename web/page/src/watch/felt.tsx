/** The table for spectators: with hidden hands while it is played, with open ones in a replay. */
import type { JSX } from "preact";
import { Back } from "../cards/face";
import { Backs, Hand, TableCard } from "../cards/hand";
import { contractIn, pointsOf, sortedForSchnapsen, sortedForSkat, type Contract } from "../cards/order";
import { SoFar } from "../table/skat";
import { LastTrick, Nameplate, place, TrickOnTable } from "../table/parts";
import { lastSaid, stepsOfMoves, tricksOf, type Trick } from "../table/steps";
import type { Move } from "../types";
import { t } from "../words";
import { cardsOf, contractName, saidName, suitName } from "../words/cards";
import { placeName } from "../words/names";

/** The contents of a position with all cards open. */
export interface Open {
  hands: string[][];
  leader: number;
  /** The skat, or the talon with the card turned up. */
  rest: string[];
  trump?: string | undefined;
  letter?: string | undefined;
}

export interface FeltProps {
  /** The moves of a deal, with the game's players as seats. */
  moves: readonly Move[];
  names: readonly string[];
  open?: Open | undefined;
  /** The player to act, if known. */
  active?: number | undefined;
  /** Schnapsen: the trump card that was turned up. */
  turnedUp?: string | undefined;
  /** Skat: true if values count double. */
  bock?: boolean;
}

/** The cards in a hand, and each player's number of draws until the talon is used up. */
const SKAT = { hand: 10, draws: 0 };
const SCHNAPSEN = { hand: 5, draws: 5 };

export function WatchFelt(props: FeltProps): JSX.Element {
  const kind = props.names.length === 2 ? "schnapsen" : "skat";
  return (
    <section class={`felt ${kind} watching`} aria-label={t("table")}>
      <WatchedDeal {...props} />
    </section>
  );
}

/** Show a watched deal on a felt. */
export function WatchedDeal(props: FeltProps): JSX.Element {
  const { moves, names, open } = props;
  const players = names.length;
  const steps = stepsOfMoves(moves, players);
  const tricks = tricksOf(steps, players, open?.leader);
  const lying = tricks.at(-1);
  const recent = players === 3 ? (tricks.length === 0 ? steps : []) : steps.slice(steps.map((s) => s.kind).lastIndexOf("collect") + 1);
  const said = lastSaid(recent);
  const declared = moves.find((move) => contractIn(move.name));
  const size = players === 3 ? SKAT : SCHNAPSEN;
  const draws = drawn(moves, tricks, size.draws);
  const trump = open?.trump ?? props.turnedUp?.[0];
  const seat = (player: number): JSX.Element => (
    <div class={player === 0 ? "mine" : `opponent ${place(player, 0, players)}`}>
      <Nameplate
        name={names[player] ?? ""}
        active={props.active === player}
        role={roleOf(player, players, declared, tricks, moves, trump)}
        said={saidName(said.get(player)?.name ?? "", trump)}
      />
      <Cards player={player} name={names[player] ?? ""} tricks={tricks} count={size.hand + draws} players={players} open={open} />
    </div>
  );
  return (
    <>
      {names.slice(1).map((_, k) => seat(k + 1))}
      <div class="middle">
        {lying && <TrickOnTable trick={lying} me={0} players={players} leaving={false} />}
      </div>
      {players === 3 ? <Contracted moves={moves} declared={declared} tricks={tricks} names={names} bock={props.bock ?? false} /> : <Talon moves={moves} open={open} turnedUp={props.turnedUp} left={2 * (size.draws - draws)} />}
      {players === 3 && open && <Rest cards={open.rest} />}
      <LastTrick trick={tricks.findLast((trick) => trick.winner !== undefined && trick !== lying)} name={(k) => names[k] ?? ""} />
      {seat(0)}
    </>
  );
}

/**
 * Return the role of a player: at Skat the seat and, for the soloist, the role;
 * at Schnapsen the points in tricks and the marriages.
 */
function roleOf(
  player: number,
  players: number,
  declared: Move | undefined,
  tricks: readonly Trick[],
  moves: readonly Move[],
  trump: string | undefined,
): string {
  if (players === 2) {
    const taken = wonBy(tricks, (winner) => winner === player);
    const said = moves.filter((move) => move.seat === player && move.name.startsWith("marriage "));
    return [t("pointsInTricks", { points: taken }), ...said.map((move) => saidName(move.name, trump))].join(" · ");
  }
  const words = [placeName(player)];
  if (declared?.seat === player) words.push(t("soloist"));
  return words.join(" · ");
}

function wonBy(tricks: readonly Trick[], by: (winner: number) => boolean): number {
  return pointsOf(
    tricks.filter((x) => x.winner !== undefined && by(x.winner)).flatMap((x) => x.cards.map((p) => p.card)),
  );
}

function Cards(props: {
  player: number;
  name: string;
  tricks: readonly Trick[];
  /** The number of cards that the player has been dealt or has drawn. */
  count: number;
  players: number;
  open: Open | undefined;
}): JSX.Element {
  const { player, name, tricks, players, open } = props;
  if (open) {
    const cards = open.hands[player] ?? [];
    const sorted =
      players === 3
        ? sortedForSkat(cards, (open.letter as Contract | undefined) ?? "G")
        : sortedForSchnapsen(cards, open.trump ?? "");
    return <Hand small={player > 0} cards={sorted} label={t("dealtTo", { name })} />;
  }
  const played = tricks.flatMap((trick) => trick.cards).filter((p) => p.seat === player).length;
  const count = Math.max(0, props.count - played);
  return <Backs count={count} label={cardsOf(name, count)} />;
}

/**
 * Return the number of cards that each player of Schnapsen has drawn: one after each trick, until the talon is
 * closed.
 */
function drawn(moves: readonly Move[], tricks: readonly Trick[], most: number): number {
  const at = moves.findIndex((move) => move.name === "close");
  const whole = at < 0 ? tricks : tricksOf(stepsOfMoves(moves.slice(0, at), 2), 2, undefined);
  return Math.min(most, whole.filter((trick) => trick.cards.length === 2).length);
}

function Contracted(props: {
  moves: readonly Move[];
  declared: Move | undefined;
  tricks: readonly Trick[];
  names: readonly string[];
  bock: boolean;
}): JSX.Element | null {
  const { moves, declared, tricks, names, bock } = props;
  const doubled: [string, string][] = bock ? [[t("bock"), "× 2"]] : [];
  const bid = Math.max(0, ...moves.map((move) => Number(move.name)).filter((value) => value >= 18));
  if (!declared && bid === 0 && tricks.length > 0) {
    const taken = names.map((name, player): [string, number] => [name, wonBy(tricks, (winner) => winner === player)]);
    return <Terms facts={[[t("contract"), t("ramsch")], ...doubled, ...taken]} />;
  }
  if (!declared) return <SoFar bid={bid} bock={bock} />;
  const hand = moves.some((move) => move.name === "hand");
  const name = contractName(hand ? declared.name.replace(/^\w+/, "$& hand") : declared.name);
  const facts: [string, string | number][] = [
    [t("contract"), name],
    ...doubled,
    [t("bid"), bid || "–"],
    [t("soloist"), wonBy(tricks, (winner) => winner === declared.seat)],
    [t("defenders"), wonBy(tricks, (winner) => winner !== declared.seat)],
  ];
  return <Terms facts={facts} />;
}

function Terms(props: { facts: readonly [string, string | number][] }): JSX.Element {
  return (
    <dl class="facts">
      {props.facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Show the talon. During play only its bottom card is known: the trump turned up, or the jack exchanged for it. */
function Talon(props: {
  moves: readonly Move[];
  open: Open | undefined;
  turnedUp: string | undefined;
  /** Cards not drawn yet, the one turned up included. */
  left: number;
}): JSX.Element {
  const { moves, open, turnedUp, left } = props;
  const said = (name: string): boolean => moves.some((move) => move.name === name);
  const trump = open?.trump ?? turnedUp?.[0];
  const up = turnedUp && left > 0 ? (said("exchange") ? `${turnedUp[0]}J` : turnedUp) : undefined;
  return (
    <div class="talon" role="group" aria-label={t("talon")}>
      {open ? open.rest.map((card) => <TableCard key={card} card={card} />) : up && !said("close") && <TableCard card={up} class="up" />}
      {!open && left > 1 && (
        <span class="card stack" role="img" aria-label={t("talonLeft", { count: left - 1 })}>
          <Back />
        </span>
      )}
      <p>
        {trump && t("trumpIs", { suit: suitName(trump) })}
        {said("close") && ` · ${t("closed")}`}
      </p>
    </div>
  );
}

function Rest(props: { cards: readonly string[] }): JSX.Element {
  return (
    <div class="laid watched-skat">
      {t("skat")}{" "}
      {props.cards.map((card) => (
        <TableCard key={card} card={card} />
      ))}
    </div>
  );
}
