import type { BuildProgress } from './build.js';

const MOST_NAMED = 5;

/** The new index would lack documents that the user did not remove, so the old index stays. */
export class WouldLose extends Error {
  override readonly name = 'WouldLose';

  static everything(source: string): WouldLose {
    return new WouldLose(`none of the files in ${source} can be indexed`);
  }

  static files(names: readonly string[]): WouldLose {
    const named = names.slice(0, MOST_NAMED).join(', ');
    const others = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} others` : '';
    return new WouldLose(`the index contains ${named}${others}, which cannot be read now`);
  }
}

/** Describes in words what an index was built from. */
export function buildSummary({ files, leftOut, empty, chunks, reused }: BuildProgress): string {
  const apart = [...(leftOut > 0 ? [`${leftOut} skipped`] : []), ...(empty > 0 ? [`${empty} empty`] : [])];
  const made = `${number(chunks, 'chunk')} from ${number(files - leftOut - empty, 'file')}`;
  const vectors = reused > 0 ? `, ${reused} with unchanged vectors` : '';
  return `${made}${vectors}${apart.length > 0 ? ` (${apart.join(', ')})` : ''}`;
}

const number = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
