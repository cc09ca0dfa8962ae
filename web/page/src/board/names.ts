/** Names of seats on the board and in reviews. */
import { t } from "../words";
import { placeName } from "../words/names";
import type { Pack } from "./store";

export function seatName(pack: Pack, seat: number, players: readonly string[]): string {
  const given = players[seat];
  if (pack === "schnapsen") return given ?? t("player", { number: seat });
  const place = placeName(seat);
  return given ? `${given} (${place})` : place;
}
