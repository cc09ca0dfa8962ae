/** What the person likes, kept in the browser. */
import { effect, signal } from "@preact/signals";

function kept<T>(name: string, usual: T) {
  let start = usual;
  try {
    const text = localStorage.getItem(`vorhand.${name}`);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    // What cannot be read counts as not there.
  }
  const value = signal<T>(start);
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(`vorhand.${name}`, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  return value;
}

export type Language = "de" | "en";
export type Faces = "french" | "german";
export type Theme = "auto" | "dark" | "light";

const usualLanguage: Language = navigator.language.startsWith("de") ? "de" : "en";

export const language = kept<Language>("language", usualLanguage);
export const faces = kept<Faces>("faces", "french");
export const theme = kept<Theme>("theme", "auto");
/** How long moves are shown, as a share of the usual time. */
export const pace = kept<number>("pace", 1);
export const QUICK = 0.35;
export const opponent = kept<string>("opponent", "vorhand");
export { kept };

effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});
