import type { SessionEvent, SessionLog } from '../../bench/index.js';
import type { FirstRequests, RequestBatch, RequestRow } from '../contract.js';
import { isRequest, requestRow } from './request-row.js';
import { Waker } from './waker.js';

/** As many as the log keeps. */
const MAX_ROWS = 1_000;
/** Requests that arrive together are sent together. */
const GATHER_MS = 100;
/** While more than one request arrives in this time, the pauses are longer, because each event makes the page work. */
const A_REQUEST_MS = 20;
const MAX_GATHER_MS = 250;
/** So many are sent before the pause is over. The log keeps 1,000, so a busy server would lose some. */
const MAX_GATHERED = 400;
const HEARTBEAT_MS = 15_000;

interface Options {
  readonly log: SessionLog;
  /** A name for this run of the server: the ids of another run mean nothing. */
  readonly run: string;
  /** The id of the last event that the page received. */
  readonly lastId: string | undefined;
  readonly signal: AbortSignal;
  /** The id of the last event before the user cleared the list, or 0. */
  clearedAt(): number;
  /** Calls the listener when something else than a request changed the sandbox. */
  followChanges(listener: () => void): () => void;
}

/**
 * The requests of the log as server-sent events, from the one after `lastId`. It reads the log when the connection has
 * sent everything before, so a slow page needs no memory of its own, and gets what the log still has.
 */
export async function* eventStream({
  log,
  run,
  lastId,
  signal,
  clearedAt,
  followChanges,
}: Options): AsyncGenerator<Uint8Array> {
  const waker = new Waker(signal);
  const stops = [log.follow(waker.wake)];
  let hasChanged = false;
  stops.push(
    followChanges(() => {
      hasChanged = true;
      waker.wake();
    }),
  );
  try {
    let sent = startOf(lastId, run);
    // A page that was away can have what was cleared.
    let cleared = sent !== undefined && sent <= clearedAt() ? 0 : clearedAt();
    yield text('retry: 1000\n\n');
    while (!signal.aborted) {
      const isCleared = cleared !== clearedAt();
      cleared = clearedAt();
      const { batch, hasOther, isFull, last } = nextBatch(log, isCleared ? cleared : (sent ?? cleared));
      hasChanged ||= hasOther && sent !== undefined;
      // The first event of a new page is also sent without requests: it ends what the page had.
      const name = sent === undefined ? 'reset' : 'requests';
      if (sent === undefined || isCleared || batch.rows.length > 0)
        yield text(
          `id: ${run}-${last}\nevent: ${name}\ndata: ${JSON.stringify({ ...batch, ...(isCleared && { isCleared }) })}\n\n`,
        );
      sent = last;
      if (hasChanged) {
        hasChanged = false;
        yield text('event: change\ndata: {}\n\n');
      }
      if (isFull) continue;
      const isWoken = await waker.woken(HEARTBEAT_MS);
      const pauseMs = Math.min(Math.max(GATHER_MS, batch.rows.length * A_REQUEST_MS), MAX_GATHER_MS);
      if (isWoken) await waker.pause(pauseMs, () => log.last - last >= MAX_GATHERED);
      else yield text(': waiting\n\n');
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** Fills the screen of most displays. */
const MAX_FIRST_ROWS = 24;

/** The latest requests first, for the document of the page. */
export function firstRequests(log: SessionLog, cleared: number): FirstRequests {
  const events = [...log.since(cleared)];
  const requests = events.filter(([, event]) => isRequest(event));
  const rows = requests.slice(-MAX_FIRST_ROWS).flatMap(([number, event]) => requestRow(number, event) ?? []);
  return { missed: missedBefore(events[0], cleared), count: requests.length, rows: rows.toReversed() };
}

const missedBefore = (event: readonly [number: number, SessionEvent] | undefined, sent: number): number =>
  event === undefined ? 0 : event[0] - sent - 1;

/** Undefined for the id of another run. */
function startOf(lastId: string | undefined, run: string): number | undefined {
  const [, ofRun, number] = /^([\w-]+)-(\d{1,15})$/.exec(lastId ?? '') ?? [];
  return ofRun === run ? Number(number) : undefined;
}

interface NextBatch {
  readonly batch: RequestBatch;
  /** Whether something else happened in the session, such as a command. */
  readonly hasOther: boolean;
  /** Whether more requests may wait. */
  readonly isFull: boolean;
  readonly last: number;
}

function nextBatch(log: SessionLog, sent: number): NextBatch {
  const rows: RequestRow[] = [];
  let last = sent;
  let missed = 0;
  let hasOther = false;
  for (const entry of log.since(sent)) {
    if (last === sent) missed = missedBefore(entry, sent);
    last = entry[0];
    const row = requestRow(...entry);
    if (row) rows.push(row);
    else hasOther = true;
    if (rows.length === MAX_ROWS) break;
  }
  return { batch: { missed, rows }, hasOther, isFull: rows.length === MAX_ROWS, last };
}

const text = (value: string) => new TextEncoder().encode(value);
