// The wire contract of the .proto files, and a connection to a server.
import * as fs from "fs";
import * as path from "path";
import * as grpc from "@grpc/grpc-js";
import * as loader from "@grpc/proto-loader";
import type { ProtoGrpcType as AgentTypes } from "./generated/agent";
import type { ProtoGrpcType as PlayTypes } from "./generated/play";
import type { ProtoGrpcType as TablesTypes } from "./generated/tables";

const PROTOS = path.join(__dirname, "..", "..", "..", "proto");
const definition = loader.loadSync(
  ["tables", "play", "agent"].map((name) => `vorhand/v1/${name}.proto`),
  { includeDirs: [PROTOS], longs: String, enums: String, defaults: true, oneofs: true },
);
export const wire = grpc.loadPackageDefinition(definition) as unknown as TablesTypes & PlayTypes & AgentTypes;

// Use TLS if the file of a certificate to trust is given, else plain text.
export function credentials(certificate?: string): grpc.ChannelCredentials {
  if (certificate === undefined) return grpc.credentials.createInsecure();
  return grpc.credentials.createSsl(fs.readFileSync(certificate));
}

export function bearer(token: string): grpc.Metadata {
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  return metadata;
}

// Make a unary call; return a promise of the answer.
export function call<Answer>(start: (done: grpc.requestCallback<Answer>) => void): Promise<Answer> {
  return new Promise((resolve, reject) =>
    start((error, answer) => (error ? reject(error) : resolve(answer as Answer))),
  );
}
