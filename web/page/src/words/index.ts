/** Texts in the person's language. */
import { language } from "../settings";
import { de } from "./de";
import { en } from "./en";
import { number } from "./numbers";

export type Key = keyof typeof en;

/** Join parts as a list in words, such as "a, b, and c". */
export function together(parts: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(parts);
}

/** Return the text of a key, with each `{name}` replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = (language.value === "de" ? de : en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === "number" ? number(value) : value;
  });
}
