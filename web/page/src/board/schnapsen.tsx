/** The editor of Schnapsen positions. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sortedForSchnapsen } from "../cards/order";
import { t } from "../words";
import { suitName } from "../words/cards";
import { SeatChoice, Setter, usePlaces } from "./setter";
import { read } from "./store";

const ALL = ["C", "S", "H", "D"].flatMap((suit) => [..."ATKQJ"].map((rank) => suit + rank));
const [HAND0, HAND1, UP, TALON, PLAYED, LED, SHOWN0, SHOWN1, LACKS0, LACKS1] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const SIZES = [5, 5, 1, 9, 0, 0, 0, 0, 0, 0];
const MOST_POINTS = 130;
const MARRIAGES = [0, 20, 40, 60];

export function SchnapsenEditor(): JSX.Element {
  const seats = [0, 1].map((number) => t("player", { number }));
  const names = [...seats, t("turnedUp"), t("talonInOrder"), t("inTricks"), t("led")];
  names.push(...seats.map((name) => t("shownBy", { name })), ...seats.map((name) => t("lackedBy", { name })));
  const lacked: Record<number, number> = { [LACKS0]: HAND0, [LACKS1]: HAND1 };
  const shown: Record<number, number> = { [HAND0]: SHOWN0, [HAND1]: SHOWN1 };
  const places = usePlaces(
    ALL,
    names.map((name, k) => ({ name, size: SIZES[k] ?? 0, ...(k in shown && { shared: shown[k] }), ...(k in lacked && { never: lacked[k] }) })),
  );
  const [leader, lead] = useState(0);
  const [closer, close] = useState(-1);
  const [closed, since] = useState(0);
  const [points, count] = useState([0, 0]);
  const [pending, wait] = useState([0, 0]);
  const [suit, choose] = useState("C");
  const up = places.at(UP)[0];
  const trump = up?.[0] ?? suit;
  // The position has unknown cards if a card is in no place or only known not to be in one.
  const unplaced = ALL.some((card) => (places.where(card) ?? LACKS0) >= LACKS0);
  const text = () => {
    const cards = (...some: number[]) => some.flatMap((place) => places.at(place)).join(",");
    const hand = (place: number) => (places.at(place).length > 0 ? cards(place, shown[place] ?? place) : "?");
    const fields = [
      up ? `up=${up}` : `trump=${trump}`,
      ...[HAND0, HAND1].map((place, k) => `hand${k}=${hand(place)}`),
      ...[SHOWN0, SHOWN1].map((place, k) => (cards(place) ? `shown${k}=${cards(place)}` : "")).filter(Boolean),
      ...[LACKS0, LACKS1].map((place, k) => (cards(place) ? `lacks${k}=${cards(place)}` : "")).filter(Boolean),
      `talon=${cards(TALON) || (unplaced && up ? "?" : "-")}`,
      ...(cards(PLAYED) ? [`played=${cards(PLAYED)}`] : []),
      ...(cards(LED) ? [`led=${cards(LED)}`] : []),
      `points=${points.join(":")}`,
      `pending=${pending.join(":")}`,
      `leader=${leader}`,
      ...(closer >= 0 ? [`closer=${closer}`, `closed=${closed}`] : []),
    ];
    return fields.join(" ");
  };
  const number = (label: string, value: number, change: (value: number) => void) => (
    <label key={label}>
      {label}{" "}
      <input
        type="number"
        min={0}
        max={MOST_POINTS}
        value={value}
        onInput={(event) => change(Math.max(0, Number(event.currentTarget.value) || 0))}
      />
    </label>
  );
  return (
    <Setter
      title={t("setCardsSchnapsen")}
      help={t("setHelpSchnapsen")}
      wide={5}
      places={places}
      sorted={(cards, place) => (place === TALON ? cards : sortedForSchnapsen(cards, trump))}
    >
      {!up && (
        <label>
          {t("trump")}{" "}
          <select value={suit} onChange={(event) => choose(event.currentTarget.value)}>
            {["C", "S", "H", "D"].map((each) => (
              <option key={each} value={each}>
                {suitName(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {seats.map((name, seat) =>
        number(t("pointsFor", { name }), points[seat] ?? 0, (value) =>
          count(points.map((old, k) => (k === seat ? value : old))),
        ),
      )}
      {seats.map((name, seat) => (
        <label key={name}>
          {t("pendingOf", { name })}{" "}
          <select
            value={pending[seat]}
            onChange={(event) => {
              const value = Number(event.currentTarget.value);
              wait(pending.map((old, k) => (k === seat ? value : old)));
            }}
          >
            {MARRIAGES.map((value) => (
              <option key={value} value={value}>
                {value || "–"}
              </option>
            ))}
          </select>
        </label>
      ))}
      <SeatChoice label={t("leads")} names={seats} value={leader} choose={lead} />
      <SeatChoice label={t("closedBy")} names={seats} none="–" value={closer} choose={close} />
      {closer >= 0 && number(t("othersThen"), closed, since)}
      <button
        type="button"
        class="primary"
        disabled={places.at(HAND0).length + places.at(HAND1).length === 0}
        onClick={() => void read("schnapsen", text())}
      >
        {t("setUp")}
      </button>
    </Setter>
  );
}
