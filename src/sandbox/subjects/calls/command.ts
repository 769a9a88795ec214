import type { Fields, OperationRequest } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { answeredCall, type Call, type CallbackTarget, liveCall, note } from './call.js';
import { checkUrl } from './checks.js';
import { legView } from './leg-view.js';

export interface Command<Input = object> {
  readonly state: State;
  readonly call: Call;
  readonly input: Input;
  readonly at: string;
  /** The name on the wire, such as `calling.play.pause`. */
  readonly name: string;
}
type Apply<Input> = (command: Command<Input>) => Call;
type CommandRequest<Input> = Pick<OperationRequest, 'state' | 'row' | 'fields'> & { readonly input: Input };

export const toLive = <Input>(apply: Apply<Input>) => handler(liveCall, apply);
export const toAnswered = <Input>(apply: Apply<Input>) => handler(answeredCall, apply);

const handler =
  <Input>(find: (state: State, id: unknown) => Call, apply: Apply<Input>) =>
  ({ state, row, fields, input }: CommandRequest<Input>) => {
    const at = state.clock.now().toISOString();
    return legView(apply({ state, call: find(state, fields.id), input, at, name: row.fixed?.command ?? '' }));
  };

export interface StatusUrl {
  readonly status_url?: string;
  readonly status_url_method?: 'GET' | 'POST';
}

export function callbackOf({ status_url: url, status_url_method: method = 'POST' }: StatusUrl): CallbackTarget | null {
  checkUrl(url, 'status_url');
  return url === undefined ? null : { style: 'relay', url, method, events: [] };
}

export const noteCommand = ({ state, at, name }: Command, call: Call, details?: Fields): Call =>
  note(state, call, name, at, details);
