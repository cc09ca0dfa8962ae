/** Texts in the person's language. */
import { language } from "../settings";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;

/** The text of a key; `{name}` in it is replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = (language.value === "de" ? de : en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
