import type { Handler } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { answeredCall, type Call, liveCall, note, type Tells } from './call.js';
import { legView } from './leg-view.js';
import { wantUrl } from './wants.js';

/** A command to a call, with the fields that all commands share. */
export interface Command {
  readonly state: State;
  readonly call: Call;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: string;
  /** The name on the wire, such as `calling.play.pause`. */
  readonly name: string;
}
type Does = (command: Command) => Call;

/** A command for a call that has not ended. */
export const toLive = (does: Does): Handler => handler(liveCall, does);
/** A command for an answered call. */
export const toAnswered = (does: Does): Handler => handler(answeredCall, does);

const handler =
  (find: (state: State, id: unknown) => Call, does: Does): Handler =>
  ({ state, row, fields }) => {
    const name = String(row.fixed?.command);
    const at = state.clock.now().toISOString();
    return legView(does({ state, call: find(state, fields.id), params: paramsOf(fields), at, name }));
  };

export const paramsOf = (fields: Readonly<Record<string, unknown>>) =>
  (fields.params ?? {}) as Readonly<Record<string, unknown>>;

/** Returns the callback target of a command, or null. */
export function statusUrl(params: Command['params'], method: unknown = 'POST', url = params.status_url): Tells | null {
  wantUrl(params.status_url, 'status_url');
  return typeof url === 'string'
    ? { style: 'relay', url, method: method === 'GET' ? 'GET' : 'POST', events: [] }
    : null;
}

/** Logs the command under its wire name. */
export const noteCommand = ({ state, at, name }: Command, call: Call, details?: Record<string, unknown>): Call =>
  note(state, call, name, at, details);
