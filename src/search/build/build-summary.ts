import type { BuildProgress } from './build.js';

/** Describes in words what an index was built from. */
export function buildSummary({ files, leftOut, empty, chunks, reused }: BuildProgress): string {
  const apart = [...(leftOut > 0 ? [`${leftOut} skipped`] : []), ...(empty > 0 ? [`${empty} empty`] : [])];
  const made = `${number(chunks, 'chunk')} from ${number(files - leftOut - empty, 'file')}`;
  const vectors = reused > 0 ? `, ${reused} with unchanged vectors` : '';
  return `${made}${vectors}${apart.length > 0 ? ` (${apart.join(', ')})` : ''}`;
}

const number = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
