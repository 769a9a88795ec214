import type { Replies } from './replies.js';

/** Reads a file of replies. The schema is loaded for the first file, because a start does not need it. */
export const readReplies = async (text: string, name: string, base: string): Promise<Replies> =>
  (await import('./replies.js')).readReplies(text, name, base);
