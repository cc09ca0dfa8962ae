/** Messages of the table server as its wire contract has them, and what the page adds. */

export interface Action {
  id: number;
  name: string;
}

/** An action that was taken; `action` is not there where it is hidden. */
export interface Move {
  seat: number;
  action?: number;
  name: string;
}

export interface Cards {
  cards: string[];
}

export interface SkatView {
  phase: string;
  to_act?: number;
  hand: string[];
  dealt_hand: string[];
  skat: string[];
  picked_up_skat: string[];
  open_hand: string[];
  moves: Move[];
  bid: number;
  caller?: number;
  answerer?: number;
  soloist?: number;
  picked_up: boolean;
  contract: string;
  level: string;
  hand_game: boolean;
  leader: number;
  trick: string[];
  played: Cards[];
  soloist_tricks: number;
  defender_tricks: number;
  soloist_points: number;
  defender_points: number;
  /** As given with a position in which they cannot be counted, else 0. */
  given_matadors: number;
}

export interface SchnapsenDeal {
  first_leader: number;
  dealt: string[];
  turned_up: string;
  moves: Move[];
  draws: string[];
  hand: string[];
  opponent_shown: string[];
  talon_left: number;
  trump: string;
  up: string;
  leader: number;
  led: string;
  closer?: number;
  points: number[];
  pending: number[];
  tricks: number[];
  played: Cards[];
  turn: string;
  to_act?: number;
  winner?: number;
  game_points: number;
}

export interface SchnapsenView {
  score: number[];
  match_points: number;
  is_match: boolean;
  deal: SchnapsenDeal;
  past: SchnapsenDeal[];
}

export interface Observation {
  game: string;
  seat: number;
  legal_actions: Action[];
  skat?: SkatView;
  schnapsen?: SchnapsenView;
  information_state: string;
  observation: string;
}

export interface Seat {
  kind: string;
  agent: string;
  /** Of the account of who sits there. */
  name: string;
  taken: boolean;
  connected: boolean;
  away: boolean;
}

export interface Table {
  table_id: string;
  game: string;
  seats: Seat[];
  deals: number;
  deals_finished: number;
  state: string;
  totals: number[];
  first_seat: number;
}

/** One event of a stream; exactly one of the optional ones is there, besides the observation. */
export interface TableEvent {
  sequence: string;
  seated?: { seat: number; table: Table };
  deal_started?: { deal: number; first_seat: number };
  cards_dealt?: { commitment: string; face_up: string[] };
  moved?: { move: Move; stand_in: boolean };
  turn?: { legal_actions: Action[]; decision_ms: number; deal_ms: number };
  deal_ended?: { deal: number; returns: number[] };
  seat_changed?: { seat: number; change: string };
  table_ended?: { reason: string; seat?: number };
  refused?: { code: number; message: string };
  observation?: Observation;
}

/** A seat at a table, and the right to act for it. */
export interface Place {
  table_id: string;
  seat: number;
  token: string;
}

/** The figure by which an agent compares moves. */
export interface Gauge {
  kind: "chance" | "score";
  label: "open hands" | "playouts" | "search" | "match" | "score";
  scale: [number, number];
}

export interface HintMove {
  move: string;
  /** For the player who decides; null: unknown. */
  gauge?: number | null;
  score?: number | null;
}

export interface ContractHint {
  declaration: string;
  discards: string[];
  chance: number;
  score: number;
  chosen?: number;
}

/** A card that the agent expects in a place (a seat, 3: the skat), and what that seat has shown. */
export interface Inference {
  card: string;
  place: number;
  chance: number;
  counted: number;
  because: [string, string][];
}

export interface Hint {
  agent: string;
  move: string;
  best: string[];
  reason: string;
  worlds: number;
  gauge: Gauge | null;
  moves: HintMove[];
  contracts?: ContractHint[];
  inferred?: Inference[];
}

export interface GameInfo {
  name: string;
  seats: number;
  pack: string;
}

export interface AgentInfo {
  name: string;
  summary: string;
  parameters: string[];
}

/** How well an account or an agent plays a game; deals are a number as text. */
export interface Rating {
  game: string;
  name: string;
  agent: boolean;
  mean: number;
  deviation: number;
  rating: number;
  deals: string;
  mean_score: number;
}

/** How the value of a game of Skat came about. */
export interface SkatWorth {
  base: number;
  steps: string[];
  factor: number;
  value: number;
  /** The value that counts: more where the soloist has overbid. */
  counts: number;
}

export interface SkatResult {
  won: boolean;
  points: number;
  tricks: number;
  matadors: number;
  bid: number;
  overbid: boolean;
  value: number;
  worth: SkatWorth;
  /** Who gave up or claimed the rest, if the deal ended so. */
  ended: Move | null;
}

export interface SkatOutcome {
  dealt: string[][];
  dealt_skat: string[];
  skat: string[];
  soloist: number;
  bid: number;
  moves: Move[];
  contract?: string;
  result?: SkatResult;
}

export interface DealRecord {
  game: string;
  actions: number[];
  returns: number[];
  record: string;
  first_seat: number;
  outcome: Partial<SkatOutcome> & { text?: string };
  /** What the seat that was asked for knew at the end. */
  seen?: Observation;
}
