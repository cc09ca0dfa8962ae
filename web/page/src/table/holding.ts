/** Which tab of this browser has the game: the one that sat down last. A lock goes with the tab that holds it. */

const GAME = "vorhand.game";
const LOADING_MS = 2000; // a tab that is loaded anew is gone for so long

/** This tab has the game from now on, whichever had it before. */
export function hold(): void {
  const untilTaken = () => new Promise<never>(() => undefined);
  navigator.locks.request(GAME, { steal: true }, untilTaken).catch(() => undefined);
}

/** Acts once the tab that has the game is closed; what is returned calls it off. */
export function whenFree(act: () => void): () => void {
  const off = new AbortController();
  const wait = () => {
    let taken = false;
    const free = async () => {
      await new Promise((done) => setTimeout(done, LOADING_MS));
      if (!taken && !off.signal.aborted) act();
    };
    navigator.locks.request(GAME, { signal: off.signal }, free).catch(() => {
      taken = true; // by a tab that was loaded anew or sat down just now
      if (!off.signal.aborted) wait();
    });
  };
  wait();
  return () => off.abort();
}
