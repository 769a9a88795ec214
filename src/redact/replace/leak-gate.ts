import type { Finder, Found } from '../detect/finder.js';

/** Checks a text before it is written for every original in every spelling. */
export interface LeakGate {
  /** `text` is the document as it will be written. Throws an error that contains the place, but not the value. */
  check(document: unknown, text: string, place: string): void;
}

export class LeakError extends Error {
  override readonly name = 'LeakError';
  constructor(
    readonly kind: string,
    readonly place: string,
    /** Undefined if the value spans several fields. */
    readonly field: string | undefined,
  ) {
    const where = field === undefined ? `${place}: across several fields` : `${place}: ${field}:`;
    super(
      `${where} a ${kind} would be left after redaction, so nothing was written. Change it in the file, ` +
        'or remove the entry.',
    );
  }
}

type Meaning = { readonly value: { readonly rule: { readonly kind: string } } };

export function leakGate({ find }: Finder<Meaning>): LeakGate {
  return {
    check(document, text, place) {
      const [hit] = find(text);
      if (!hit) return;
      const [field, first] = fieldWith(document, find) ?? [undefined, hit];
      throw new LeakError(first.means.value.rule.kind, place, field);
    },
  };
}

const MAX_DEPTH = 200;

function fieldWith(
  value: unknown,
  find: Finder<Meaning>['find'],
  path = '',
  depth = 0,
): [field: string, found: Found<Meaning>] | undefined {
  if (typeof value !== 'object' || value === null) {
    const [found] = typeof value === 'string' || typeof value === 'number' ? find(String(value)) : [];
    return found && [path, found];
  }
  if (depth > MAX_DEPTH) return undefined;
  for (const [name, inside] of Object.entries(value)) {
    // Does not repeat a name that would be a leak itself.
    const [found] = find(name);
    if (found) return [path === '' ? 'the name of a field' : `the name of a field in ${path}`, found];
    const deeper = fieldWith(inside, find, path === '' ? name : `${path}.${name}`, depth + 1);
    if (deeper) return deeper;
  }
  return undefined;
}
