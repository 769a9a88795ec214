import type { CheckedDocument } from './check-document.js';

/** Finds the problems of a document before a call runs it. The checks are loaded for the first document. */
export const checkDocument = async (text: string): Promise<CheckedDocument> =>
  (await import('./check-document.js')).checkDocument(text);
