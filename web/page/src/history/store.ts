/** The deals that were played on this page, in the browser's database. */
import type { Pack } from "../board/store";
import { stored } from "../settings";
import { PERSON } from "../words/cards";

export interface KeptDeal {
  /** The table and the number of the deal there, as `table/deal`. */
  id: string;
  /** The end of the deal, in ISO format. */
  date: string;
  game: string;
  pack: Pack | "";
  /** The names of the record's players; that of the person is empty. */
  players: string[];
  /** The person's number among the players. */
  me: number;
  score: number;
  record: string;
  /** Skat: the contract, its soloist and the result; absent without a soloist or a result. */
  contract?: { name: string; soloist: number; won: boolean };
  /** Skat: true in Ramsch. */
  ramsch?: boolean;
  /** Schnapsen: game points of the match, the person's first. */
  match?: number[];
  /** The person's loss with open hands, in Ramsch by the hints; null: nothing can be reviewed; absent: not computed yet. */
  cost?: number | null;
}

const STORE = "deals";
const VERSION = 1;

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("vorhand", VERSION);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("IndexedDB"));
  });
}

/** Make a request in a transaction, and return its result once the transaction is complete. */
async function inStore<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode);
      const asked = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
    });
  } finally {
    opened.close();
  }
}

interface Pending {
  deal: KeptDeal;
  /** The tables at which moves of the deal were taken back. */
  replaced: readonly string[];
}

/**
 * Deals that are being written to the database. They are also written synchronously here, as the
 * page may be closed before the database has stored them.
 */
const pending = stored<Pending[]>("pendingDeals", []);

/**
 * Store a deal, and delete the deals of the tables at which its moves were taken back. A deal that
 * is already stored does not change.
 */
export async function keepDeal(deal: KeptDeal, replaced: readonly string[]): Promise<void> {
  pending.value = [...pending.value, { deal, replaced }];
  await savePending();
}

async function savePending(): Promise<void> {
  for (const { deal, replaced } of pending.value) {
    if (!(await inStore("readonly", (store) => store.getKey(deal.id)))) {
      await inStore("readwrite", (store) => store.put(deal));
    }
    for (const table of replaced) {
      await inStore("readwrite", (store) => store.delete(IDBKeyRange.bound(`${table}/`, `${table}0`, false, true)));
    }
    pending.value = pending.value.filter((one) => one.deal.id !== deal.id);
  }
}

/**
 * Save the pending deals if the database accepts them; otherwise the existing deals are still
 * shown.
 */
async function trySaving(): Promise<void> {
  await savePending().catch(() => undefined);
}

/** Return all deals, the latest first. */
export async function keptDeals(): Promise<KeptDeal[]> {
  await trySaving();
  const all = await inStore("readonly", (store) => store.getAll() as IDBRequest<KeptDeal[]>);
  return all.sort((a, b) => b.date.localeCompare(a.date));
}

/** Return the players of the deal with this record, the person as `PERSON`; undefined: the deal is not kept. */
export async function playersOf(record: string): Promise<string[] | undefined> {
  const kept = (await keptDeals()).find((deal) => deal.record === record);
  return kept?.players.map((name, player) => (player === kept.me ? PERSON : name));
}

export async function countDeals(): Promise<number> {
  await trySaving();
  return inStore("readonly", (store) => store.count());
}

/** Add the cost to a deal, unless the deal was deleted in the meantime. */
export async function saveCost(id: string, cost: number | null): Promise<void> {
  await inStore("readwrite", (store) => {
    const asked = store.get(id) as IDBRequest<KeptDeal | undefined>;
    asked.onsuccess = () => {
      if (asked.result) store.put({ ...asked.result, cost });
    };
    return asked;
  });
}

export async function deleteDeal(id: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(id));
}

export async function deleteAll(): Promise<void> {
  await inStore("readwrite", (store) => store.clear());
}
