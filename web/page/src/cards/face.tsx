/** The face and the back of a card, 250 by 350. */
import type { JSX } from "preact";
import { faces as chosen, type Faces } from "../settings";
import { Figure } from "./figures";
import { markup } from "./markup";
import { inkOf, Pip } from "./pips";

const LEFT = 84;
const RIGHT = 166;
const MIDDLE = 125;

const TWO_BY_THREE: [number, number][] = [78, 175, 272].flatMap((y) => [[LEFT, y], [RIGHT, y]] as [number, number][]);
const TWO_BY_FOUR: [number, number][] = [72, 141, 209, 278].flatMap((y) => [[LEFT, y], [RIGHT, y]] as [number, number][]);
const PLACES: Record<string, [number, number][]> = {
  A: [[MIDDLE, 175]],
  "7": [...TWO_BY_THREE, [MIDDLE, 127]],
  "8": [...TWO_BY_THREE, [MIDDLE, 127], [MIDDLE, 223]],
  "9": [...TWO_BY_FOUR, [MIDDLE, 175]],
  T: [...TWO_BY_FOUR, [MIDDLE, 106], [MIDDLE, 244]],
};
const FRENCH_LETTERS = { de: { Q: "D", J: "B", T: "10" }, en: { T: "10" } };
const LETTERS: Record<Faces, Record<Lang, Record<string, string>>> = {
  french: FRENCH_LETTERS,
  four: FRENCH_LETTERS,
  german: { de: { Q: "O", J: "U", T: "10" }, en: { Q: "O", J: "U", T: "10" } },
};
type Lang = "de" | "en";

/** Return the text in the corner of a card. */
export function indexOf(rank: string, faces: Faces, language: Lang): string {
  return LETTERS[faces][language][rank] ?? rank;
}

function Corner(props: { suit: string; text: string; faces: Faces }): JSX.Element {
  const ink = inkOf(props.suit, props.faces);
  const narrow = props.text.length > 1;
  return (
    <g>
      <text
        x="30"
        y="56"
        text-anchor="middle"
        font-size={narrow ? 50 : 56}
        font-weight="700"
        font-family="Georgia, 'Times New Roman', serif"
        letter-spacing={narrow ? -5 : 0}
        fill={ink}
      >
        {props.text}
      </text>
      <Pip suit={props.suit} faces={props.faces} x={30} y={88} size={40} />
    </g>
  );
}

function Court(props: { suit: string; rank: string; faces: Faces }): JSX.Element {
  const { suit, rank, faces } = props;
  // In the four-colour deck spades are green: their figures wear the clothes of clubs, and vice versa.
  const dress = faces === "four" ? ({ S: "C", C: "S" }[suit] ?? suit) : suit;
  const half = (
    <>
      <Figure suit={dress} rank={rank} />
      <Pip suit={suit} faces={faces} x={77} y={faces === "german" && rank === "J" ? 146 : 66} size={34} />
    </>
  );
  return (
    <g>
      <rect x="55" y="38" width="140" height="274" rx="6" fill="#fbf4e2" stroke="#c9b98f" stroke-width="2" />
      {half}
      <g transform="rotate(180 125 175)">{half}</g>
      <path d="M55 175h140" stroke="#2a2a33" stroke-width="2" />
    </g>
  );
}

/** Draw a card without the svg element around it. */
export function FaceContent(props: { card: string; faces: Faces; language: Lang }): JSX.Element {
  const { card, faces, language } = props;
  const suit = card[0] ?? "";
  const rank = card[1] ?? "";
  const corner = <Corner suit={suit} text={indexOf(rank, faces, language)} faces={faces} />;
  return (
    <>
      <rect x="1.500" y="1.500" width="247" height="347" rx="18" fill="#fffdf8" stroke="#b9b1a0" stroke-width="3" />
      {"KQJ".includes(rank) ? (
        <Court suit={suit} rank={rank} faces={faces} />
      ) : (
        (PLACES[rank] ?? []).map(([x, y]) => (
          <Pip
            key={`${x}-${y}`}
            suit={suit}
            faces={faces}
            x={x}
            y={y}
            size={rank === "A" ? 120 : 56}
            turned={y > 175 && faces !== "german"}
          />
        ))
      )}
      {corner}
      <g transform="rotate(180 125 175)">{corner}</g>
    </>
  );
}

const BOX = { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 250 350", width: 250, height: 350 };
const pictures = new Map<string, string>();

/** Return a drawing as a data address, from a cache since the same cards are shown again and again. */
function addressOf(name: string, draw: () => JSX.Element): string {
  let address = pictures.get(name);
  if (!address) {
    address = `data:image/svg+xml,${encodeURIComponent(markup(<svg {...BOX}>{draw()}</svg>))}`;
    pictures.set(name, address);
  }
  return address;
}

/** Draw the face of a card without a label; the caller labels it. */
export function Face(props: { card: string; language: Lang }): JSX.Element {
  const { card, language } = props;
  const faces = chosen.value;
  const address = addressOf(`${card} ${faces} ${language}`, () => (
    <FaceContent card={card} faces={faces} language={language} />
  ));
  return <img class="face" src={address} alt="" draggable={false} />;
}

/** Draw the back of a card. */
export function Back(): JSX.Element {
  return <img class="face" src={addressOf("back", () => <Lattice />)} alt="" draggable={false} />;
}

function Lattice(): JSX.Element {
  const lines: string[] = [];
  for (let k = -350; k <= 250; k += 25) {
    lines.push(`M${k} 0l350 350M${k + 350} 0l-350 350`);
  }
  return (
    <>
      <rect x="1.500" y="1.500" width="247" height="347" rx="18" fill="#fffdf8" stroke="#b9b1a0" stroke-width="3" />
      <svg x="14" y="14" width="222" height="322" viewBox="0 0 222 322">
        <rect width="222" height="322" rx="10" fill="#2c5364" />
        <path d={lines.join("")} stroke="#6f9bb0" stroke-width="3" opacity=".55" />
        <rect x="8" y="8" width="206" height="306" rx="6" fill="none" stroke="#d8c48a" stroke-width="3" />
      </svg>
    </>
  );
}
