import type { RequestBatch } from '../../contract.js';

/** While more than one request arrives in this time, the page draws less often: the browser needs the processor too. */
const A_REQUEST_MS = 20;
const MAX_PAUSE_MS = 500;

/** What it uses of the document. */
export interface Tab {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
}

/**
 * Calls `take` with the batches that arrived: at once while few requests arrive, and otherwise at most twice a second.
 * A hidden page takes nothing until it is visible.
 */
export function paced(tab: Tab, take: (batches: readonly RequestBatch[]) => void): (batch: RequestBatch) => void {
  let waiting: RequestBatch[] = [];
  let isPaused = false;
  const flush = () => {
    if (isPaused || tab.hidden || waiting.length === 0) return;
    const batches = waiting;
    waiting = [];
    isPaused = true;
    const count = batches.reduce((sum, { rows }) => sum + rows.length, 0);
    setTimeout(
      () => {
        isPaused = false;
        flush();
      },
      Math.min(count * A_REQUEST_MS, MAX_PAUSE_MS),
    );
    take(batches);
  };
  tab.addEventListener('visibilitychange', flush);
  return (batch) => {
    waiting.push(batch);
    flush();
  };
}
