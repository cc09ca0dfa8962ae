/** Game strings of OpenSpiel: a short name, with parameters in brackets. */

export interface GameString {
  name: string;
  parameters: ReadonlyMap<string, string>;
}

/** Return the name and the parameters in a game string; values may have commas in brackets of their own. */
export function parseGame(game: string): GameString {
  const [, name = game, inside = ""] = /^([^(]*)\((.*)\)$/s.exec(game) ?? [];
  const parts = inside.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,()])+/g) ?? [];
  const pairs = parts.map((part): [string, string] => {
    const [key = "", ...value] = part.split("=");
    return [key.trim(), value.join("=")];
  });
  return { name, parameters: new Map(pairs) };
}

/** Return whether a game string switches a rule on. */
export function isOn(game: string, rule: string): boolean {
  return parseGame(game).parameters.get(rule)?.toLowerCase() === "true";
}

/** Return a game string with a rule switched on. */
export function withRule(game: string, rule: string): string {
  const { name, parameters } = parseGame(game);
  const all = [...new Map([...parameters, [rule, "true"]])];
  return `${name}(${all.map(([key, value]) => `${key}=${value}`).join(",")})`;
}
