import type { Robot } from 'robots-parser';
import type { Send } from '../../http/index.js';
import { fetchPage, PageError } from '../fetch/fetch-page.js';

export interface RobotsRules {
  allows(url: string): boolean;
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

const MAX_BYTES = 512 * 2 ** 10;
/** Matching time grows with the total length of the patterns that contain `*`, times the length of the address. */
const MAX_WILD = 50_000;
/** Longer than the default time limit of a crawl, so a crawl of such a site reads one page. */
const MAX_DELAY_MS = 60_000;

/** Without a robots.txt (status 4xx), everything is allowed. If the server does not answer, nothing is. */
export async function readRobots(
  send: Send,
  origin: string,
  { user_agent, timeoutMs }: { user_agent: string; timeoutMs: number },
): Promise<RobotsRules> {
  const address = `${origin}/robots.txt`;
  try {
    const headers = { 'user-agent': user_agent, accept: 'text/plain' };
    const page = await fetchPage(send, address, { headers, timeoutMs, maxBytes: MAX_BYTES, accepts: /./ });
    return await rulesOf(address, page.text, user_agent);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const { status = 0 } = error;
    return { allows: () => status >= 400 && status < 500, delayMs: 0, sitemaps: [] };
  }
}

async function rulesOf(address: string, text: string, user_agent: string): Promise<RobotsRules> {
  const own = /^[\w-]*/.exec(user_agent)?.[0].toLowerCase() ?? '';
  const lines = relevant(text, own);
  const wild = lines.filter((line) => line.includes('*')).reduce((sum, line) => sum + line.length, 0);
  if (wild > MAX_WILD) return { allows: () => false, delayMs: 0, sitemaps: [] };
  // The package is CommonJS: its default export is the function, although its types describe a module.
  const { default: loaded } = await import('robots-parser');
  const parse = loaded as unknown as (url: string, text: string) => Robot;
  const robots = parse(address, lines.join('\n'));
  const delay = robots.getCrawlDelay(own) ?? 0;
  return {
    allows: (url) => robots.isAllowed(url, own) ?? true,
    delayMs: Math.min(Math.max(delay, 0) * 1000, MAX_DELAY_MS),
    sitemaps: robots.getSitemaps(),
  };
}

/** Merges all other robots into one, because the parser stores each rule once per robot named above it. */
function relevant(text: string, own: string): string[] {
  const lines: string[] = [];
  let named = new Set<string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    if (key.toLowerCase() !== 'user-agent') {
      if (key) lines.push(`${key}: ${value.trim()}`);
      if (key) named = new Set();
      continue;
    }
    const name = value.trim().toLowerCase().split('/', 1)[0]?.trim();
    const kind = name === '*' || name === own ? name : 'other-robot';
    if (!named.has(kind)) lines.push(`user-agent: ${kind}`);
    named.add(kind);
  }
  return lines;
}
