// A player that creates a table with agents of the server, or takes an open seat at a table.
//
//   node dist/player.js --token-file api-token --game python_skat --against rule --deals 10
//   node dist/player.js --table TABLE
import * as fs from "fs";
import { setTimeout as sleep } from "timers/promises";
import { parseArgs } from "util";
import * as grpc from "@grpc/grpc-js";
import { bearer, call, credentials, wire } from "./wire";
import { choose } from "./rule";
import type { CreateTableResponse__Output as Created } from "./generated/vorhand/v1/CreateTableResponse";
import type { ListGamesResponse__Output as Games } from "./generated/vorhand/v1/ListGamesResponse";
import type { PlayResponse__Output as PlayResponse } from "./generated/vorhand/v1/PlayResponse";
import type { PlayServiceClient } from "./generated/vorhand/v1/PlayService";
import type { TablesServiceClient } from "./generated/vorhand/v1/TablesService";
import type { TakeSeatResponse__Output as Taken } from "./generated/vorhand/v1/TakeSeatResponse";

const { values: options } = parseArgs({
  options: {
    address: { type: "string", default: "127.0.0.1:50051" },
    certificate: { type: "string" }, // PEM file to trust; without it plain text
    "token-file": { type: "string", default: "api-token" },
    game: { type: "string", default: "python_skat" },
    against: { type: "string", default: "rule" }, // the agent in the other seats
    deals: { type: "string", default: "1" },
    table: { type: "string" }, // take an open seat there instead
  },
});

type Place = { tableId: string; seat: number; token: string };

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [50, 2000];
// Statuses of a lost stream, which is opened again; after other statuses it is not.
const LOST = ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "INTERNAL", "UNKNOWN", "CANCELLED"];

async function findPlace(tables: TablesServiceClient): Promise<Place> {
  if (options.table !== undefined) {
    const tableId = options.table;
    const { grant } = await call<Taken>((done) => tables.takeSeat({ tableId }, done));
    return { tableId, seat: grant!.seat, token: grant!.seatToken };
  }
  const { games } = await call<Games>((done) => tables.listGames({}, done));
  const game = games.find(({ name }) => name === options.game!.split("(")[0]);
  if (!game) throw new Error(`game ${options.game}: expected one of ${games.map(({ name }) => name).join(", ")}`);
  const other = { kind: "SEAT_KIND_AGENT" as const, agent: options.against };
  const seats = [{ kind: "SEAT_KIND_PRIVATE" as const }, ...Array(game.seats - 1).fill(other)];
  const request = { game: options.game, seats, deals: Number(options.deals) };
  const token = bearer(fs.readFileSync(options["token-file"]!, "utf8").trim());
  const { table, grants } = await call<Created>((done) => tables.createTable(request, token, done));
  return { tableId: table!.tableId, seat: grants[0].seat, token: grants[0].seatToken };
}

// Play until the table is over; open a new stream when one is lost.
async function play(service: PlayServiceClient, { tableId, seat, token }: Place): Promise<void> {
  let last = "0"; // the last sequence number seen
  let over = false;
  let wait = FIRST_WAIT_MS;
  for (;;) {
    const stream = service.play(bearer(token));
    stream.write({ join: { tableId, seat, afterSequence: last } });
    stream.on("data", ({ events }: PlayResponse) => {
      wait = FIRST_WAIT_MS;
      for (const event of events) {
        if (BigInt(event.sequence) > BigInt(last)) last = event.sequence;
        over ||= event.tableEnded != null;
        if (event.turn && event.observation) {
          stream.write({ act: { turn: event.sequence, action: choose(event.observation).id } });
        } else if (event.dealEnded) {
          console.log(`deal ${event.dealEnded.deal}: ${event.dealEnded.returns.join(" ")}`);
        } else if (event.refused) {
          console.error(`refused: ${event.refused.message}`);
        }
      }
    });
    stream.on("error", () => {}); // the event "status" has the reason
    const status = await new Promise<grpc.StatusObject>((resolve) => stream.on("status", resolve));
    const name = grpc.status[status.code];
    if (over || name === "OK") return;
    if (!LOST.includes(name)) throw new Error(`${name}: ${status.details}`);
    await sleep(wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
}

async function main(): Promise<void> {
  const security = credentials(options.certificate);
  const place = await findPlace(new wire.vorhand.v1.TablesService(options.address!, security));
  console.log(`table ${place.tableId}, seat ${place.seat}`);
  await play(new wire.vorhand.v1.PlayService(options.address!, security), place);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
