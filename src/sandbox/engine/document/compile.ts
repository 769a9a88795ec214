import { compileCxml } from '../cxml/compile-cxml.js';
import type { CallDocument, DocumentSource } from './call-document.js';
import { compileSwml } from './compile-swml.js';

/** The documents that were derived, by their value. A value never changes, so this only remembers a result. */
const compiled = new WeakMap<object, CallDocument>();

/** Derives the steps of a document from its source. */
export function compile(source: DocumentSource): CallDocument {
  const { language, value } = source;
  const key = typeof value === 'object' && value !== null ? value : source;
  let document = compiled.get(key);
  if (!document) compiled.set(key, (document = language === 'cxml' ? compileCxml(value) : compileSwml(value)));
  return document;
}
