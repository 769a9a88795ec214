import { escaped, isMet } from '../../index.js';

/** Whether a name matches a shell glob pattern: `*`, `?`, and classes such as `[a-c]` and `[!x]`. */
export function fitsPattern(name: string, pattern: string): boolean {
  const source = pattern.replace(/\[!?\]?[^\]]*\]|[\s\S]/g, (piece) => {
    if (piece === '*') return '.*';
    if (piece === '?') return '.';
    return piece.length > 1 ? classOf(piece.slice(1, -1)) : escaped(piece);
  });
  return isMet(new RegExp(`^${source}$`, 's'), name);
}

function classOf(inside: string): string {
  const isNot = inside.startsWith('!');
  const ranges = (isNot ? inside.slice(1) : inside).match(/[\s\S]-[\s\S]|[\s\S]/g) ?? [];
  // JavaScript rejects a range that is out of order. Here it matches nothing.
  const valid = ranges.filter((range) => (range[0] as string) <= (range.at(-1) as string));
  return `[${isNot ? '^' : ''}${valid.join('').replace(/[\\\]^[]/g, '\\$&')}]`;
}
