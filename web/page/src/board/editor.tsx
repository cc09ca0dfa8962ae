/** The editor of Skat positions. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CONTRACT_WORDS, KINDS, PACK, sortedForSkat, type Contract } from "../cards/order";
import { t } from "../words";
import { contractName } from "../words/cards";
import { PLACES } from "../words/names";
import { SeatChoice, Setter, usePlaces } from "./setter";
import { read } from "./store";

const SIZES = [10, 10, 10, 2];

export function Editor(): JSX.Element {
  const names = [...PLACES, "skat" as const].map((place) => t(place));
  const places = usePlaces(PACK, names.map((name, k) => ({ name, size: SIZES[k] ?? 0 })));
  const [contract, declare] = useState<Contract>("G");
  const [soloist, alone] = useState(0);
  const [leader, lead] = useState(0);
  const text = () => {
    const hands = [0, 1, 2].map((place) => places.at(place).join(" ")).join(" / ");
    const skat = places.at(3).length === 2 ? ` skat ${places.at(3).join(" ")}` : "";
    return `${hands}${skat} contract=${contract} soloist=${soloist} leader=${leader}`;
  };
  return (
    <Setter
      title={t("setCards")}
      wide={8}
      places={places}
      sorted={(cards) => sortedForSkat(cards, contract)}
    >
      <label>
        {t("contract")}{" "}
        <select value={contract} onChange={(event) => declare(event.currentTarget.value as Contract)}>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {contractName(CONTRACT_WORDS[kind])}
            </option>
          ))}
        </select>
      </label>
      <SeatChoice label={t("soloist")} names={names.slice(0, 3)} value={soloist} choose={alone} />
      <SeatChoice label={t("leads")} names={names.slice(0, 3)} value={leader} choose={lead} />
      <button
        type="button"
        class="primary"
        disabled={places.at(soloist).length === 0}
        onClick={() => void read("skat", text())}
      >
        {t("setUp")}
      </button>
    </Setter>
  );
}
