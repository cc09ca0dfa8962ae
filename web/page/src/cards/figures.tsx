/** The figures of kings, queens and jacks: one half, drawn twice on a card. */
import type { JSX } from "preact";

const SKIN = "#f2d6ba";
const LINE = "#2a2a33";
const GOLD = "#e2b13c";

interface Dress {
  robe: string;
  trim: string;
  hair: string;
}

const DRESSES: Record<string, Dress> = {
  D: { robe: "#c8783a", trim: "#f3e2b8", hair: "#8a5a2b" },
  H: { robe: "#b93a41", trim: "#f6dfc8", hair: "#c99a4b" },
  S: { robe: "#33546f", trim: "#d7e3ea", hair: "#4a3b33" },
  C: { robe: "#35694f", trim: "#e3ead0", hair: "#2f2a28" },
};

function crown(): JSX.Element {
  return (
    <g stroke={LINE} stroke-width="2" stroke-linejoin="round">
      <path d="M99 73 94 44l15 13 16-20 16 20 15-13-5 29z" fill={GOLD} />
      <path d="M98 66h54v9H98z" fill="#c9372f" />
      <circle cx="125" cy="36" r="5" fill={GOLD} />
    </g>
  );
}

function tiara(): JSX.Element {
  return (
    <g stroke={LINE} stroke-width="2" stroke-linejoin="round">
      <path d="M101 70q24-16 48 0l3-17-13 6-14-16-14 16-13-6z" fill={GOLD} />
      <circle cx="125" cy="58" r="4" fill="#c9372f" />
    </g>
  );
}

function cap(dress: Dress): JSX.Element {
  return (
    <g stroke={LINE} stroke-width="2" stroke-linejoin="round">
      <path d="M97 74q-4-26 28-27 32 1 28 27-28-12-56 0z" fill={dress.robe} />
      <path d="M147 58q22-24 20-6-3 12-18 14z" fill={dress.trim} />
    </g>
  );
}

/** Draw the upper half of a figure, in the box of a card. */
export function Figure(props: { suit: string; rank: string }): JSX.Element {
  const dress = DRESSES[props.suit] ?? { robe: "#33546f", trim: "#d7e3ea", hair: "#4a3b33" };
  const { rank } = props;
  const long = rank === "Q" ? 34 : rank === "K" ? 16 : 8;
  return (
    <g>
      <path d={`M98 84q-10 ${14 + long} -2 ${26 + long}h58q8-12-2-${26 + long}z`} fill={dress.hair} />
      <g stroke={LINE} stroke-width="2" stroke-linejoin="round">
        <path d="M56 175v-14q6-32 46-38h46q40 6 46 38v14z" fill={dress.robe} />
        <path d="M104 122 125 175 146 122q-21 12-42 0z" fill={dress.trim} />
        <path d="M56 161q14-8 26 4v10H56zM194 161q-14-8-26 4v10h26z" fill={dress.trim} />
        <ellipse cx="125" cy="93" rx="23" ry="28" fill={SKIN} />
      </g>
      {rank === "K" && (
        <path d="M103 98q2 32 22 34 20-2 22-34-8 10-22 10t-22-10z" fill={dress.hair} stroke={LINE} stroke-width="2" />
      )}
      <g fill={LINE}>
        <circle cx="116" cy="90" r="2.600" />
        <circle cx="134" cy="90" r="2.600" />
      </g>
      <path d="M125 92v9h-4M119 109q6 4 12 0" stroke={rank === "K" ? "#8a2f2f" : LINE} stroke-width="2" fill="none" stroke-linecap="round" />
      <g fill={GOLD} stroke={LINE} stroke-width="1.500">
        <circle cx="125" cy="150" r="4" />
        <circle cx="125" cy="164" r="4" />
      </g>
      {rank === "K" ? crown() : rank === "Q" ? tiara() : cap(dress)}
    </g>
  );
}
