import { compiled } from '../lib/patterns.js';

/** A pattern of a rule: `/source/flags` or a bare source. */
export function readPattern(pattern: string): RegExp {
  const [, source = pattern, flags = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern) ?? [];
  // With these two a second test of the same text would come out differently.
  return compiled(source, flags.replace(/[gy]/g, ''));
}
