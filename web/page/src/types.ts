/* eslint-disable */
/** Types of everything the page's server sends. Generated from the server by `make page-types`. */

export type Outcome = TextOutcome | SkatOutcome;

/** The answers to questions about games, by game and name of the question. */
export interface Questions {
  "python_schnapsen/read": ReadLine;
  "python_schnapsen/position": SchnapsenPosition;
  "python_schnapsen/knowledge": Knowledge;
  "python_schnapsen/review": MatchReview;
  "python_schnapsen/grades": Grades;
  "python_skat/read": ReadLine;
  "python_skat/position": SkatPosition;
  "python_skat/knowledge": SkatKnowledge;
  "python_skat/contracts": Contracts;
  "python_skat/short": ShortContracts;
  "python_skat/review": SkatReview;
  "python_skat/grades": Grades;
}
/**
 * A pasted record or position, as a game and its actions.
 *
 * `start`: the position before the actions, if they do not begin with a deal; `seat`: the player
 * who knows what it says, if it leaves cards unknown.
 */
export interface ReadLine {
  game: string;
  actions: number[];
  players?: string[];
  start?: string;
  seat?: number;
}
/**
 * A position with open cards; `values` and `best` are empty once the deal is over.
 *
 * `talon`: in the order of drawing. `up`, `led`: empty if there is no such card. `closer`,
 * `to_act`, `winner`: -1 for nobody.
 */
export interface SchnapsenPosition {
  moves: MadeMove[];
  hands: string[][];
  talon: string[];
  up: string;
  trump: string;
  led: string;
  leader: number;
  closer: number;
  points: number[];
  pending: number[];
  to_act: number;
  phase: string;
  winner: number;
  game_points: number;
  legal: LegalMove[];
  values: {
    [k: string]: MoveWorth;
  };
  best: string[];
}
/** A move that was made; `at`: the number of actions before it, those of chance included. */
export interface MadeMove {
  seat: number;
  action: number;
  name: string;
  at: number;
}
/** A move that can be made. */
export interface LegalMove {
  action: number;
  name: string;
}
/** The result of a move with open hands: game points for the player to move. */
export interface MoveWorth {
  points: number;
  wins: boolean;
}
/** One player's knowledge: chances of unseen cards by place, and an agent's advice. */
export interface Knowledge {
  seat: number;
  belief: string;
  possible: number | null;
  chances: {
    [k: string]: number[];
  };
  advice: Hint | null;
}
/** An agent's decision and its reasons. */
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
/** The meaning of the figures `gauge` of moves, see `vorhand.agents.montecarlo.choice.Gauge`. */
export interface Gauge {
  kind: "chance" | "score";
  label: "match" | "open hands" | "playouts" | "score" | "search";
  /**
   * @minItems 2
   * @maxItems 2
   */
  scale: [number, number];
}
/** A legal move, with the agent's figures for the player who decides; null: unknown. */
export interface HintMove {
  move: string;
  gauge?: number | null;
  score?: number | null;
  grade?: "" | "blunder" | "inaccuracy" | "mistake";
}
/** A contract that a bidder examined; `chosen`: the share of skats after which it is best. */
export interface ContractHint {
  declaration: string;
  discards: string[];
  chance: number;
  score: number;
  chosen: number;
}
/**
 * A card that an agent expects in a place, and the evidence its holder has given.
 *
 * `place` is a seat, or 3 for the skat; `counted` is the probability by counting alone.
 */
export interface Inference {
  card: string;
  place: number;
  chance: number;
  counted: number;
  because: [string, string][];
}
/** The deals of a match move by move. */
export interface MatchReview {
  game: string;
  actions: number[];
  players: string[];
  deals: ReviewedDeal[];
}
/** A deal, with the cost of each player's moves; `winner`: null: it was not finished. */
export interface ReviewedDeal {
  score: number[];
  winner: number | null;
  game_points: number;
  moves: ReviewedMove[];
  cost: number[];
  turned: number[];
}
/**
 * A move, its result with open hands for player 0, and the loss of game points there.
 *
 * `choice`: there were other moves; `turned`: it gave away a won deal.
 */
export interface ReviewedMove {
  grade: "" | "blunder" | "inaccuracy" | "mistake";
  chance: number | null;
  best_chance: number | null;
  advice: string | null;
  loss: number | null;
  loss_error: number | null;
  at: number;
  seat: number;
  name: string;
  value: number;
  best: string[];
  best_value: number;
  choice: boolean;
  cost: number;
  turned: boolean;
}
/** The grades of some moves, in order. */
export interface Grades {
  grades: GradedMove[];
}
/**
 * The grade of a move by the hint that its player had; null: unknown.
 *
 * `chance` and `best_chance`: by the move and by the hint `advice`, of the soloist, or of player 0
 * in games for two. `loss`: given up against the hint, in parts of the stake of the deal.
 */
export interface GradedMove {
  grade: "" | "blunder" | "inaccuracy" | "mistake";
  chance: number | null;
  best_chance: number | null;
  advice: string | null;
  loss: number | null;
  loss_error: number | null;
}
/**
 * A position with open cards; `values` and `best` are empty where no card is to be played.
 *
 * `taken`, `others` and `tricks` are null if the position does not contain its history; then the
 * points of `values` are those still to come, the skat's included.
 */
export interface SkatPosition {
  dealt: string[][];
  dealt_skat: string[];
  skat: string[];
  soloist: number;
  bid: number;
  moves: MadeMove[];
  contract?: string;
  letter?: string;
  result?: SkatResult;
  phase: string;
  to_act: number;
  hands: string[][];
  leader: number;
  trick: string[];
  taken: number | null;
  others: number | null;
  tricks: number | null;
  legal: LegalMove[];
  values: {
    [k: string]: OpenWorth;
  };
  best: string[];
}
/** The result of a deal and its value; `ended`: the move that broke it off. */
export interface SkatResult {
  won: boolean;
  points: number;
  tricks: number;
  matadors: number;
  bid: number;
  overbid: boolean;
  value: number;
  worth: Worth;
  ended: MadeMove | null;
}
/**
 * The calculation of the value of a finished game.
 *
 * Attributes:
 *     base: of the contract; of null, its value.
 *     steps: increases beyond the matadors and the game itself.
 *     factor: the multiplier of the base; 1 in null.
 *     value: of the game that was played.
 *     counts: the value that counts: more than `value` if the soloist has overbid.
 */
export interface Worth {
  base: number;
  steps: string[];
  factor: number;
  value: number;
  counts: number;
}
/**
 * The result of a card with open hands and best play by all.
 *
 * `points`: the soloist's. `wins`: the soloist does; null: it depends on the unknown past.
 * `lost_in`: the trick that the soloist of a null is forced to win; 0 for none.
 */
export interface OpenWorth {
  points: number;
  wins: boolean | null;
  lost_in: number;
}
/** One player's knowledge; `known`: the cards known to lie with each seat and in the skat. */
export interface SkatKnowledge {
  seat: number;
  belief: string;
  possible: number | null;
  chances: {
    [k: string]: number[];
  };
  advice: Hint | null;
  known: string[][];
}
/** The contracts for some cards, the best first, and the bidder's move. */
export interface Contracts {
  move: string;
  contracts: ContractHint[];
}
/** Contracts that are worth less than the bid, by their letters. */
export interface ShortContracts {
  short: {
    [k: string]: Short;
  };
}
/**
 * A game that is worth less than its bid if it is just won.
 *
 * Attributes:
 *     worth: its value then.
 *     goal: the soloist's goal, see `least_goal`.
 */
export interface Short {
  worth: number;
  goal: number | null;
}
/**
 * A deal card by card, and by seat the points lost and the number of games turned.
 *
 * `goal`: the card points that the soloist needs (more than there are: all tricks), 0 in null;
 * null: nothing helps. `won`: null: the deal was not finished.
 */
export interface SkatReview {
  name: string;
  players: string[];
  soloist: number;
  contract: string;
  bid: number;
  won: boolean | null;
  goal: number | null;
  plays: SkatPlay[];
  cost: number[];
  turned: number[];
}
/**
 * A card played, its result with open hands, and the loss of card points there.
 *
 * `choice`: other cards could have been played; `turned`: it gave away a won game.
 */
export interface SkatPlay {
  grade: "" | "blunder" | "inaccuracy" | "mistake";
  chance: number | null;
  best_chance: number | null;
  advice: string | null;
  loss: number | null;
  loss_error: number | null;
  seat: number;
  card: string;
  trick: number;
  points: number;
  wins: boolean;
  lost_in: number;
  best: string[];
  best_points: number;
  choice: boolean;
  cost: number;
  turned: boolean;
}
export interface AgentInfo {
  name: string;
  summary: string;
  parameters: string[];
}
export interface Observation {
  game: string;
  seat: number;
  legal_actions: Action[];
  skat?: SkatView;
  schnapsen?: SchnapsenView;
  information_state: string;
  tensor: number[];
  observation: string;
}
export interface Action {
  id: number;
  name: string;
}
export interface SkatView {
  phase:
    | "SKAT_PHASE_UNSPECIFIED"
    | "SKAT_PHASE_DEAL"
    | "SKAT_PHASE_BIDDING"
    | "SKAT_PHASE_PICK_UP_OR_HAND"
    | "SKAT_PHASE_DISCARD"
    | "SKAT_PHASE_DECLARE"
    | "SKAT_PHASE_PLAY"
    | "SKAT_PHASE_OVER";
  to_act?: number;
  hand: string[];
  dealt_hand: string[];
  skat: string[];
  picked_up_skat: string[];
  open_hand: string[];
  in_play: string[];
  moves: Move[];
  bid: number;
  caller?: number;
  answerer?: number;
  soloist?: number;
  picked_up: boolean;
  contract:
    | "SKAT_CONTRACT_UNSPECIFIED"
    | "SKAT_CONTRACT_DIAMONDS"
    | "SKAT_CONTRACT_HEARTS"
    | "SKAT_CONTRACT_SPADES"
    | "SKAT_CONTRACT_CLUBS"
    | "SKAT_CONTRACT_GRAND"
    | "SKAT_CONTRACT_NULL";
  level:
    "SKAT_LEVEL_UNSPECIFIED" | "SKAT_LEVEL_PLAIN" | "SKAT_LEVEL_SCHNEIDER" | "SKAT_LEVEL_SCHWARZ" | "SKAT_LEVEL_OUVERT";
  hand_game: boolean;
  leader: number;
  trick: string[];
  played: Cards[];
  voids: Cards[];
  soloist_tricks: number;
  defender_tricks: number;
  soloist_points: number;
  defender_points: number;
  given_matadors: number;
  hidden: string[];
  places: SkatPlace[];
  half_discarded: boolean;
}
export interface Move {
  seat: number;
  action?: number;
  name: string;
}
export interface Cards {
  cards: string[];
}
export interface SkatPlace {
  known: string[];
  hidden_count: number;
  possible: string[];
}
export interface SchnapsenView {
  score: number[];
  match_points: number;
  is_match: boolean;
  deal: SchnapsenDeal;
  past: SchnapsenDeal[];
}
export interface SchnapsenDeal {
  first_leader: number;
  dealt: string[];
  turned_up: string;
  moves: Move[];
  draws: string[];
  hand: string[];
  opponent_shown: string[];
  opponent_lacks: string[];
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
  turn:
    "SCHNAPSEN_TURN_UNSPECIFIED" | "SCHNAPSEN_TURN_EXCHANGED" | "SCHNAPSEN_TURN_CLOSED" | "SCHNAPSEN_TURN_ANNOUNCED";
  to_act?: number;
  winner?: number;
  game_points: number;
}
export interface Rating {
  game: string;
  name: string;
  agent: boolean;
  mean: number;
  deviation: number;
  rating: number;
  deals: string;
  mean_score: number;
  last: number;
}
export interface Table {
  table_id: string;
  game: string;
  seats: Seat[];
  deals: number;
  deals_finished: number;
  state: "TABLE_STATE_UNSPECIFIED" | "TABLE_STATE_WAITING" | "TABLE_STATE_PLAYING" | "TABLE_STATE_ENDED";
  clock?: Clock;
  timeout_rule: "TIMEOUT_RULE_UNSPECIFIED" | "TIMEOUT_RULE_STAND_IN" | "TIMEOUT_RULE_FORFEIT";
  stand_in: string;
  seeded: boolean;
  totals: number[];
  dealing: "DEALING_UNSPECIFIED" | "DEALING_ROTATES" | "DEALING_FIXED";
  first_seat: number;
  unlisted: boolean;
}
export interface Seat {
  kind: "SEAT_KIND_UNSPECIFIED" | "SEAT_KIND_OPEN" | "SEAT_KIND_AGENT" | "SEAT_KIND_PRIVATE";
  agent: string;
  taken: boolean;
  connected: boolean;
  away: boolean;
  name: string;
}
export interface Clock {
  decision_ms: number;
  deal_ms: number;
}
export interface TableEvent {
  sequence: string;
  seated?: Seated;
  deal_started?: DealStarted;
  cards_dealt?: CardsDealt;
  moved?: Moved;
  turn?: Turn;
  deal_ended?: DealEnded;
  seat_changed?: SeatChanged;
  table_ended?: TableEnded;
  refused?: Refused;
  observation?: Observation;
}
export interface Seated {
  seat: number;
  table: Table;
}
export interface DealStarted {
  deal: number;
  first_seat: number;
}
export interface CardsDealt {
  commitment: string;
  face_up: string[];
}
export interface Moved {
  move: Move;
  stand_in: boolean;
}
export interface Turn {
  legal_actions: Action[];
  decision_ms: number;
  deal_ms: number;
}
export interface DealEnded {
  deal: number;
  returns: number[];
  openings: Opening[];
}
export interface Opening {
  commitment: string;
  nonce: string;
  actions: number[];
}
export interface SeatChanged {
  seat: number;
  change:
    | "SEAT_CHANGE_UNSPECIFIED"
    | "SEAT_CHANGE_TAKEN"
    | "SEAT_CHANGE_AWAY"
    | "SEAT_CHANGE_BACK"
    | "SEAT_CHANGE_LEFT"
    | "SEAT_CHANGE_REMOVED"
    | "SEAT_CHANGE_FREED";
}
export interface TableEnded {
  reason:
    | "TABLE_END_REASON_UNSPECIFIED"
    | "TABLE_END_REASON_FINISHED"
    | "TABLE_END_REASON_RESIGNED"
    | "TABLE_END_REASON_FORFEITED"
    | "TABLE_END_REASON_IDLE"
    | "TABLE_END_REASON_FAILED"
    | "TABLE_END_REASON_CLOSED";
  seat?: number;
  openings: Opening[];
}
export interface Refused {
  code: number;
  message: string;
}
/** The answer to a request that only has an effect. */
export interface Done {}
/** The reason why a request is refused. */
export interface Failure {
  error: string;
}
/** A game; `pack`: the pack whose layout fits it, empty: it is shown in plain form. */
export interface GameInfo {
  name: string;
  seats: number;
  pack: string;
}
/** The games of the table server; `locked`: the browser has yet to present a token. */
export interface Setup {
  locked: boolean;
  games: GameInfo[];
}
/** The public name of a browser; `own`: browsers have accounts of their own here. */
export interface Account {
  name: string;
  own: boolean;
}
/** The agents that play a game. */
export interface Agents {
  agents: AgentInfo[];
}
/** Tables with an open seat. */
export interface Tables {
  tables: Table[];
}
/** Ratings of people and agents, the best of each game first. */
export interface Ratings {
  ratings: Rating[];
}
/** A seat at a table, and the token for acting in it. */
export interface Place {
  table_id: string;
  seat: number;
  token: string;
}
/** The creator's seat at a new table; `invitation`: the code that invites to a private one. */
export interface NewTable {
  table_id: string;
  seat: number;
  token: string;
  invitation?: string;
}
/** A seat taken at somebody's table, with the game and its number of players. */
export interface TakenSeat {
  table_id: string;
  seat: number;
  token: string;
  game: string;
  players: number;
}
/** The outcome of a deal in words. */
export interface TextOutcome {
  text: string;
}
/** A finished deal; `seen`: the knowledge at its end of the seat that was asked for. */
export interface DealRecord {
  game: string;
  actions: number[];
  returns: number[];
  record: string;
  first_seat: number;
  outcome: Outcome;
  seen?: Observation;
}
/** A deal with all its cards and, if it is over, its result; `letter`: of the contract. */
export interface SkatOutcome {
  dealt: string[][];
  dealt_skat: string[];
  skat: string[];
  soloist: number;
  bid: number;
  moves: MadeMove[];
  contract?: string;
  letter?: string;
  result?: SkatResult;
}
/**
 * A message to a seat or a spectator: an event, a hint, a new seat after undo, or an error.
 *
 * `undo`, `hints`: whether moves can be taken back and hints be asked for at this table, with the
 * event `seated`. `code`: the status with which the table server ended the stream.
 */
export interface SocketMessage {
  event?: TableEvent;
  undo?: boolean;
  hints?: boolean;
  hint?: Hint;
  place?: Place;
  error?: string;
  code?: string;
}
