/** The states of a call in their order, with their names in each API and the events that report them. */
export const STATES = {
  queued: { order: 0, leg: 'queued', log: 'queued', compat: 'queued', event: 'created', compatEvent: 'initiated' },
  ringing: { order: 1, leg: 'ringing', log: 'ringing', compat: 'ringing', event: 'ringing', compatEvent: 'ringing' },
  answered: {
    order: 2,
    leg: 'answered',
    log: 'answered',
    compat: 'in-progress',
    event: 'answered',
    compatEvent: 'answered',
  },
  ended: over('ended', 'ended', 'completed'),
  completed: over('completed', 'completed', 'completed'),
  canceled: over('canceled', 'canceled', 'canceled'),
  failed: over('failed', 'failed', 'failed'),
  // A leg has no names for these two.
  busy: over('ended', 'busy', 'busy'),
  'no-answer': over('ended', 'no-answer', 'no-answer'),
} as const;

export type CallState = keyof typeof STATES;

/** Other names for the events of `status_events`, because sources disagree. */
export const OTHER_EVENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['queued', 'created'],
  ['initiated', 'created'],
  ['ending', 'ended'],
]);

/** Why a call ended whose person outside hung up. */
export const FAR_END_HUNG_UP = 'the other side hung up';

export const isOver = (state: CallState): boolean => STATES[state].order === 3;

function over<L extends string, G extends string, C extends string>(leg: L, log: G, compat: C) {
  return { order: 3, leg, log, compat, event: 'ended', compatEvent: 'completed' } as const;
}
