import type { Article } from './articles.js';

const RULE = '='.repeat(50);
const MAX_MEANINGS = 5;

/**
 * Formats up to `count` articles, or returns undefined for an empty list. For an ambiguous title, it lists the possible
 * meanings instead.
 */
export function formatArticles(query: string, articles: readonly Article[], count: number): string | undefined {
  const [best] = articles;
  if (!best) return undefined;
  const real = articles.filter(({ isDisambiguation }) => !isDisambiguation);
  if (best.isDisambiguation) return meanings(best.title, real);
  if (real.length === 0) return meanings(query, real);
  return real.slice(0, count).map(article).join(`\n\n${RULE}\n\n`);
}

function article({ title, introduction }: Article): string {
  return `**${title}**\n\n${introduction || 'This article has no introduction.'}`;
}

function meanings(title: string, real: readonly Article[]): string {
  const known = real.slice(0, MAX_MEANINGS).map((one) => `- ${one.title}`);
  const list = known.length > 0 ? `, including:\n${known.join('\n')}\n` : '. ';
  return `“${title}” has several meanings${list}Ask which one the user means, and search for it.`;
}
