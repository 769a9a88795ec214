import type { Joining } from '../conferences/conference.js';
import type { ActionKind } from './actions/kinds.js';

type Params = Readonly<Record<string, unknown>>;

/** The actions that a document starts. */
export interface Starts {
  readonly actions: readonly { readonly kind: ActionKind; readonly params: Params }[];
  readonly queue?: string;
  readonly conference?: Joining;
}

/** The verbs that start an action, with its kind. */
const STARTS: ReadonlyMap<unknown, ActionKind> = new Map<unknown, ActionKind>([
  ['ai', 'ai'],
  ['record_call', 'record'],
  ['denoise', 'denoise'],
  ['send_fax', 'send_fax'],
  ['receive_fax', 'receive_fax'],
]);

/** Returns what an inline document starts when the call is answered. An invalid document starts nothing. */
export function startsOf(swml: unknown): Starts {
  const main = record(record(swml).sections).main;
  const actions: { kind: ActionKind; params: Params }[] = [];
  let queue: string | undefined;
  let conference: Joining | undefined;
  for (const step of Array.isArray(main) ? main.slice(0, 1000) : []) {
    const [verb, value] = typeof step === 'string' ? [step, {}] : (Object.entries(record(step))[0] ?? []);
    const params = record(value);
    const kind = STARTS.get(verb);
    // Only the first action of each kind starts: a second one would have to wait for the first.
    if (kind && !actions.some((one) => one.kind === kind)) actions.push({ kind, params: startParams(kind, params) });
    // A call that enters a queue does not join a conference, and vice versa.
    else if (verb === 'enter_queue' && !conference) queue = text(params.queue_name) ?? text(value);
    else if (verb === 'join_conference' && queue === undefined) conference = joining(value, params);
  }
  return { actions, ...(queue !== undefined && { queue }), ...(conference && { conference }) };
}

/** In a document, the options of a recording are at the top level. */
const startParams = (kind: ActionKind, params: Params): Params =>
  kind === 'record' ? { ...params, audio: params } : params;

function joining(value: unknown, params: Params): Joining | undefined {
  const name = text(params.name) ?? text(value);
  if (name === undefined) return undefined;
  const size = params.max_participants;
  return {
    name,
    muted: params.muted === true,
    start_on_enter: params.start_on_enter !== false,
    end_on_exit: params.end_on_exit === true,
    ...(Number.isInteger(size) && { max_size: size as number }),
    record: params.record === 'record-from-start',
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const record = (value: unknown): Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : {};
