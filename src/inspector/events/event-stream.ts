import type { SessionLog } from '../../bench/index.js';
import type { FirstRequests, RequestBatch, RequestRow } from '../contract.js';
import { requestRow } from './request-row.js';
import { Waker } from './waker.js';

/** As many as the log keeps. */
const MAX_ROWS = 1_000;
/** Requests that arrive together are sent together. The log keeps 1,000, so a longer pause would lose some of a busy server. */
const GATHER_MS = 100;
const HEARTBEAT_MS = 15_000;

interface Options {
  readonly log: SessionLog;
  /** A name for this run of the server: the ids of another run mean nothing. */
  readonly run: string;
  /** The id of the last event that the page received. */
  readonly lastId: string | undefined;
  readonly signal: AbortSignal;
  /** Calls the listener when something else than a request changed the sandbox. */
  followChanges(listener: () => void): () => void;
}

/**
 * The requests of the log as server-sent events, from the one after `lastId`. It reads the log when the connection has
 * sent everything before, so a slow page needs no memory of its own, and gets what the log still has.
 */
export async function* eventStream({ log, run, lastId, signal, followChanges }: Options): AsyncGenerator<Uint8Array> {
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
    yield text(`retry: 1000\n${sent === undefined ? 'event: reset\ndata: {}\n' : ''}\n`);
    sent ??= 0;
    while (!signal.aborted) {
      const { batch, hasOther, isFull, last } = nextBatch(log, sent);
      hasChanged ||= hasOther;
      if (batch) yield text(`id: ${run}-${last}\nevent: requests\ndata: ${JSON.stringify(batch)}\n\n`);
      sent = last;
      if (hasChanged) {
        hasChanged = false;
        yield text('event: change\ndata: {}\n\n');
      }
      if (isFull) continue;
      const isWoken = await waker.woken(HEARTBEAT_MS);
      if (isWoken) await waker.pause(GATHER_MS);
      else yield text(': waiting\n\n');
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** The requests that the document of the page has, so that its list needs no other response. */
export function firstRequests(log: SessionLog, run: string): FirstRequests {
  const { batch = { missed: 0, rows: [] }, last } = nextBatch(log, 0);
  return { ...batch, lastId: `${run}-${last}` };
}

/** Undefined for the id of another run. */
function startOf(lastId: string | undefined, run: string): number | undefined {
  const [, ofRun, number] = /^([\w-]+)-(\d{1,15})$/.exec(lastId ?? '') ?? [];
  return ofRun === run ? Number(number) : undefined;
}

interface NextBatch {
  readonly batch?: RequestBatch;
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
  for (const [number, event] of log.since(sent)) {
    if (last === sent) missed = number - sent - 1;
    last = number;
    const row = requestRow(number, event);
    if (row) rows.push(row);
    else hasOther = true;
    if (rows.length === MAX_ROWS) break;
  }
  return { ...(rows.length > 0 && { batch: { missed, rows } }), hasOther, isFull: rows.length === MAX_ROWS, last };
}

const text = (value: string) => new TextEncoder().encode(value);
