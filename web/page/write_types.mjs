/** Write `src/types.ts` from the schema on standard input; see `make page-types`. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(readFileSync(0, "utf8"));
const text = await compile(schema, schema.title, {
  additionalProperties: false,
  bannerComment:
    "/* eslint-disable */\n/** Types of everything the page's server sends. Generated from the server by `make page-types`. */",
  style: { printWidth: 120 },
  unreachableDefinitions: true,
});
const origin = /( \*\n)? \* This interface was referenced by `Questions`'s JSON-Schema\n \* via the `definition` ".*"\.\n/g;
writeFileSync("src/types.ts", text.replace(origin, "").replaceAll("/**\n */\n", "").replace(/\/\*\*\n \* (.*)\n \*\/\n/g, "/** $1 */\n"));
