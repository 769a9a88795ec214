import type { State } from '../../state/state.js';
import { ownNumber } from '../own-number.js';
import type { PhoneNumber } from '../phone_numbers.js';
import type { Call } from './call.js';
import { queueNamed } from './queue.js';
import { routeOf } from './route.js';

export interface Callee {
  /** The outcome and its delay. An unanswered call ends after its timeout. */
  readonly outcome: 'answers' | 'is busy' | 'fails' | 'does not answer' | 'is controlled';
  readonly after_ms: number;
  readonly machine?: true;
  readonly is_declined?: true;
  readonly hangs_up_after_ms?: number;
  /** The number or the queue of the project that is called, if any. */
  readonly number?: PhoneNumber;
  readonly queue_id?: string;
}

export const RINGS_AFTER_MS = 300;
const ANSWERS_AFTER_MS = 900;
const ANSWERS: Callee = { outcome: 'answers', after_ms: ANSWERS_AFTER_MS };

/** Test numbers with a fixed outcome. Area code 500 belongs to no place, so they are not used by accident. */
const TEST_NUMBERS: ReadonlyMap<string, Callee> = new Map<string, Callee>([
  ['+15005550101', { outcome: 'is busy', after_ms: ANSWERS_AFTER_MS }],
  ['+15005550102', { outcome: 'does not answer', after_ms: 0 }],
  ['+15005550103', { outcome: 'fails', after_ms: 100 }],
  ['+15005550104', { outcome: 'answers', after_ms: 5000 }],
  ['+15005550105', { outcome: 'answers', after_ms: ANSWERS_AFTER_MS, machine: true }],
  ['+15005550106', { outcome: 'answers', after_ms: ANSWERS_AFTER_MS, hangs_up_after_ms: 10_000 }],
]);

export const QUEUE = /^queue:(.+)$/;

export function calleeOf(state: State, to: string): Callee {
  const known = TEST_NUMBERS.get(to);
  if (known) return known;
  const name = QUEUE.exec(to)?.[1];
  const queue = name === undefined ? undefined : queueNamed(state, name);
  if (queue) return { ...ANSWERS, queue_id: queue.id };
  const number = ownNumber(state, to);
  if (!number) return ANSWERS;
  return routeOf(state, number).kind === 'nowhere'
    ? { outcome: 'fails', after_ms: RINGS_AFTER_MS, number }
    : { ...ANSWERS, number };
}

const TYPES: readonly (readonly [RegExp, Call['type']])[] = [
  [/^sips?:/, 'relay_sip_call'],
  [/^(\/|queue:)/, 'relay_webrtc_call'],
];

export const lineTo = (address: string): Call['type'] =>
  TYPES.find(([looks]) => looks.test(address))?.[1] ?? 'relay_pstn_call';
