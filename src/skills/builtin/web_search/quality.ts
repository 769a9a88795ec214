import type { SearchHit } from './google.js';

/** The quality of a page, with the values that it is computed from. Numbers have three decimals. */
export interface QualityMetrics {
  readonly quality_score: number;
  readonly text_length?: number;
  readonly word_diversity?: number;
  readonly boilerplate_count?: number;
  readonly sentence_count?: number;
  readonly domain?: string;
  readonly query_relevance?: number;
  /** Found and total words, such as `2/3`. */
  readonly query_words_found?: string;
  readonly length_score?: number;
  readonly diversity_score?: number;
  readonly boilerplate_penalty?: number;
  readonly sentence_score?: number;
  readonly domain_score?: number;
  readonly is_reddit?: boolean;
  readonly score?: number;
  readonly num_comments?: number;
  /** Why the text of the page is missing. */
  readonly error?: string;
}

/** The weights and thresholds of the quality score. */
export interface Scale {
  length(characters: number): number;
  /** The share of distinct words that gets the full score. */
  readonly diverse: number;
  /** The penalty for each boilerplate phrase. */
  readonly boilerplate: number;
  readonly sentences: { readonly longerThan: number; readonly enough: number };
  readonly domains: { readonly good: number; readonly social: number; readonly other: number };
  readonly weights: {
    readonly length: number;
    readonly diversity: number;
    readonly boilerplate: number;
    readonly sentences: number;
    readonly domain: number;
    readonly relevance: number;
  };
}

export const MAIN_SCALE: Scale = {
  length(characters) {
    if (characters < 500) return 0;
    if (characters < 2000) return ((characters - 500) / 1500) * 0.5;
    return characters <= 10_000 ? 1 : Math.max(0.8, 1 - (characters - 10_000) / 20_000);
  },
  diverse: 0.3,
  boilerplate: 0.15,
  sentences: { longerThan: 30, enough: 10 },
  domains: { good: 1.5, social: 0.1, other: 1 },
  weights: { length: 0.25, diversity: 0.1, boilerplate: 0.1, sentences: 0.15, domain: 0.15, relevance: 0.25 },
};

/** The scale of the improved variant, which ignores the query. */
export const IMPROVED_SCALE: Scale = {
  length(characters) {
    if (characters < 100) return 0;
    if (characters < 500) return characters / 500;
    return characters <= 5000 ? 1 : Math.max(0.7, 1 - (characters - 5000) / 10_000);
  },
  diverse: 0.4,
  boilerplate: 0.1,
  sentences: { longerThan: 20, enough: 5 },
  domains: { good: 1.2, social: 0.5, other: 1 },
  weights: { length: 0.3, diversity: 0.2, boilerplate: 0.2, sentences: 0.2, domain: 0.1, relevance: 0 },
};

const GOOD =
  'edu gov wikipedia.org britannica.com nature.com science.org arxiv.org nih.gov who.int github.com stackoverflow.com stackexchange.com developer.mozilla.org docs.python.org ietf.org w3.org bbc.com bbc.co.uk reuters.com apnews.com nytimes.com theguardian.com npr.org'.split(
    ' ',
  );
const SOCIAL =
  'facebook.com twitter.com x.com instagram.com pinterest.com tiktok.com linkedin.com reddit.com quora.com youtube.com tumblr.com snapchat.com threads.net'.split(
    ' ',
  );
const BOILERPLATE = [
  ...['cookie', 'privacy policy', 'terms of service', 'subscribe', 'sign up', 'log in', 'advertisement', 'sponsored'],
  ...['copyright', 'all rights reserved', 'skip to', 'navigation', 'breadcrumb', 'newsletter', 'follow us'],
  ...[
    'share this',
    'facebook',
    'twitter',
    'instagram',
    'pinterest',
    'tiktok',
    'linkedin',
    'youtube',
    'whatsapp',
    'reddit',
    'r/',
  ],
].map((phrase) => new RegExp(`\\b${phrase}`));
const STOP_WORDS = new Set(
  'the and for are was what how who why when where which with from that this does can did has'.split(' '),
);

/** Scores the text of a page for a query. An empty query has a relevance of 0.5. */
export function qualityOf(text: string, url: string, query: string, scale: Scale): QualityMetrics {
  const lower = text.toLowerCase();
  const words = lower.split(/\s+/).filter((word) => word !== '');
  const word_diversity = words.length === 0 ? 0 : new Set(words).size / words.length;
  const boilerplate_count = BOILERPLATE.filter((phrase) => phrase.test(lower)).length;
  const sentence_count = text
    .split(/[.!?]+/)
    .filter((piece) => piece.trim().length > scale.sentences.longerThan).length;
  const domain = domainOf(url);
  const { good, social, other } = scale.domains;
  const parts = {
    length_score: scale.length(text.length),
    diversity_score: Math.min(1, word_diversity / scale.diverse),
    boilerplate_penalty: Math.max(0, 1 - scale.boilerplate * boilerplate_count),
    sentence_score: Math.min(1, sentence_count / scale.sentences.enough),
    domain_score: isAmong(domain, SOCIAL) ? social : isAmong(domain, GOOD) ? good : other,
  };
  const { weights } = scale;
  const relevance = relevanceOf(lower, query);
  const quality_score =
    parts.length_score * weights.length +
    parts.diversity_score * weights.diversity +
    parts.boilerplate_penalty * weights.boilerplate +
    parts.sentence_score * weights.sentences +
    parts.domain_score * weights.domain +
    relevance.query_relevance * weights.relevance;
  return {
    text_length: text.length,
    word_diversity: rounded(word_diversity),
    boilerplate_count,
    sentence_count,
    domain,
    ...(weights.relevance > 0 && { ...relevance, query_relevance: rounded(relevance.query_relevance) }),
    quality_score: rounded(quality_score),
    ...Object.fromEntries(Object.entries(parts).map(([name, score]) => [name, rounded(score)])),
  };
}

/** Returns the share of the query words in a text, plus a bonus for words that are adjacent in both. */
function relevanceOf(lower: string, query: string): { query_relevance: number; query_words_found: string } {
  const queryWords = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (queryWords.length === 0) return { query_relevance: 0.5, query_words_found: '0/0' };
  const words = queryWords.filter((word) => word.length > 2 && !STOP_WORDS.has(word));
  if (words.length === 0) return { query_relevance: 0, query_words_found: '0/0' };
  const found = words.filter((word) => lower.includes(word)).length;
  const pairs = words.slice(1).filter((word, index) => lower.includes(`${words[index]} ${word}`)).length;
  return {
    query_relevance: Math.min(1, found / words.length + 0.2 * pairs),
    query_words_found: `${found}/${words.length}`,
  };
}

export const rounded = (number: number): number => Math.round(number * 1000) / 1000;

/** Returns the host of an address without `www.`, or an empty string for an invalid address. */
export const domainOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '').replace(/\.$/, '') : '';

/** Whether a host is one of the domains or a subdomain of one: `netflix.com` does not match `x.com`. */
export const isAmong = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

export interface Scraped extends SearchHit {
  readonly text: string;
  readonly metrics: QualityMetrics;
}

/** Chooses the best results from as many sites as possible: first the best of each site, then the rest. */
export function chooseBest(results: readonly Scraped[], count: number): Scraped[] {
  const sorted = [...results].sort((a, b) => b.metrics.quality_score - a.metrics.quality_score);
  const sites = new Set<string>();
  const firsts = sorted.filter(({ link }) => !sites.has(domainOf(link)) && sites.add(domainOf(link)));
  const chosen = [...firsts, ...sorted.filter((result) => !firsts.includes(result))].slice(0, count);
  return chosen.sort((a, b) => b.metrics.quality_score - a.metrics.quality_score);
}
