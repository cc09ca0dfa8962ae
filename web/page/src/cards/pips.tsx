/** Symbols of the suits, French and German, drawn in a box from -50 to 50. */
import type { JSX } from "preact";
import type { Faces } from "../settings";

const HEART =
  "M0 42C-15 22-45 6-45-17c0-17 13-25 25-25 10 0 17 6 20 15 3-9 10-15 20-15 12 0 25 8 25 25 0 23-30 39-45 59z";
const DIAMOND = "M0-47Q15-20 37 0 15 20 0 47-15 20-37 0-15-20 0-47z";
const SPADE =
  "M0-45c13 23 43 37 43 60 0 14-10 21-20 21-9 0-15-5-18-11 1 9 5 15 12 21h-34c7-6 11-12 12-21-3 6-9 11-18 11-10 0-20-7-20-21 0-23 30-37 43-60z";
const CLUB =
  "M0-45a21 21 0 0 1 17 33 21 21 0 1 1-11 35c1 9 4 16 12 23h-36c8-7 11-14 12-23a21 21 0 1 1-11-35 21 21 0 0 1 17-33z";
const LEAF = "M0-46c10 14 40 22 40 48 0 17-14 26-27 25-4 0-8-2-10-4 0 9 2 16 7 23h-14c-4-7-5-14-4-23-3 3-7 4-11 4-12 0-23-9-23-25 0-26 32-34 42-48z";

const RED = "#c8232c";
const BLACK = "#1b242c";
const GREEN = "#2f7d3a";
const GOLD = "#e0a526";
const BROWN = "#7a4a1f";

function acorn(): JSX.Element {
  return (
    <>
      <path d="M-5-47q6 4 6 12" stroke={GREEN} stroke-width="8" fill="none" stroke-linecap="round" />
      <path d="M-28-6C-28 26-10 36 0 47 10 36 28 26 28-6z" fill={GOLD} stroke={BROWN} stroke-width="4" />
      <path d="M-36-6C-36-28-18-36 0-36S36-28 36-6Q18 2 0 2T-36-6z" fill={GREEN} stroke="#1f5627" stroke-width="4" />
      <path d="M-18-22 -8-6M0-30V-2M18-22 8-6" stroke="#1f5627" stroke-width="4" />
    </>
  );
}

function bell(): JSX.Element {
  return (
    <>
      <path d="M0-47a9 9 0 0 1 9 9H-9a9 9 0 0 1 9-9z" fill={BROWN} />
      <circle r="38" fill={GOLD} stroke={BROWN} stroke-width="4" />
      <path d="M-38-4Q0 8 38-4V7Q0 19-38 7z" fill={RED} stroke={BROWN} stroke-width="3" />
      <path d="M0 20V30" stroke={BROWN} stroke-width="6" stroke-linecap="round" />
      <circle cy="31" r="5" fill={BROWN} />
      <path d="M-22-22Q-12-30 0-30" stroke="#fff3c4" stroke-width="5" fill="none" stroke-linecap="round" />
    </>
  );
}

function leaf(): JSX.Element {
  return (
    <>
      <path d={LEAF} fill={GREEN} stroke="#1f5627" stroke-width="4" />
      <path d="M0-28V18M0-8-16 4M0-8 16 4" stroke="#bfe0b4" stroke-width="4" fill="none" />
    </>
  );
}

const ORANGE = "#d9730d";
const OUTLINES: Record<string, string> = { D: DIAMOND, H: HEART, S: SPADE, C: CLUB };
const INKS: Record<Faces, Record<string, string>> = {
  french: { D: RED, H: RED, S: BLACK, C: BLACK },
  four: { D: ORANGE, H: RED, S: GREEN, C: BLACK },
  german: { D: "#9a6a08", H: RED, S: GREEN, C: BROWN },
};

/** Draw the symbol of a suit, at a place and with a width. */
export function Pip(props: {
  suit: string;
  faces: Faces;
  x?: number;
  y?: number;
  size?: number;
  turned?: boolean;
}): JSX.Element {
  const { suit, faces, x = 0, y = 0, size = 100, turned = false } = props;
  const place = `translate(${x} ${y}) scale(${size / 100})${turned ? " rotate(180)" : ""}`;
  const german = { D: bell, H: undefined, S: leaf, C: acorn }[suit];
  return <g transform={place}>{faces === "german" && german ? german() : <path d={OUTLINES[suit]} fill={INKS[faces][suit]} />}</g>;
}

/** Draw a suit beside text. */
export function Suit(props: { suit: string; faces: Faces }): JSX.Element {
  return (
    <svg class="suit" viewBox="-50 -50 100 100" aria-hidden="true">
      <Pip suit={props.suit} faces={props.faces} />
    </svg>
  );
}

export function inkOf(suit: string, faces: Faces): string {
  return INKS[faces][suit] ?? BLACK;
}
