/** Texts in the person's language. */
import { language } from "../settings";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;

/** Return a share in percent, in the format of the language. */
export function percent(share: number): string {
  const form = new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 });
  return form.format(share).replace(/\s/, "\u202f");
}

/** Join parts as "a, b and c". */
export function together(parts: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(parts);
}

/** Return the text of a key, with each `{name}` replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = (language.value === "de" ? de : en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
