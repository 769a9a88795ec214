import {
  askJson,
  type FailureKind,
  isPlain,
  kindOfStatus,
  plainLine,
  plainText,
  type Send,
  ServiceFailure,
  valueAt,
} from '../../index.js';
import { SERVICE_URLS } from '../services.js';

export interface Article {
  readonly title: string;
  /** The text before the first heading; empty if the encyclopedia returns none. */
  readonly introduction: string;
  /** Whether the page only lists the possible meanings of its title. */
  readonly isDisambiguation: boolean;
}

export interface ArticleSearch {
  readonly query: string;
  readonly count: number;
  readonly userAgent: string;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_INTRODUCTION_LENGTH = 4000;

/** One request searches, follows redirects and fetches the introductions. The User-Agent is required. */
export async function findArticles(send: Send, search: ArticleSearch): Promise<Article[]> {
  const { query, count, userAgent, signal } = search;
  const url = `${SERVICE_URLS.encyclopedia}?${new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'search',
    gsrsearch: query,
    gsrlimit: String(count),
    redirects: '1',
    prop: 'extracts|pageprops',
    exintro: '1',
    explaintext: '1',
    exlimit: 'max',
    ppprop: 'disambiguation',
  })}`;
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const { status, body } = await askJson(send, { method: 'GET', url, headers, ...(signal && { signal }) }, TIMEOUT_MS);
  const code = valueAt(body, 'error.code');
  if (status !== 200 || code !== undefined) {
    const kind = status === 200 ? kindOfCode(String(code)) : kindOfStatus(status);
    throw new ServiceFailure(kind, plainLine(`${status} ${code ?? ''} ${valueAt(body, 'error.info') ?? ''}`, 300));
  }
  if (!isPlain(body)) throw new ServiceFailure('malformed', 'the response is not an object');
  // The response has no `query` if nothing matches.
  const pages = valueAt(body, 'query.pages') ?? [];
  if (!Array.isArray(pages)) throw new ServiceFailure('malformed', 'the pages of the response are not a list');
  return [...pages].sort((a, b) => rankOf(a) - rankOf(b)).flatMap(articleOf);
}

/** The pages are unordered; `index` is their rank. */
function rankOf(page: unknown): number {
  const index = valueAt(page, 'index');
  return typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER;
}

function articleOf(page: unknown): Article[] {
  const [title, extract] = [valueAt(page, 'title'), valueAt(page, 'extract')];
  if (typeof title !== 'string' || valueAt(page, 'missing') !== undefined) return [];
  return [
    {
      title: plainLine(title, 300),
      introduction: typeof extract === 'string' ? plainText(extract, MAX_INTRODUCTION_LENGTH).trim() : '',
      isDisambiguation: valueAt(page, 'pageprops.disambiguation') !== undefined,
    },
  ];
}

/** Maps the error codes that come with HTTP 200. */
function kindOfCode(code: string): FailureKind {
  if (code === 'ratelimited') return 'quota';
  return code === 'maxlag' || code === 'readonly' || code.startsWith('internal_api_error') ? 'unreachable' : 'refused';
}

const RULE = '='.repeat(50);
const MAX_MEANINGS = 5;

/** Formats up to `count` articles. For an ambiguous title, it lists the possible meanings instead. */
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
