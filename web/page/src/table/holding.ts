/**
 * The lock that decides which tab of this browser has the game. It is released when that tab is
 * closed.
 */

const GAME = "vorhand.game";
const LOADING_MS = 2000; // maximum time in which a reloading tab takes its lock again

/** Take the lock for this tab, even if another tab has it. */
export function takeLock(): void {
  const untilTaken = () => new Promise<never>(() => undefined);
  void ask({ steal: true }, untilTaken).catch(() => undefined);
}

/** Call a function once the tab that has the game is closed; return a function that cancels this. */
export function whenFree(act: () => void): () => void {
  const off = new AbortController();
  const wait = () => {
    let got = false;
    let taken = false;
    const free = async () => {
      got = true;
      await new Promise((done) => setTimeout(done, LOADING_MS));
      if (!taken && !off.signal.aborted) act();
    };
    ask({ signal: off.signal }, free).catch(() => {
      taken = true; // another tab has taken the lock from this one; if `got` is false, there are no locks
      if (got && !off.signal.aborted) wait();
    });
  };
  wait();
  return () => off.abort();
}

/** Request the lock. Reject if the browser offers no locks, which need TLS or an address of this machine. */
async function ask(how: LockOptions, held: () => Promise<void>): Promise<void> {
  await navigator.locks.request(GAME, how, held);
}
