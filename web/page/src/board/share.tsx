/** Sharing a position: as a link, and as a picture in SVG and PNG. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ROOT } from "../api";
import { FaceContent } from "../cards/face";
import { markup } from "../cards/markup";
import { sortedForSchnapsen, sortedForSkat, type Contract } from "../cards/order";
import { faces, language } from "../settings";
import { t } from "../words";
import { contractName, suitName } from "../words/cards";
import { seatName } from "./names";
import { asLink, line, position, type Line, type Position } from "./store";

const STEP = 110;
const ROW = 400;
const LEFT = 30;
const WIDTH = 1480;

function Picture(props: { line: Line; place: Position }): JSX.Element {
  const { line: now, place } = props;
  const rest = now.pack === "skat" ? (place.skat ?? []) : [...(place.talon ?? []), ...(place.up ? [place.up] : [])];
  const trick = now.pack === "skat" ? (place.trick ?? []) : place.led ? [place.led] : [];
  const rows: [string, readonly string[]][] = place.hands.map((cards, seat) => [
    seatName(now.pack, seat, now.players) + (seat === place.to_act ? " ●" : ""),
    now.pack === "skat"
      ? sortedForSkat(cards, (place.letter as Contract | undefined) ?? "G")
      : sortedForSchnapsen(cards, place.trump ?? ""),
  ]);
  rows.push([now.pack === "skat" ? t("skat") : t("talon"), rest]);
  if (trick.length > 0) rows.push([t("trick"), trick]);
  const title =
    now.pack === "skat" ? (place.contract ? contractName(place.contract) : t("bidding")) : `${t("schnapsen")}: ${t("trumpIs", { suit: suitName(place.trump ?? "") })}`;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDTH} ${rows.length * ROW + 90}`} width={WIDTH / 2} height={(rows.length * ROW + 90) / 2}>
      <rect width={WIDTH} height={rows.length * ROW + 90} fill="#1f5144" />
      <text x={LEFT} y="62" font-size="44" font-family="Georgia, serif" fill="#f3f7f2">
        {title}
      </text>
      {rows.map(([name, cards], row) => (
        <g key={name} transform={`translate(${LEFT} ${90 + row * ROW})`}>
          <text y="26" font-size="28" font-family="sans-serif" fill="#f3f7f2">
            {name}
          </text>
          {cards.map((card, k) => (
            <g key={card} transform={`translate(${k * STEP} 36)`}>
              <FaceContent card={card} faces={faces.value} language={language.value} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function Share(): JSX.Element | null {
  const [status, setStatus] = useState("");
  const now = line.value;
  const place = position.value;
  if (!now || !place) return null;
  const svg = () => new Blob([markup(<Picture line={now} place={place} />)], { type: "image/svg+xml" });
  const png = () => {
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      canvas.toBlob((blob) => blob && save(blob, "position.png"), "image/png");
      URL.revokeObjectURL(picture.src);
    };
    picture.src = URL.createObjectURL(svg());
  };
  const link = () => {
    const address = `${ROOT.href}#/board/${asLink(now)}`;
    location.hash = `#/board/${asLink(now)}`;
    navigator.clipboard?.writeText(address).then(
      () => setStatus(t("copied")),
      () => setStatus(address),
    );
  };
  return (
    <div class="row share">
      <button type="button" onClick={link}>
        {t("link")}
      </button>
      <button type="button" onClick={() => save(svg(), "position.svg")}>
        SVG
      </button>
      <button type="button" onClick={png}>
        PNG
      </button>
      <span role="status">{status}</span>
    </div>
  );
}
