/** Shortcuts of single keys at the table, and the overlay that lists them. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hotkeys, sound } from "../settings";
import { t, type Key } from "../words";

/** Each key, its label and the selector of the button that it presses; a key that finds no button does nothing. */
const BUTTONS: readonly (readonly [string, Key, string])[] = [
  ["h", "hint", ".tools [data-tool=hint]"],
  ["u", "undo", ".over [data-tool=undo], .tools [data-tool=undo]"],
  ["y", "keyYes", ".panel .primary:not([disabled]), .tools [data-claim=agree]"],
  ["p", "pass", ".panel .pass"],
  ["n", "nextDeal", ".over .next, .pause .primary"],
];

/** Listen to the keys, and show their list on request. */
export function Hotkeys(props: { onSkip: () => void }): JSX.Element {
  const [open, show] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
      if (!hotkeys.value || typing || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      if (event.repeat && key !== " ") return; // a key that is held down presses once
      const button = BUTTONS.find(([name]) => name === key);
      if (button) document.querySelector<HTMLElement>(button[2])?.click();
      else if (/^[0-9]$/.test(key)) cardAt((Number(key) + 9) % 10)?.focus();
      else if (key === "m") sound.value = !sound.value;
      else if (key === " " && target === document.body) props.onSkip();
      else if (key === "?") show(true);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [props.onSkip]);
  return (
    <>
      <button type="button" class="keys-button" onClick={() => show(true)}>
        {t("keys")}
      </button>
      {open && <Help onClose={() => show(false)} />}
    </>
  );
}

/** Return the card at a place in the person's hand, if it may be chosen. */
function cardAt(place: number): HTMLElement | null | undefined {
  return document.querySelectorAll(".mine .slot")[place]?.querySelector<HTMLElement>("button.card");
}

function Help(props: { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const others: readonly (readonly [string, Key])[] = [
    ["1 … 9, 0", "keyCard"],
    [t("keysEnds"), "keyMove"],
    [t("keyEnter"), "keyPlay"],
    [t("keySpace"), "keySkip"],
    ["m", "mute"],
    ["?", "keyHelp"],
  ];
  const rows = [...BUTTONS.map(([key, text]) => [key, text] as const), ...others];
  return (
    <dialog ref={dialog} class="ask" onClose={props.onClose} aria-label={t("keys")}>
      <div class="head">
        <h2>{t("keys")}</h2>
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          {t("back")}
        </button>
      </div>
      <dl class="keys">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
