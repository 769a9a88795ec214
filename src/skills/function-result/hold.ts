import { assertWithin } from './check-value.js';
import { given } from './swml.js';

export interface HoldOptions {
  /** In seconds. The default is 300. */
  readonly timeout?: number;
  readonly step?: string;
  readonly timeout_step?: string;
}

const LONGEST_S = 900;

/**
 * Returns the seconds, or an object if there are steps to continue with. Reduces the timeout to the platform's maximum.
 */
export function holdOf({ timeout = 300, step, timeout_step }: HoldOptions): unknown {
  assertWithin('timeout', Math.trunc(timeout), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const seconds = Math.min(Math.max(Math.trunc(timeout), 0), LONGEST_S);
  const steps = given({ step, timeout_step });
  return Object.keys(steps).length === 0 ? seconds : { timeout: seconds, ...steps };
}
