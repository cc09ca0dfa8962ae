/** Which tab of this browser has the game: the one that sat down last. A lock goes with the tab that holds it. */

const GAME = "vorhand.game";
const LOADING_MS = 2000; // a tab that is loaded anew is gone for so long

/** This tab has the game from now on, whichever had it before. */
export function hold(): void {
  const untilTaken = () => new Promise<never>(() => undefined);
  void ask({ steal: true }, untilTaken).catch(() => undefined);
}

/** Acts once the tab that has the game is closed; what is returned calls it off. */
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
      taken = true; // by a tab that was loaded anew or sat down just now; if not got: there are no locks
      if (got && !off.signal.aborted) wait();
    });
  };
  wait();
  return () => off.abort();
}

/** Rejects where the browser gives no locks, as to pages that are neither encrypted nor of this machine. */
async function ask(how: LockOptions, held: () => Promise<void>): Promise<void> {
  await navigator.locks.request(GAME, how, held);
}
