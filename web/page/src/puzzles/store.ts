/** A puzzle as a table without a server, at which the person acts once. */
import type { PuzzlePosition, Table } from "../types";
import { SeatStore } from "../table/seat";

/** Return the store of a position; `answered` gets the name of the person's move. */
export function puzzleStore(puzzle: PuzzlePosition, answered: (move: string) => void): SeatStore {
  const { seen } = puzzle;
  const players = seen.skat ? 3 : 2;
  const seats = Array.from({ length: players }, (_, seat) => ({
    agent: seat === seen.seat ? "" : "vorhand",
    name: "",
    taken: true,
  }));
  const table = { table_id: "", game: seen.game, seats, deals: 1, first_seat: 0 } as unknown as Table;
  const turn = { legal_actions: seen.legal_actions, decision_ms: 0, deal_ms: 0 };
  return new SeatStore(
    { table_id: "", seat: seen.seat, token: "" },
    false,
    () => undefined,
    0,
    () => undefined,
    (_path, firstMessage, onMessage, onConnection) => {
      onConnection(true);
      onMessage({ event: { sequence: "0", seated: { seat: seen.seat, table }, observation: seen, turn } });
      const send = (message: unknown) => {
        const { act } = message as { act?: { action: number } };
        const move = seen.legal_actions.find(({ id }) => id === act?.action);
        if (move) answered(move.name);
        return move !== undefined;
      };
      return { firstMessage, send, close: () => undefined };
    },
  );
}
