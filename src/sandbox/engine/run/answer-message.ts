import type { Callback } from '../../outbound/callbacks.js';
import { allRuns, type CallRun } from '../../runs/call-run.js';
import { startRun } from '../../runs/start-run.js';
import type { State } from '../../state/state.js';
import { readCxml } from '../cxml/read-cxml.js';
import { readSwml } from '../document/read-source.js';
import { continueRun } from './advance.js';

/** Whether the response to a callback is a document that is executed. */
export const asksForDocument = ({ event }: Callback): boolean => event === 'messaging.message.received';

/** Runs the document that answers an inbound message. An invalid one is a problem. */
export async function answerMessage(state: State, { url, encoding, payload }: Callback, text: string) {
  const isCxml = encoding === 'form';
  if (isCxml && text.trim() === '') return;
  const read = isCxml ? await readCxml(text, url) : await readSwml(text, url);
  const at = state.clock.now().toISOString();
  const start = 'source' in read ? { document: read.source } : { urls: [] };
  const run = startRun(state, { call_id: state.ids.uuid(), start, message: payload }, at);
  if ('problem' in read) allRuns(state).replace({ ...run, problems: [`${url}: ${read.problem}`] });
  continueRun(state, run.id, run.counters.waits, { kind: 'time' }, at);
}

const ended = ({ message, outcome }: CallRun): string | undefined =>
  message !== undefined && outcome !== null ? 'ended' : undefined;

/** The problems of the documents that have answered their messages. Their runs are removed. */
export function endedMessages(state: State): readonly string[] {
  const runs = allRuns(state).withKey(ended, 'ended');
  for (const { id } of runs) allRuns(state).delete(id);
  return runs.flatMap(({ problems }) => problems);
}
