import type { BuildProgress } from './build.js';

/** Describes in words what an index was built from. */
export function buildSummary({ files, leftOut, empty, chunks, reused }: BuildProgress): string {
  const apart = [
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(empty > 0 ? [`${empty} with nothing in ${empty === 1 ? 'it' : 'them'}`] : []),
  ];
  const made = `${number(chunks, 'piece')} of ${number(files - leftOut - empty, 'file')}`;
  const vectors = reused > 0 ? `, ${reused} of them with the vectors they had` : '';
  return `${made}${vectors}${apart.length > 0 ? ` (${apart.join(', ')})` : ''}`;
}

const number = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
