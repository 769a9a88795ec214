import { compiled } from '../../util/index.js';

/** Compiles the pattern of a rule: `/source/flags`, or only the source. */
export function readPattern(pattern: string): RegExp {
  const [, source = pattern, flags = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern) ?? [];
  // With the flags `g` and `y`, a regular expression keeps state between tests.
  return compiled(source, flags.replace(/[gy]/g, ''));
}
