/** The signs of buttons that step through a deal. */
import type { JSX } from "preact";

/** Each button: its label, and the path of its sign. */
export const STEPS = [
  ["toStart", "M4 3v10M14 3 6 8l8 5z"],
  ["stepBack", "M12 3 4 8l8 5z"],
  ["stepForward", "M4 3l8 5-8 5z"],
  ["toEnd", "M12 3v10M2 3l8 5-8 5z"],
] as const;

/** Draw the sign of a button, since not every font has it. */
export function Sign(props: { d: string }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={props.d} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
    </svg>
  );
}
