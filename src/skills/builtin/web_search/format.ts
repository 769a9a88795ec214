import type { SearchHit } from './google.js';
import { domainOf, type Scraped } from './quality.js';

const RULE = '='.repeat(50);

/** Formats pages for the model. Their texts share `maxCharacters`. */
export function formatPages(
  query: string,
  results: readonly Scraped[],
  readCount: number,
  maxCharacters: number,
): string {
  const limit = Math.max(2000, Math.floor((maxCharacters - 400 * results.length) / results.length));
  const summary = `The best ${results.length} of ${readCount} pages found for "${query}":`;
  const entries = results.map(({ title, link, snippet, text, metrics }, index) => {
    const { quality_score, query_relevance, query_words_found, text_length = 0, sentence_count } = metrics;
    const facts = [
      `${text_length} characters`,
      ...(sentence_count === undefined ? [] : [`${sentence_count} sentences`]),
      ...(query_relevance === undefined ? [] : [`relevance ${query_relevance} (${query_words_found} words)`]),
    ];
    return [
      `${index + 1}. ${title} (quality ${quality_score})`,
      `URL: ${link}`,
      `Source: ${domainOf(link)}`,
      `Snippet: ${snippet}`,
      `Page: ${facts.join(', ')}`,
      `Content: ${text.slice(0, limit)}`,
      RULE,
    ].join('\n');
  });
  return [summary, ...entries].join('\n\n');
}

/** Formats the snippets of the search engine, for pages that are not or cannot be read. */
export function formatSnippets(query: string, hits: readonly SearchHit[]): string {
  const entries = hits.map(
    ({ title, link, snippet }, index) => `${index + 1}. ${title}\nURL: ${link}\nSnippet: ${snippet}`,
  );
  return [`Search results for "${query}":`, ...entries].join('\n\n');
}

/** Formats pages in the order of the search engine, including those that could not be read. */
export function formatInOrder(query: string, results: readonly Scraped[], maxCharacters: number): string {
  const limit = Math.max(1000, Math.floor((maxCharacters - 300 * results.length) / results.length));
  const entries = results.map(({ title, link, snippet, text, metrics }, index) => {
    const content =
      text === '' ? `Content: none, ${metrics.error ?? 'the page has no text'}` : `Content: ${text.slice(0, limit)}`;
    return `${index + 1}. ${title}\nURL: ${link}\nSnippet: ${snippet}\n${content}\n${RULE}`;
  });
  return [`Search results for "${query}":`, ...entries].join('\n\n');
}
