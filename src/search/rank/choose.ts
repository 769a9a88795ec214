import type { Hit } from '../search-index.js';

/** Weights for further hits from the same file, by the number of hits already chosen from it. */
const AGAIN = [1, 0.85, 0.7, 0.5, 0.4];

/** Chooses the most relevant hits. It drops hits with the same text and prefers files that are not represented yet. */
export function choose(hits: readonly Hit[], count: number): Hit[] {
  const left = withoutCopies([...hits].sort(byRelevance));
  const chosenFrom = new Map<string, number>();
  const chosen: Hit[] = [];
  while (chosen.length < count && left.length > 0) {
    let next = 0;
    let max = -1;
    for (const [index, { filename, score }] of left.entries()) {
      const weight = score * (AGAIN[Math.min(chosenFrom.get(filename) ?? 0, AGAIN.length - 1)] as number);
      if (weight > max) [next, max] = [index, weight];
    }
    const [hit] = left.splice(next, 1) as [Hit];
    chosenFrom.set(hit.filename, (chosenFrom.get(hit.filename) ?? 0) + 1);
    chosen.push(hit);
  }
  return chosen.sort(byRelevance);
}

const byRelevance = (a: Hit, b: Hit) => b.score - a.score || a.id - b.id;

function withoutCopies(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ content }) => {
    const text = content
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/^[\s*_`#>-]+|[\s*_`#>-]+$/g, '');
    return !seen.has(text) && seen.add(text);
  });
}
