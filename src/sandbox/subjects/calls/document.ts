import { isRecord } from '../../request/read-json.js';
import type { Joining } from '../conferences/conference.js';
import type { ActionKind } from './actions/kinds.js';
import { type Plan, recordingPlan } from './actions/plans.js';

type Params = Readonly<Record<string, unknown>>;

export interface Starts {
  readonly actions: readonly StartedAction[];
  readonly queue?: string;
  readonly conference?: Joining;
}

interface StartedAction extends Plan {
  readonly kind: ActionKind;
  readonly control_id: string | undefined;
  readonly status_url: string | undefined;
}

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
  const actions: StartedAction[] = [];
  let queue: string | undefined;
  let conference: Joining | undefined;
  for (const step of Array.isArray(main) ? main.slice(0, 1000) : []) {
    const [verb, value] = typeof step === 'string' ? [step, {}] : (Object.entries(record(step))[0] ?? []);
    const params = record(value);
    const kind = STARTS.get(verb);
    // Only the first action of each kind starts: a second one would have to wait for the first.
    if (kind && !actions.some((one) => one.kind === kind)) actions.push(started(kind, params));
    // A call that enters a queue does not join a conference, and vice versa.
    else if (verb === 'enter_queue' && !conference) queue = text(params.queue_name) ?? text(value);
    else if (verb === 'join_conference' && queue === undefined) conference = joining(value, params);
  }
  return { actions, ...(queue !== undefined && { queue }), ...(conference && { conference }) };
}

const started = (kind: ActionKind, params: Params): StartedAction => ({
  kind,
  control_id: typeof params.control_id === 'string' ? params.control_id : undefined,
  status_url: text(params.status_url),
  ...(kind === 'record' && recordingPlan(params)),
});

function joining(value: unknown, params: Params): Joining | undefined {
  const name = text(params.name) ?? text(value);
  if (name === undefined) return undefined;
  const { max_participants } = params;
  return {
    name,
    muted: params.muted === true,
    start_on_enter: params.start_on_enter !== false,
    end_on_exit: params.end_on_exit === true,
    ...(isWholeNumber(max_participants) && { max_size: max_participants }),
    record: params.record === 'record-from-start',
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const isWholeNumber = (value: unknown): value is number => Number.isInteger(value);
const record = (value: unknown): Params => (isRecord(value) ? value : {});
