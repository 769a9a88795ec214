import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import { soundOf } from './sounds.js';

/** Plays sounds, and returns their length in seconds. An invalid sound is reported and skipped. */
export function playAll(context: StepContext, urls: readonly string[]): number {
  const sounds = urls.map((url) => ({ url, ...soundOf(url) }));
  for (const { problem } of sounds) if (problem) context.fails('relay_script_method_parameter_invalid_value', problem);
  const played = sounds.filter(({ problem }) => problem === undefined);
  if (played.length > 0) context.report(`plays ${played.map(({ url }) => url).join(', ')}`);
  return sounds.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Reports a sound, and waits as long as it takes. 0 times repeats it until the call ends. */
export function playTimes(context: StepContext, report: string, seconds: number, times: number): Outcome {
  context.report(`${report}${times === 1 ? '' : times === 0 ? ' until the call ends' : ` ${times} times`}`);
  return times === 0 ? { do: 'wait', for: 'time' } : { do: 'wait', for: 'time', seconds: seconds * times };
}
