/** The sheet of settings, and the button that turns the sounds off. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { faces, hotkeys, language, order, pace, PACES, runningPoints, sound, theme } from "./settings";
import { t, type Key } from "./words";

export function Settings(): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Close it like a menu: by a click elsewhere, or by Escape, which returns the focus to the
    // button.
    const close = (event: Event) => {
      const byKey = event instanceof KeyboardEvent;
      const away = byKey ? event.key === "Escape" : !box.current?.contains(event.target as Node);
      if (!away || !box.current?.open) return;
      box.current.open = false;
      if (byKey) box.current.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="settings" ref={box}>
      <summary aria-label={t("settings")}>⚙</summary>
      <div class="sheet">
        <Choice name="language" setting={language} options={[["de", "Deutsch"], ["en", "English"]]} />
        <Choice name="faces" setting={faces} options={[["french", t("french")], ["four", t("fourColours")], ["german", t("german")]]} />
        <Choice name="handOrder" setting={order} options={[["left", t("trumpsLeft")], ["right", t("trumpsRight")], ["null", t("nullOrder")]]} />
        <Choice name="theme" setting={theme} options={[["auto", t("auto")], ["dark", t("dark")], ["light", t("light")]]} />
        <Choice name="pace" setting={pace} options={(Object.keys(PACES) as (keyof typeof PACES)[]).map((key) => [PACES[key], t(key)])} />
        <Check name="runningPoints" setting={runningPoints} />
        <Check name="sound" setting={sound} />
        <Check name="hotkeys" setting={hotkeys} />
      </div>
    </details>
  );
}

function Choice<T extends string | number>(props: { name: Key; setting: Signal<T>; options: readonly (readonly [T, string])[] }): JSX.Element {
  const { name, setting, options } = props;
  return (
    <label>
      {t(name)}
      <select
        value={setting.value}
        onChange={(event) => {
          const chosen = options[event.currentTarget.selectedIndex];
          if (chosen) setting.value = chosen[0];
        }}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Check(props: { name: Key; setting: Signal<boolean> }): JSX.Element {
  const { name, setting } = props;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={setting.value}
        onChange={(event) => {
          setting.value = event.currentTarget.checked;
        }}
      />
      {t(name)}
    </label>
  );
}

export function Mute(): JSX.Element {
  return (
    <button
      type="button"
      class="mute"
      aria-pressed={!sound.value}
      aria-label={t("mute")}
      title={t("mute")}
      onClick={() => {
        sound.value = !sound.value;
      }}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
        <path d="M4 9v6h4l5 4V5L8 9z" fill="currentColor" />
        <path d={sound.value ? "M16 9q2 3 0 6M18.500 6q4 6 0 12" : "M16 9l6 6M22 9l-6 6"} />
      </svg>
    </button>
  );
}
