/** Tabs: one panel is shown, and the hidden ones keep their input. */
import type { ComponentChildren, JSX } from "preact";
import { arrows } from "../cards/hand";

export interface Tab {
  name: string;
  panel: ComponentChildren;
}

export function Tabs(props: { label: string; tabs: readonly Tab[]; shown: number; show: (tab: number) => void }): JSX.Element {
  const { shown, show } = props;
  return (
    <>
      <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={(event) => arrows(event)?.click()}>
        {props.tabs.map(({ name }, k) => (
          <button
            key={name}
            id={`tab-${k}`}
            type="button"
            role="tab"
            aria-selected={k === shown}
            aria-controls={`panel-${k}`}
            tabIndex={k === shown ? 0 : -1}
            class={k === shown ? "kind on" : "kind"}
            onClick={() => show(k)}
          >
            {name}
          </button>
        ))}
      </div>
      {props.tabs.map(({ name, panel }, k) => (
        <div key={name} id={`panel-${k}`} role="tabpanel" aria-labelledby={`tab-${k}`} hidden={k !== shown}>
          {panel}
        </div>
      ))}
    </>
  );
}
