/** The person's settings, stored in the browser. */
import { effect, signal } from "@preact/signals";

function kept<T>(name: string, usual: T) {
  let start = usual;
  try {
    const text = localStorage.getItem(`vorhand.${name}`);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    // An unreadable setting has its default.
  }
  const value = signal<T>(start);
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
export type Faces = "french" | "german";
export type Theme = "auto" | "dark" | "light";

const usualLanguage: Language = navigator.language.startsWith("de") ? "de" : "en";

export const language = kept<Language>("language", usualLanguage);
export const faces = kept<Faces>("faces", "french");
export const theme = kept<Theme>("theme", "auto");
/** The display time of moves, as a share of the default. */
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
