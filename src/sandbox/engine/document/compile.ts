import { compileCxml } from '../cxml/compile-cxml.js';
import type { CallDocument, DocumentSource } from './call-document.js';
import { compileSwml } from './compile-swml.js';

/** The documents that were derived, by their source. A source never changes, so this is only a memory of a result. */
const compiled = new WeakMap<DocumentSource, CallDocument>();

/** Derives the steps of a document from its source. */
export function compile(source: DocumentSource): CallDocument {
  let document = compiled.get(source);
  if (!document)
    compiled.set(
      source,
      (document = source.language === 'cxml' ? compileCxml(source.value) : compileSwml(source.value)),
    );
  return document;
}
