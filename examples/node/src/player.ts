// A player at a table: makes one against agents of the server, or takes an open seat.
//
//   node dist/player.js --token-file api-token --game python_skat --against rule --deals 10
//   node dist/player.js --table TABLE
import * as fs from "fs";
import { parseArgs } from "util";
import * as grpc from "@grpc/grpc-js";
import { bearer, call, credentials, wire } from "./wire";
import { choose } from "./rule";
import type { Event__Output as Event } from "./generated/vorhand/v1/Event";
import type { PlayRequest } from "./generated/vorhand/v1/PlayRequest";
import type { PlayResponse__Output as PlayResponse } from "./generated/vorhand/v1/PlayResponse";
import type { PlayServiceClient } from "./generated/vorhand/v1/PlayService";
import type { TablesServiceClient } from "./generated/vorhand/v1/TablesService";
import type { CreateTableResponse__Output as Created } from "./generated/vorhand/v1/CreateTableResponse";
import type { GetTableResponse__Output as Got } from "./generated/vorhand/v1/GetTableResponse";
import type { ListGamesResponse__Output as Games } from "./generated/vorhand/v1/ListGamesResponse";
import type { TakeSeatResponse__Output as Taken } from "./generated/vorhand/v1/TakeSeatResponse";

const { values: options } = parseArgs({
  options: {
    address: { type: "string", default: "127.0.0.1:50051" },
    certificate: { type: "string" }, // PEM file to trust; plain text without
    "token-file": { type: "string", default: "api-token" },
    game: { type: "string", default: "python_skat" },
    against: { type: "string", default: "rule" }, // the agent in the other seats
    deals: { type: "string", default: "1" },
    table: { type: "string" }, // take an open seat there instead
    log: { type: "string" }, // file of own actions, a JSON object a line
  },
});

interface Place {
  tableId: string;
  seat: number;
  token: string;
}

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;
const FOR_GOOD = [
  grpc.status.PERMISSION_DENIED,
  grpc.status.UNAUTHENTICATED,
  grpc.status.INVALID_ARGUMENT,
  grpc.status.NOT_FOUND,
  grpc.status.ABORTED,
  grpc.status.OUT_OF_RANGE,
];

async function findPlace(tables: TablesServiceClient): Promise<Place> {
  if (options.table !== undefined) {
    const tableId = options.table;
    const { grant } = await call<Taken>((done) => tables.takeSeat({ tableId }, done));
    return { tableId, seat: grant!.seat, token: grant!.seatToken };
  }
  const { games } = await call<Games>((done) => tables.listGames({}, done));
  const game = games.find(({ name }) => name === options.game!.split("(")[0]);
  if (game === undefined) throw new Error(`game ${options.game}: the server has none of this name`);
  const others = Array.from({ length: game.seats - 1 }, () => ({
    kind: "SEAT_KIND_AGENT" as const,
    agent: options.against,
  }));
  const request = {
    game: options.game,
    seats: [{ kind: "SEAT_KIND_PRIVATE" as const }, ...others],
    deals: Number(options.deals),
  };
  const token = bearer(fs.readFileSync(options["token-file"]!, "utf8").trim());
  const { table, grants } = await call<Created>((done) => tables.createTable(request, token, done));
  return { tableId: table!.tableId, seat: grants[0].seat, token: grants[0].seatToken };
}

// Plays until the table is over; comes back by itself when the stream is lost.
class Player {
  private last = "0"; // the last sequence number seen
  private ended = false;
  private wait = FIRST_WAIT_MS;

  constructor(
    private readonly service: PlayServiceClient,
    private readonly place: Place,
  ) {}

  async play(): Promise<void> {
    while (!this.ended) {
      const status = await this.stream();
      if (this.ended || status.code === grpc.status.OK) return;
      if (FOR_GOOD.includes(status.code)) throw new Error(`${grpc.status[status.code]}: ${status.details}`);
      await new Promise((resolve) => setTimeout(resolve, this.wait * (0.5 + Math.random())));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    }
  }

  private stream(): Promise<grpc.StatusObject> {
    const stream = this.service.play(bearer(this.place.token));
    const { tableId, seat } = this.place;
    stream.write({ join: { tableId, seat, afterSequence: this.last } });
    stream.on("data", ({ events }: PlayResponse) => {
      this.wait = FIRST_WAIT_MS;
      for (const event of events) this.follow(event, (request) => stream.write(request));
    });
    stream.on("error", () => {}); // how it ended is told by "status"
    return new Promise((resolve) => stream.on("status", resolve));
  }

  private follow(event: Event, send: (request: PlayRequest) => void): void {
    if (BigInt(event.sequence) > BigInt(this.last)) this.last = event.sequence;
    if (event.turn && event.observation) {
      const action = choose(event.observation);
      this.log({ turn: event.sequence, action: action.id });
      send({ act: { turn: event.sequence, action: action.id } });
    } else if (event.dealEnded) {
      console.log(`deal ${event.dealEnded.deal}: ${event.dealEnded.returns.join(" ")}`);
    } else if (event.refused) {
      console.error(`refused: ${event.refused.message}`);
    }
    this.ended ||= event.tableEnded != null;
  }

  private log(entry: object): void {
    const { tableId: table, seat } = this.place;
    if (options.log) fs.appendFileSync(options.log, JSON.stringify({ table, seat, ...entry }) + "\n");
  }
}

async function main(): Promise<void> {
  const security = credentials(options.certificate);
  const tables = new wire.vorhand.v1.TablesService(options.address!, security);
  const service = new wire.vorhand.v1.PlayService(options.address!, security);
  const place = await findPlace(tables);
  console.log(`table ${place.tableId}, seat ${place.seat}`);
  await new Player(service, place).play();
  const { table } = await call<Got>((done) => tables.getTable({ tableId: place.tableId }, done));
  console.log(`totals: ${table!.totals.join(" ")}`);
  service.close();
  tables.close();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
