import { isRecord } from '../../request/read-json.js';
import type { CallDocument } from '../document/call-document.js';
import { compileSwml } from '../document/compile-swml.js';
import { MESSAGE_VERBS } from './message-verbs.js';

/** Reads a document in SWML that answers a message: sections, or one reply. It does not run with any problem. */
export function compileMessage(source: unknown): CallDocument {
  const { sections, version: _, ...reply } = isRecord(source) ? source : {};
  const main = Object.entries(reply).map(([verb, params]) => ({ [verb]: params }));
  const document = compileSwml(
    isRecord(source) && sections === undefined ? { sections: { main } } : source,
    MESSAGE_VERBS,
  );
  return { ...document, isFatal: document.problems.length > 0 };
}
