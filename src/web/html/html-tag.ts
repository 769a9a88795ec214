export interface Tag {
  readonly kind: 'open' | 'close' | 'skip';
  /** In lower case. Empty if it is not an element. */
  readonly name: string;
  /** Ready to be written into a tag: each attribute after a space, in double quotes. */
  readonly attributes: string;
  /** The index after the tag. */
  readonly end: number;
}

const NAME = /[a-z][^\s/>]*/iy;
const SANE_NAME = /^[a-z][a-z0-9:-]{0,40}$/;
// A name, and optionally a value, in quotes or up to the next space.
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)?(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*))?)?/y;
const MOST_ATTRIBUTES = 100;

/**
 * Reads the tag that starts with the `<` at an index, before a letter, `/`, `!` or `?`. Returns undefined if the tag
 * never ends. Takes linear time for any input.
 */
export function tagAt(source: string, less: number): Tag | undefined {
  const next = source[less + 1] ?? '';
  if (/[a-z]/i.test(next)) return openTag(source, less);
  if (next === '/') return to(source, '>', less + 2, 'close', nameAt(source, less + 2));
  if (source.startsWith('<!--', less)) return to(source, '-->', less + 4, 'skip');
  return to(source, '>', less + 2, 'skip');
}

function to(source: string, mark: string, from: number, kind: Tag['kind'], name = ''): Tag | undefined {
  const found = source.indexOf(mark, from);
  if (found === -1) return undefined;
  return { kind: kind === 'close' && !name ? 'skip' : kind, name, attributes: '', end: found + mark.length };
}

function nameAt(source: string, at: number): string {
  NAME.lastIndex = at;
  const name = NAME.exec(source)?.[0].toLowerCase() ?? '';
  return SANE_NAME.test(name) ? name : '';
}

function openTag(source: string, less: number): Tag | undefined {
  const name = nameAt(source, less + 1);
  let at = NAME.lastIndex;
  let attributes = '';
  for (let count = 0; source[at] !== '>'; count++) {
    ATTRIBUTE.lastIndex = at;
    const [whole = '', key = '', ...values] = ATTRIBUTE.exec(source) ?? [];
    at += whole.length || 1;
    if (at >= source.length) return undefined;
    if (count < MOST_ATTRIBUTES && /^[a-z][\w:.-]*$/i.test(key)) {
      attributes += ` ${key}="${(values.find((value) => value !== undefined) ?? '').replaceAll('"', '&quot;')}"`;
    }
  }
  return { kind: name ? 'open' : 'skip', name, attributes, end: at + 1 };
}
