import { inspect } from 'node:util';
import { asText, limitedWork, WorkStopped } from '../../util/index.js';
import { clean } from '../clean.js';

/** How long a value may take to be shown on the screen. */
export const SCREEN_MS = 2_000;
/** How long all of a value may take, for a pager or a file. */
export const WHOLE_MS = 30_000;

/**
 * Shows a value. A value has code of its own, in getters, traps and `inspect.custom`, and may have replaced what this
 * package uses. If that code throws or does not end, the value is shown without it, and the reason is said.
 */
export function guarded(value: unknown, show: () => string, limitMs = SCREEN_MS): string {
  try {
    return limited(value, show, limitMs);
  } catch (fault) {
    return `${plain(value)}\nIts own code could not show it: ${reasonOf(fault)}`;
  }
}

/** Limits the time of work on a value. A number or a text has no code of its own, so its work needs no limit. */
export function limited<T>(value: unknown, work: () => T, limitMs: number): T {
  const hasCode = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return hasCode ? limitedWork(work, limitMs) : work();
}

/** Of a proxy, `inspect` then shows the target and the handler, without a call of a trap. */
const WITHOUT_ITS_CODE = { customInspect: false, getters: false, showProxy: true, depth: 1, maxArrayLength: 20 };

/** Shows a value without its own code, and at least its type. */
function plain(value: unknown): string {
  try {
    return limitedWork(() => clean(inspect(value, { ...WITHOUT_ITS_CODE, maxStringLength: 1_000 })), SCREEN_MS);
  } catch {
    return typeof value === 'function' ? '[a function]' : '[an object]';
  }
}

/** The reason may have code of its own too. */
function reasonOf(fault: unknown): string {
  if (fault instanceof WorkStopped) return fault.by === 'limit' ? `it was ${fault.message}` : 'Ctrl-C stopped it';
  try {
    return limitedWork(() => clean(fault instanceof Error ? asText(fault.message) : inspect(fault)), SCREEN_MS);
  } catch {
    return 'it threw an error that cannot be shown either';
  }
}
