import { hasTooManyValues, isDeeperThan, MAX_JSON_VALUES } from '../../util/index.js';

/** Deeper than any useful body, and far below the depth at which `JSON.stringify` overflows the stack. */
const MAX_DEPTH = 100;

export function readJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (isDeeperThan(MAX_DEPTH, text)) return { problem: `it is nested more than ${MAX_DEPTH} levels deep` };
  if (hasTooManyValues(text)) return { problem: `it has more than ${MAX_JSON_VALUES} values` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The message of the parser would repeat parts of the request.
    return { problem: 'it is not JSON' };
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
