import type { OperationRequest } from '../respond/handler.js';
import { changeItem, find, type Stored } from '../respond/resources.js';
import { collection, type State } from '../state/state.js';
import { bind, rebinds, type Settings } from './fabric/store/binding.js';
import { checkedSettings } from './fabric/store/referenced-ids.js';
import { type E911, e911Of } from './numbers/e911.js';
import { isTollFree } from './numbers/north-america.js';

export interface PhoneNumber extends Stored {
  readonly number: string;
  /** The fields that clients set: the name, the handlers and their settings. */
  readonly settings: Settings;
  readonly calling_handler_resource_id: string | null;
  readonly messaging_handler_resource_id: string | null;
  readonly capabilities: readonly Capability[];
  readonly number_type: 'toll-free' | 'longcode';
  /** Hosted by another carrier. */
  readonly hosted?: true;
  readonly e911?: E911;
}

type Capability = 'voice' | 'sms' | 'mms' | 'fax';

export const allNumbers = collection<PhoneNumber>('numbers');

export function addNumber(state: State, number: string, facts: Partial<PhoneNumber> = {}): PhoneNumber {
  const at = state.clock.now().toISOString();
  const tollFree = isTollFree(number);
  return allNumbers(state).add({
    id: state.ids.uuid(),
    number,
    created_at: at,
    updated_at: at,
    settings: {},
    calling_handler_resource_id: null,
    messaging_handler_resource_id: null,
    capabilities: tollFree ? ['voice', 'sms', 'mms'] : ['voice', 'sms', 'mms', 'fax'],
    number_type: tollFree ? 'toll-free' : 'longcode',
    ...facts,
  });
}

/** Changes settings as a request does: validates a new handler and creates its resource. */
export const changeNumber = (state: State, number: PhoneNumber, changes: Settings): PhoneNumber =>
  replaceNumber(state, number, validateSettings(state, number, changes)());

/** Validates changed settings. The returned function creates the resources that they need. */
export function validateSettings(state: State, previous: Partial<PhoneNumber>, changes: Settings) {
  const fields = checkedSettings(state, changes);
  const settings = { ...previous.settings, ...fields };
  const calling = rebinds('calling', settings, fields) && bind(state, 'calling', settings);
  const messaging = rebinds('messaging', settings, fields) && bind(state, 'messaging', settings);
  return () => ({
    settings,
    calling_handler_resource_id: calling ? calling() : (previous.calling_handler_resource_id ?? null),
    messaging_handler_resource_id: messaging ? messaging() : (previous.messaging_handler_resource_id ?? null),
  });
}

export const replaceNumber = (state: State, number: PhoneNumber, changes: Partial<PhoneNumber>): PhoneNumber =>
  changeItem(state, allNumbers, number, changes);

export const findNumber = (request: OperationRequest): PhoneNumber => find(request, allNumbers);

export function viewNumber({ settings, ...number }: PhoneNumber, { state }: { readonly state: State }): unknown {
  return {
    call_receive_mode: 'voice',
    call_ai_agent_id: null,
    call_flow_id: null,
    call_flow_version: null,
    ...settings,
    ...number,
    ...e911Of(state, number),
    next_billed_at: number.hosted ? null : billedAfter(number.created_at),
    country_code: number.number.startsWith('+1') ? 'US' : null,
  };
}

export function billedAfter(created: string): string {
  const next = new Date(created);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString();
}
