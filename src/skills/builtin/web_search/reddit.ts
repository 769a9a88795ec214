import { inOneLine, isPlain } from '../../index.js';
import { domainOf, isAmong, type QualityMetrics, rounded } from './quality.js';

/** Returns the JSON address of a Reddit post, or undefined for other addresses. */
export function redditJsonAddress(url: string): string | undefined {
  const host = domainOf(url);
  if (!isAmong(host, ['reddit.com', 'redd.it'])) return undefined;
  const { pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '').replace(/\.json$/, '');
  if (path === '') return undefined;
  // The short form only redirects, and has no JSON.
  return `https://www.reddit.com${host === 'redd.it' ? `/comments${path}` : path}.json`;
}

const MAX_COMMENTS = 20;
const SHOWN_COMMENTS = 5;

/** Formats a post with its top comments. Returns undefined if the document is not a post. */
export function redditPost(document: unknown, url: string): [string, QualityMetrics] | undefined {
  const [listing, replies] = Array.isArray(document) ? document : [];
  const post = childrenOf(listing)[0]?.data;
  if (!isPlain(post)) return undefined;
  const [score, num_comments] = [numberOf(post.score), numberOf(post.num_comments)];
  const comments = childrenOf(replies)
    .filter(({ kind }) => kind === 't1')
    .slice(0, MAX_COMMENTS)
    .map(({ data }) => (isPlain(data) ? data : {}))
    .filter(({ body }) => typeof body === 'string' && body.length > 50 && !['[removed]', '[deleted]'].includes(body))
    .sort((a, b) => numberOf(b.score) - numberOf(a.score))
    .slice(0, SHOWN_COMMENTS);
  const text = [
    `${line(post.title, 300)} (r/${line(post.subreddit, 50)}, by ${line(post.author, 50)}, ${score} points, ${num_comments} comments)`,
    line(post.selftext, 1000),
    ...(comments.length > 0 ? ['Top comments:'] : []),
    ...comments.map(
      ({ author, score: points, body }) => `${line(author, 50)} (${numberOf(points)} points): ${line(body, 500)}`,
    ),
  ];
  const whole = text.filter((part) => part !== '').join('\n');
  const quality =
    0.4 * Math.min(1, whole.length / 2000) +
    0.3 * Math.min(1, Math.max(0, score + num_comments) / 100) +
    0.3 * (comments.length > 0 ? 1 : 0.3);
  return [
    whole,
    {
      text_length: whole.length,
      score,
      num_comments,
      domain: domainOf(url),
      is_reddit: true,
      quality_score: rounded(quality),
    },
  ];
}

function childrenOf(listing: unknown): { kind?: unknown; data?: unknown }[] {
  const data = isPlain(listing) ? listing.data : undefined;
  const children = isPlain(data) ? data.children : undefined;
  return Array.isArray(children) ? children.filter(isPlain) : [];
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const line = (value: unknown, max: number) => (typeof value === 'string' ? inOneLine(value).slice(0, max) : '');
