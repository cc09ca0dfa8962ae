// An agent that others dial: `vorhand match --agents grpc://127.0.0.1:9090,rule,rule`.
//
//   node dist/agent.js --address 127.0.0.1:9090
import { parseArgs } from "util";
import * as grpc from "@grpc/grpc-js";
import { wire } from "./wire";
import { choose } from "./rule";
import type { AgentServiceHandlers } from "./generated/vorhand/v1/AgentService";

const { values: options } = parseArgs({
  options: { address: { type: "string", default: "127.0.0.1:9090" } },
});

const handlers: AgentServiceHandlers = {
  Describe: (_, answer) =>
    answer(null, { name: "node example", games: ["python_skat", "python_schnapsen"] }),
  Decide: ({ request }, answer) => {
    if (!request.observation?.legalActions.length) {
      const details = "observation: there is nothing to decide";
      return answer({ code: grpc.status.INVALID_ARGUMENT, details });
    }
    answer(null, { action: choose(request.observation).id });
  },
};

const server = new grpc.Server();
server.addService(wire.vorhand.v1.AgentService.service, handlers);
server.bindAsync(options.address!, grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) {
    console.error(`address ${options.address}: ${error.message}`);
    process.exitCode = 1;
  } else {
    console.log(`serving at port ${port}`);
  }
});
process.on("SIGTERM", () => server.tryShutdown(() => {}));
