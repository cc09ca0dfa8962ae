/** The way back to a seat at a table with people. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api";
import type { Table } from "../types";
import { t } from "../words";
import { goBack, left, session } from "./session";

/** Offer the seat that the person has left, as long as its table is in play. */
export function GoBack(): JSX.Element | null {
  const place = session.value ? null : left.value?.place;
  const [table, find] = useState<Table | null>(null);
  useEffect(() => {
    find(null);
    if (place) get<Table>(`api/tables/${place.table_id}`).then(find, () => undefined);
  }, [place?.table_id]);
  if (!place || table?.state !== "TABLE_STATE_PLAYING") return null;
  return (
    <p>
      <a class="button primary" href="#/table" onClick={goBack}>
        {t("backToSeat")}
      </a>
    </p>
  );
}
