import type { StoryCallback } from '../engine/run/story.js';
import type { Callback, SentCallback } from '../outbound/callbacks.js';
import { allRuns } from '../runs/call-run.js';
import type { State } from '../state/state.js';
import { allCalls } from '../subjects/calls/call.js';
import { between } from '../time/clock.js';

/** The callbacks of a call, with their times on the clock of its steps. */
export function storyCallbacks(
  state: State,
  id: string,
  callbacks: readonly Callback[],
  sent: (callback: Callback) => SentCallback,
): StoryCallback[] {
  const start = startOf(state, id);
  return callbacks.map((one) => ({ ...sent(one), time: start === undefined ? 0 : between(start, one.at) / 1000 }));
}

/** The start of the clock of a story: when the document of the call began, or else the call. */
const startOf = (state: State, id: string): string | undefined =>
  allRuns(state).get(id)?.started_at ?? allCalls(state).get(id)?.created_at;

/** The callbacks that no attempt delivered, as problems of a call. The servers of a recording are not asked. */
export const failedCallbacks = (callbacks: readonly SentCallback[]): string[] => [
  ...new Set(
    callbacks.flatMap(({ event, method, url, outcome }) => {
      if (typeof outcome === 'string' || 'isMiss' in outcome) return [];
      if ('status' in outcome && outcome.status < 300) return [];
      const { attempts = 1 } = outcome;
      const result = 'status' in outcome ? ` answered ${outcome.status}` : `: ${outcome.error}`;
      return [
        `the callback ${event} failed: ${method} ${url}${result}${attempts > 1 ? `, tried ${attempts} times` : ''}`,
      ];
    }),
  ),
];
