import type { Completion } from '../../assist/index.js';
import type { Content } from '../wire/messages.js';
import type { TypeCompletion } from './messages.js';
import { toCodePoints, toUnits } from './offsets.js';
import type { Types } from './types.js';

const SHOWN = 200;

/** Answers `complete_request` with suggestions of the bench, followed by those of TypeScript. */
export async function completeReply(
  request: Content,
  benchComplete: (source: string, cursor: number) => Promise<Completion>,
  types: Types,
): Promise<Content> {
  const source = String(request.code ?? '');
  const cursor = toUnits(source, Number(request.cursor_pos ?? source.length));
  const ask = () => types.ask({ method: 'complete', source, cursor });
  const early = types.isLoaded() ? ask() : undefined;
  const ours = await benchComplete(source, cursor).catch(() => undefined); // no suggestions if the bench fails
  // A compiler that is still loading is asked only when the bench has no suggestion that starts with the typed word.
  // Requests that the user no longer waits for would delay those behind them.
  const typed = ours ? source.slice(ours.from, cursor) : '';
  const theirs = await (early ?? (ours?.items.some(startingWith(typed)) ? undefined : ask()));
  const { from, to, items } = merge(ours, theirs, { cursor, typed });
  const [start, end] = [toCodePoints(source, from), toCodePoints(source, to)];
  return {
    status: 'ok',
    matches: items.map(({ text }) => text),
    cursor_start: start,
    cursor_end: end,
    metadata: {
      _jupyter_types_experimental: items.slice(0, SHOWN).map(({ text, kind }) => ({ text, type: kind, start, end })),
    },
  };
}

/**
 * Merges both lists. Jupyter replaces one range for all matches, so items for another range are dropped. It inserts a
 * single match at once, so similar names are dropped if a name starts with the typed word.
 */
function merge(
  ours: Completion | undefined,
  theirs: TypeCompletion | undefined,
  { cursor, typed }: { cursor: number; typed: string },
): { from: number; to: number; items: { text: string; kind: string }[] } {
  if (!ours || ours.items.length === 0)
    return { from: cursor, to: cursor, ...theirs, items: [...(theirs?.items ?? [])] };
  const items = ours.items.map(({ text, kind }) => ({ text, kind: kind as string }));
  const known = new Set(items.map(({ text }) => text));
  const more = theirs?.from === ours.from ? theirs.items.filter(({ text }) => !known.has(text)) : [];
  const all = [...items, ...more];
  const starting = all.filter(startingWith(typed));
  return { from: ours.from, to: ours.to, items: starting.length > 0 ? starting : all };
}

function startingWith(typed: string): (item: { readonly text: string }) => boolean {
  const low = typed.toLowerCase();
  return ({ text }) => text.toLowerCase().replace(/^['"]/, '').startsWith(low);
}

/** The modules that cells import from this package, independent of the folder of the notebook. */
const MODULES = [
  'patchbay',
  'patchbay/client',
  'patchbay/client/fetch',
  'patchbay/skills',
  'patchbay/sandbox',
  'patchbay/sandbox/vitest',
  'patchbay/cassette',
  'patchbay/cases',
  'patchbay/notebook',
];

/** Completes the name of a module of this package: `import { Agent } from 'patchbay/sk`. */
export function completeModule(source: string, cursor: number): Completion | undefined {
  const typed = /\b(?:from|import)\s*\(?\s*(["'])([^"'\n]*)$/.exec(source.slice(0, cursor))?.[2];
  if (typed === undefined || typed === '') return undefined;
  const items = MODULES.filter((name) => name.startsWith(typed)).map((text) => ({ text, kind: 'value' as const }));
  return items.length > 0 ? { from: cursor - typed.length, to: cursor, items } : undefined;
}
