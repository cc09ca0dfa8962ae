/** The person's settings, stored in the browser. */
import { effect, signal } from "@preact/signals";

/** Return what the browser stores under a name now; another tab may have changed it. */
export function read<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`vorhand.${name}`);
    if (text !== null) return JSON.parse(text) as T;
  } catch {
    // An unreadable setting keeps its default.
  }
  return fallback;
}

function stored<T>(name: string, fallback: T) {
  const value = signal<T>(read(name, fallback));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(`vorhand.${name}`, text);
    } catch {
      // The page also works in a browser that stores nothing.
    }
  });
  return value;
}

export type Language = "de" | "en";
/** French cards, French cards in the four colours of German tournaments, or German cards. */
export type Faces = "french" | "four" | "german";
/** The order of a hand: trumps and high cards left or right; "null": left, and as in null until a declaration. */
export type Order = "left" | "right" | "null";
export type Theme = "auto" | "dark" | "light";

const browserLanguage: Language = navigator.language.startsWith("de") ? "de" : "en";

export const language = stored<Language>("language", browserLanguage);
export const faces = stored<Faces>("faces", "french");
export const theme = stored<Theme>("theme", "auto");
/** The display time of moves, as a multiple of the default. */
export const pace = stored<number>("pace", 1);
export const PACES = { slow: 1.6, usual: 1, quick: 0.35, atOnce: 0 } as const;
export const order = stored<Order>("order", "left");
/** True if the points taken so far are shown; some players prefer to count them. */
export const runningPoints = stored<boolean>("runningPoints", true);
export const sound = stored<boolean>("sound", true);
/** True if single keys are shortcuts. */
export const hotkeys = stored<boolean>("hotkeys", true);
/** True if phrases of other players are not shown. */
export const muted = stored<boolean>("muted", false);
/** True if tables of Skat have Kontra and Re. */
export const kontra = stored<boolean>("kontra", false);
/** True if tables of Skat have Ramsch. */
export const ramsch = stored<boolean>("ramsch", false);
/** True if the skat is pushed on before Ramsch. */
export const schieberamsch = stored<boolean>("schieberamsch", false);
/** True if the soloist at tables of Skat may announce Spitze. */
export const spitze = stored<boolean>("spitze", false);
/** True if tables of Skat have Bock rounds. */
export const bock = stored<boolean>("bock", false);
/** True if Skat is played by four, of whom the dealer sits out. */
export const four = stored<boolean>("four", false);
export const opponent = stored<string>("opponent", "vorhand");
export { stored };

effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  document.documentElement.style.setProperty("--pace", String(pace.value));
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});
