import { compileCxml } from '../cxml/compile-cxml.js';
import { MESSAGE_VERBS } from '../cxml/message-verbs.js';
import type { CallDocument, DocumentSource } from './call-document.js';
import { compileMessage, compileSwml } from './compile-swml.js';

const COMPILERS = {
  call: { swml: (value: unknown) => compileSwml(value), cxml: (value: unknown) => compileCxml(value) },
  message: { swml: compileMessage, cxml: (value: unknown) => compileCxml(value, MESSAGE_VERBS) },
} as const;

/** The documents that were derived, by their value. A value never changes, so this only remembers a result. */
const compiled = { call: new WeakMap<object, CallDocument>(), message: new WeakMap<object, CallDocument>() } as const;

/** Derives the steps of a document from its source. */
export function compile(source: DocumentSource): CallDocument {
  const { language, value, answers = 'call' } = source;
  const key = typeof value === 'object' && value !== null ? value : source;
  let document = compiled[answers].get(key);
  if (!document) compiled[answers].set(key, (document = COMPILERS[answers][language](value)));
  return document;
}
