/** Numbers in the format of the page's language, with a true minus sign. */
import { language } from "../settings";

type Form = Omit<Intl.NumberFormatOptions, "signDisplay"> & { signDisplay?: "negative" | "exceptZero" };

const formats = new Map<string, Intl.NumberFormat>(); // by language and form; making one is slow

function formatOf(form: Form): Intl.NumberFormat {
  const key = `${language.value} ${JSON.stringify(form)}`;
  let format = formats.get(key);
  if (!format) {
    const signDisplay = form.signDisplay ?? "negative"; // no "-0"
    format = new Intl.NumberFormat(language.value, { ...form, signDisplay });
    formats.set(key, format);
  }
  return format;
}

function formatted(value: number, form: Form): string {
  return formatOf(form)
    .format(value)
    .replace("-", "\u2212")
    .replace(/\s/, "\u202f");
}

/**
 * Return a number with this many decimals; without the argument, with as many as it has, up to two.
 */
export function number(value: number, decimals?: number): string {
  return formatted(value, { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 2 });
}

/** Return a number with its sign, and decimals as `number`. */
export function signed(value: number, decimals?: number): string {
  return formatted(value, { signDisplay: "exceptZero", minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 2 });
}

/** The forms of dates: "29 Nov 2026" and "29.11.2026", whose months and days cannot be confused. */
const DATES = { en: "en-GB", de: "de" } as const;

/** Return date and time. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(DATES[language.value], { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** Return a share in percent. */
export function percent(share: number): string {
  return formatted(share, { style: "percent", maximumFractionDigits: 0 });
}
