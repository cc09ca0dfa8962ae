/** A seat at a table: its stream, shown move by move at a readable pace. */
import { batch, computed, effect, signal } from "@preact/signals";
import { ApiError, get, Socket } from "../api";
import type { Result } from "../lobby/session";
import { muted, pace } from "../settings";
import { play } from "../sounds";
import type { Action, DealRecord, Hint, Move, Observation, Place, SocketMessage, Table, TableEvent } from "../types";
import { isBock } from "../words/games";
import { CLAIMS, stepsOf, stepsOfMoves, type Step } from "./steps";

const CATCHING_UP_MS = 250; // milliseconds after joining during which events count as past
const STEP_MS = { move: 800, say: 800, collect: 1100 }; // milliseconds between two steps at the default pace
const SETTLED_MS = 60; // milliseconds without a message, after which the past events count as complete
const SILENT_MS = 3000; // milliseconds; shorter losses of the connection are not shown
const SAID_MS = 6000; // milliseconds for which a phrase is shown

export interface Turn {
  sequence: number;
  legal: Action[];
}

type Connection = Pick<Socket, "firstMessage" | "send" | "close">;

/** Opens the connection of a seat: a socket, or in a puzzle an object that answers in place of a server. */
export type Connect = (...how: ConstructorParameters<typeof Socket>) => Connection;

export class SeatStore {
  readonly place = signal<Place>({ table_id: "", seat: 0, token: "" });
  readonly table = signal<Table | null>(null);
  readonly seen = signal<Observation | null>(null);
  /** The public moves of a deal that the person sits out, with the game's players as seats; null: the person plays. */
  readonly watched = signal<readonly Move[] | null>(null);
  readonly turn = signal<Turn | null>(null);
  readonly results = signal<Result[]>([]);
  /** True between the end of a deal and the start of the next. */
  readonly over = signal(false);
  /** True while the table's next deal waits for the person. */
  readonly held = signal(false);
  readonly record = signal<DealRecord | null>(null);
  /** True while the record of the finished deal is requested. */
  readonly recording = signal(false);
  readonly ended = signal<string>("");
  /** The seat whose player resigned or forfeited. */
  readonly endedBy = signal<number | undefined>(undefined);
  /** True once another tab or program of the same person has the seat. */
  readonly elsewhere = signal(false);
  readonly refused = signal<Error | string>("");
  readonly hint = signal<Hint | null>(null);
  readonly asking = signal(false);
  readonly undoable = signal(false);
  readonly hinted = signal(false);
  readonly online = signal(true);
  /** The phrases that players have sent recently. */
  readonly said = signal<readonly { seat: number; phrase: string }[]>([]);
  readonly firstSeat = signal(0);
  /** The number of Bock deals left, the deal shown included; unset: a table without Bock rounds. */
  readonly bock = signal<number | undefined>(undefined);
  /** True if the values of the deal shown count double. */
  readonly isBock = computed(() => isBock(this.table.value?.game ?? "", this.bock.value));
  readonly shown = signal(0);
  /** True if the person has made a move in this deal or match, or if the game has no view. */
  readonly decided = computed(() => {
    const seen = this.seen.value;
    if (this.watched.value) return false;
    if (!seen?.skat && !seen?.schnapsen) return true;
    return this.steps.value.some((step) => step.move && step.seat === seen.seat);
  });
  readonly steps = computed<Step[]>(() =>
    this.watched.value ? stepsOfMoves(this.watched.value, this.seats() - 1) : stepsOf(this.seen.value),
  );
  /** True if all moves are on the screen. */
  readonly caughtUp = computed(() => this.shown.value >= this.steps.value.length);

  /** True if a deal of a match is over, and the next one waits for the person. */
  readonly paused = computed(() => this.steps.value[this.shown.value]?.kind === "deal");

  private readonly socket: Connection;
  private joined = performance.now();
  private timer = 0;
  /** The time at which the latest step was shown. */
  private steppedAt = 0;
  private planned: string[] = [];
  /** Messages that arrived while the end of a deal is shown. */
  private readonly later: SocketMessage[] = [];
  /** Messages collected since joining again; null: messages are shown as they arrive. */
  private settling: SocketMessage[] | null = null;
  private settled = 0;
  private offline = 0;
  private sitsOut = false;
  /** The scores of a deal whose end is not on the screen yet. */
  private unheard: readonly number[] | null = null;
  private readonly stopSounds: () => void;

  constructor(
    place: Place,
    /** True if the game is shown by its strings only. */
    private readonly plain: boolean,
    private readonly moved: (place: Place) => void,
    /** The number of deals whose end the person has seen and left. */
    private dismissed: number,
    private readonly dismiss: (deals: number) => void,
    connect: Connect = (...how) => new Socket(...how),
  ) {
    this.place.value = place;
    this.stopSounds = effect(() => {
      if (this.over.value && this.caughtUp.value) this.playEnd();
    });
    this.socket = connect(
      "api/seat",
      this.firstMessageOf(place),
      (message) => this.receive(message),
      (open) => {
        clearTimeout(this.offline);
        if (open) this.online.value = true;
        else this.offline = window.setTimeout(() => (this.online.value = false), SILENT_MS);
      },
      true,
    );
  }

  act(action: number): void {
    const turn = this.turn.value;
    if (!turn || !this.caughtUp.value || !this.socket.send({ act: { turn: turn.sequence, action } })) return;
    this.turn.value = null;
    this.hint.value = null;
    this.refused.value = "";
  }

  /** Agree that an agent plays for absent players, or decline, which ends the table. */
  decide(answer: "agree" | "decline"): void {
    this.socket.send({ [answer]: true });
  }

  say(phrase: string): void {
    this.socket.send({ say: phrase });
  }

  /** Take actions one after the other, each as soon as it is legal. */
  actAll(names: readonly string[]): void {
    this.planned = [...names];
    this.takePlanned();
  }

  private takePlanned(): void {
    const next = this.planned[0];
    const action = next === undefined ? undefined : this.legal(next);
    if (!action) return;
    this.planned = this.planned.slice(1);
    this.act(action.id);
  }

  /** Return the action with this name if it is legal now. */
  legal(name: string): Action | undefined {
    return this.caughtUp.value ? this.turn.value?.legal.find((a) => a.name === name) : undefined;
  }

  private firstMessageOf(place: Place): unknown {
    return { table: place.table_id, seat: place.seat, token: place.token, plain: this.plain };
  }

  askHint(agent = ""): void {
    this.asking.value = true;
    this.socket.send({ hint: agent });
  }

  undo(): void {
    this.socket.send({ undo: true });
  }

  /** Continue after the end of a deal. */
  nextDeal(): void {
    if (this.held.value) {
      this.held.value = false;
      this.dismissed = this.results.value.length;
      this.dismiss(this.dismissed);
      const events = this.later.splice(0);
      batch(() => events.forEach((message) => this.take(message)));
      return;
    }
    this.shown.value += 1;
    this.pace();
  }

  /** Show the next step at once. */
  showNextStep(): void {
    if (this.paused.value) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.steppedAt = performance.now();
    this.shown.value = Math.min(this.shown.value + 1, this.steps.value.length);
    this.pace();
  }

  /** Show all steps so far at once. */
  showAll(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown.value = this.steps.value.length;
  }

  close(): void {
    [this.timer, this.offline, this.settled].forEach(clearTimeout);
    this.stopSounds();
    this.socket.close();
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.planned = [];
    this.unheard = null;
    this.joined = performance.now();
    this.results.value = [];
    this.record.value = null;
    this.over.value = false;
    this.held.value = false;
    this.later.length = 0;
    this.ended.value = "";
    this.turn.value = null;
    this.hint.value = null;
    this.asking.value = false;
  }

  /**
   * Handle a message. Messages after joining again are handled together, so that nothing flickers.
   */
  private receive(message: SocketMessage): void {
    if (message.event?.seated && (this.seen.value || this.watched.value)) this.settling = [];
    if (!this.settling) return batch(() => this.take(message));
    this.settling.push(message);
    clearTimeout(this.settled);
    this.settled = window.setTimeout(() => {
      const messages = this.settling ?? [];
      this.settling = null;
      batch(() => messages.forEach((each) => this.take(each)));
    }, SETTLED_MS);
  }

  private take(message: SocketMessage): void {
    const { event, hint, place, error, code } = message;
    if (event?.seated) this.begin();
    if (this.held.value && event && !event.seat_changed && !event.said) {
      this.later.push(message);
      const early = event.table_ended && event.table_ended.reason !== "TABLE_END_REASON_FINISHED";
      if (early) this.nextDeal(); // a table that ended early shows this in place of the result of the deal
      return;
    }
    if (event) this.follow(event, message);
    else if (hint) {
      this.hint.value = hint;
      this.asking.value = false;
    } else if (place) {
      this.place.value = place;
      this.socket.firstMessage = this.firstMessageOf(place);
      this.begin();
      this.moved(place);
    } else if (error !== undefined) {
      this.asking.value = false;
      if (code === "ABORTED") this.yieldSeat();
      else {
        this.refused.value = new ApiError(error);
        if (code) this.ended.value ||= "TABLE_END_REASON_FAILED";
      }
    }
  }

  /** Stop reconnecting, since otherwise two tabs would take the seat from each other for ever. */
  private yieldSeat(): void {
    this.socket.close();
    this.elsewhere.value = true;
    this.turn.value = null;
    this.hint.value = null;
    this.undoable.value = false;
  }

  private follow(event: TableEvent, message: SocketMessage): void {
    if (event.seated) {
      this.table.value = event.seated.table;
      this.firstSeat.value = event.seated.table.first_seat; // the stream does not repeat the start of the current deal
      this.bock.value = event.seated.table.bock_deals;
      this.sitOut(event.seated.table.sits_out);
      this.undoable.value = message.undo ?? false;
      this.hinted.value = message.hints ?? false;
    }
    if (event.deal_started) {
      this.firstSeat.value = event.deal_started.first_seat;
      this.bock.value = event.deal_started.bock_deals;
      this.over.value = false;
      this.record.value = null;
      this.sitOut(event.deal_started.sits_out);
    }
    if (event.observation) this.see(event.observation);
    if (event.moved) {
      this.hint.value = null;
      this.watch(event.moved.move);
    }
    if (event.turn) {
      this.turn.value = { sequence: Number(event.sequence), legal: event.turn.legal_actions };
      this.takePlanned();
    }
    if (event.refused) this.refused.value = new ApiError(event.refused.message);
    if (event.deal_ended) {
      const { deal, returns, bock_deals: bock } = event.deal_ended;
      this.dealOver({ deal, returns, bock });
    }
    if (event.table_ended) {
      this.ended.value = event.table_ended.reason;
      this.endedBy.value = event.table_ended.seat;
      this.turn.value = null;
    }
    if (event.seat_changed) this.renewTable();
    if (event.said && (event.said.seat === this.place.value.seat || !muted.value)) {
      const said = event.said;
      this.said.value = [...this.said.value, said];
      setTimeout(() => {
        this.said.value = this.said.value.filter((each) => each !== said);
      }, SAID_MS);
    }
  }

  private seats(): number {
    return this.table.value?.seats.length ?? 1;
  }

  /** Begin a deal. A person at `seat`, the dealer's, only watches; otherwise the first observation shows the deal. */
  private sitOut(seat: number | undefined): void {
    this.sitsOut = seat === this.place.value.seat;
    if (!this.sitsOut && !this.watched.value) return;
    this.watched.value = [];
    this.seen.value = null;
    this.shown.value = 0;
  }

  private watch(move: Move): void {
    if (!this.sitsOut) return;
    const seat = (move.seat - this.firstSeat.value + this.seats()) % this.seats();
    this.watched.value = [...(this.watched.value ?? []), { ...move, seat }];
    if (performance.now() - this.joined < CATCHING_UP_MS) this.shown.value = this.steps.value.length;
    else this.pace();
  }

  private see(observation: Observation): void {
    this.watched.value = null;
    const before = this.steps.value.length;
    this.seen.value = observation;
    const now = this.steps.value.length;
    const catchingUp = performance.now() - this.joined < CATCHING_UP_MS;
    if (catchingUp || now < before) this.shown.value = this.stepAfterJoining();
    else this.pace();
  }

  /**
   * Return the step to show after joining: the last one, or the end of the previous deal if the person has not
   * moved since.
   */
  private stepAfterJoining(): number {
    const steps = this.steps.value;
    const ended = steps.findLastIndex((step) => step.kind === "deal");
    const acted = steps.slice(ended + 1).some((step) => step.move && step.seat === this.seen.value?.seat);
    return ended < 0 || acted ? steps.length : ended;
  }

  private pace(): void {
    const step = this.steps.value[this.shown.value];
    if (this.timer || !step || step.kind === "deal") return;
    const mine = step.move && step.seat === this.seen.value?.seat;
    const claim = CLAIMS.includes(step.move?.name ?? "");
    // The time that an agent took for its decision is part of the interval, so that the pace is
    // even.
    const wait = mine || claim ? 0 : this.steppedAt + STEP_MS[step.kind] * pace.value - performance.now();
    const show = () => {
      this.timer = 0;
      this.steppedAt = performance.now();
      if (step.kind !== "say") play(step.kind === "collect" ? "trick" : "card");
      this.shown.value += 1;
      this.pace();
    };
    if (wait <= 0) show();
    else this.timer = window.setTimeout(show, wait);
  }

  private dealOver(result: Result): void {
    const { deal, returns } = result;
    const joining = performance.now() - this.joined < CATCHING_UP_MS;
    this.unheard = joining ? null : returns;
    this.over.value = true;
    this.held.value = deal >= this.dismissed && deal + 1 < (this.table.value?.deals ?? 0);
    this.results.value = [...this.results.value, result];
    const { table_id: table, seat } = this.place.value;
    this.recording.value = true;
    void get<DealRecord>(`api/records/${table}/${deal}?seat=${seat}`)
      .then((record) => {
        if (this.place.value.table_id !== table || this.results.value.at(-1)?.deal !== deal) return;
        this.record.value = record;
        if (!this.seen.value && record.seen) {
          // The stream of a table that is over has no observations, only the end.
          this.seen.value = record.seen;
          this.shown.value = this.steps.value.length;
        }
      })
      .catch(() => undefined)
      .finally(() => {
        this.recording.value = false;
      });
  }

  /** Play the sound of a deal's end: lost for those behind the best score, none if all are equal. */
  private playEnd(): void {
    const returns = this.unheard;
    this.unheard = null;
    if (!returns || new Set(returns).size === 1) return;
    play((returns[this.place.value.seat] ?? 0) < Math.max(...returns) ? "lost" : "won");
  }

  /** Request the table again, for the players in its seats. */
  private renewTable(): void {
    void get<Table>(`api/tables/${this.place.value.table_id}`)
      .then((table) => {
        this.table.value = table;
      })
      .catch(() => undefined);
  }
}
