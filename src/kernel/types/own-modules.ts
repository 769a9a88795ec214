import type { Completion } from '../../assist/index.js';

/** The modules that cells import from this package, independent of the folder of the notebook. */
const MODULES = [
  'patchbay',
  'patchbay/client',
  'patchbay/skills',
  'patchbay/sandbox',
  'patchbay/cassette',
  'patchbay/notebook',
];

/** Completes the name of a module of this package: `import { Agent } from 'patchbay/sk`. */
export function completeModule(source: string, cursor: number): Completion | undefined {
  const typed = /\b(?:from|import)\s*\(?\s*(["'])([^"'\n]*)$/.exec(source.slice(0, cursor))?.[2];
  if (typed === undefined || typed === '') return undefined;
  const items = MODULES.filter((name) => name.startsWith(typed)).map((text) => ({ text, kind: 'value' as const }));
  return items.length > 0 ? { from: cursor - typed.length, to: cursor, items } : undefined;
}
