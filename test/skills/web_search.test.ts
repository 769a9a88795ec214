import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { guardedTransport, type Transport, type WireRequest } from '../../src/http/index.js';
import { articleText } from '../../src/skills/builtin/web_search/article.js';
import { chooseBest, IMPROVED_SCALE, MAIN_SCALE, qualityOf } from '../../src/skills/builtin/web_search/quality.js';
import { redditJsonAddress } from '../../src/skills/builtin/web_search/reddit.js';
import {
  ServiceFailure,
  WebSearch,
  WebSearchImproved,
  WebSearchOriginal,
  WebSearchScraper,
} from '../../src/skills/builtin/web_search.js';
import { Agent, createRegistry, SkillRegistry } from '../../src/skills/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { type Answer, HANGS, site } from '../support/site.js';
import { recorded, type Scenario } from './stand-ins.js';

const KEYS = { api_key: 'key-of-mine-4711', search_engine_id: 'engine-of-mine' };
const SECRETS = Object.values(KEYS);

/** A search engine that finds these addresses; they are reached for real. */
function finding(links: readonly string[], { allowPrivate = true } = {}): Transport & { searches: URL[] } {
  const guarded = guardedTransport({ allowPrivate });
  closedAfterTest({ close: () => guarded.close?.() });
  const searches: URL[] = [];
  const items = links.map((link) => ({
    title: `About ${new URL(link).pathname}`,
    link,
    snippet: `Snippet of ${link}`,
  }));
  const send = async (request: WireRequest) => {
    const url = new URL(request.url);
    if (url.hostname !== 'www.googleapis.com') return guarded.send(request);
    searches.push(url);
    const [start, num] = [Number(url.searchParams.get('start') ?? 1), Number(url.searchParams.get('num'))];
    const body = Buffer.from(JSON.stringify({ items: items.slice(start - 1, start - 1 + Math.min(num, 10)) }));
    return { status: 200, headers: {}, body };
  };
  return { send, searches };
}

async function agentWith(transport: Transport, params: Record<string, unknown> = {}) {
  const agent = closedAfterTest(new Agent({ env: {}, transport }));
  await agent.add_skill('web_search', { ...KEYS, ...params });
  return agent;
}

const search = async (agent: Agent, query = 'solar panels') =>
  String((await agent.call_tool('web_search', { query })).response);

/** A page that is good enough for any scale. */
const article = (subject: string, sentences = 40) =>
  `<nav>menu</nav><article>${Array.from({ length: sentences }, (_, index) => `<p>Sentence number ${index} tells something new about ${subject} and about word${index}.</p>`).join('')}</article>`;

describe('with the recordings', () => {
  const answer = async (scenario: Scenario, query = 'solar panels') => {
    const replay = recorded('web_search', scenario, SECRETS);
    const agent = await agentWith(replay);
    const seen: unknown[] = [];
    for (const event of ['call', 'http', 'log'] as const) agent.on(event, (one) => seen.push(one));
    const text = await search(agent, query);
    for (const secret of SECRETS) expect(inspect([text, seen], { depth: 9 })).not.toContain(secret);
    return { text, replay };
  };

  it('returns the best pages, and Reddit posts from their JSON', async () => {
    const { text, replay } = await answer('success');
    expect(replay.unused()).toEqual([]);
    expect(text.split('\n').filter((line) => /^(The best|\d\.|URL|Source|Page)/.test(line))).toEqual([
      'The best 3 of 5 pages found for "solar panels":',
      '1. Solar panel basics (quality 0.807)',
      'URL: https://energy.example.org/solar-panels',
      'Source: energy.example.org',
      'Page: 1186 characters, 12 sentences, relevance 1 (2/2 words)',
      '2. Choosing solar panels for a roof (quality 0.78)',
      'URL: https://roofs.example.net/choosing',
      'Source: roofs.example.net',
      'Page: 855 characters, 12 sentences, relevance 1 (2/2 words)',
      '3. Are my solar panels too hot? (quality 0.685)',
      'URL: https://www.reddit.com/r/solar/comments/abc123/too_hot/',
      'Source: reddit.com',
      'Page: 423 characters',
    ]);
    expect(text).toContain('second (80 points): Yes, that is the heat.');
    expect(text).not.toMatch(/deleted|Copyright|related|cookies|Subscribe|track/);
  });

  it.each<[Scenario, string, string]>([
    ['empty', 'qwxzv plorf', 'Nothing was found on the web for "qwxzv plorf". Try other or fewer words.'],
    ['quota', 'solar panels', 'The web search received too many requests. Try again later.'],
    ['quota', 'wind power', 'The web search received too many requests. Try again later.'],
    ['auth_failure', 'solar panels', 'The web search rejected the credentials of this agent. Do not try again.'],
    ['auth_failure', 'wind power', 'The web search rejected the credentials of this agent. Do not try again.'],
    ['malformed', 'solar panels', 'The web search returned an invalid response. Try again later.'],
    ['malformed', 'wind power', 'The web search returned an invalid response. Try again later.'],
    ['malformed', 'water power', 'The web search cannot be reached. Try again later.'],
    ['timeout', 'solar panels', 'The web search took too long to respond. Try again in a moment.'],
  ])('describes %s for %j', async (scenario, query, expected) => {
    expect((await answer(scenario, query)).text).toBe(expected);
  });

  it('redacts the keys in the error for an unrecorded query', async () => {
    const agent = await agentWith(recorded('web_search', 'success', SECRETS));
    const error = await search(agent, 'unknown words').catch((reason) => reason);
    expect(error.message).toContain('the recording has no');
    for (const secret of SECRETS) expect(inspect(error, { depth: 9 })).not.toContain(secret);
  });
});

describe('reading pages', () => {
  it('reads all pages at once', async () => {
    const waiting: (() => void)[] = [];
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`);
    // The server responds only after all ten requests.
    const page: Answer = (response) => {
      waiting.push(() => response.end(article('panels')));
      if (waiting.length === 10) for (const answer of waiting) answer();
    };
    const { url, load } = await site(Object.fromEntries(paths.map((path) => [path, page])));
    const agent = await agentWith(finding(paths.map((path) => url + path)));
    expect(await search(agent)).toContain('The best 3 of 10 pages');
    expect(load.most).toBe(10);
  });

  it('reads num_results × oversample_factor pages, rounded up, ten of a search request', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
    const { url, asked } = await site(Object.fromEntries(paths.map((path) => [path, article(`panels ${path}`)])));
    const transport = finding(paths.map((path) => url + path));
    const text = await scraper({ transport }).search_and_scrape_best('panels', { oversample_factor: 3.5 });
    expect(text).toContain('The best 3 of 11 pages');
    expect(asked.toSorted()).toEqual(paths.slice(0, 11).toSorted());
    const pages = transport.searches.map(({ searchParams }) => [searchParams.get('start'), searchParams.get('num')]);
    expect(pages).toEqual([
      [null, '10'],
      ['11', '1'],
    ]);
    expect(await scraper({ transport }).search_google('panels', 25)).toHaveLength(25);
    const exact = await scraper({ transport }).search_and_scrape_best('x', { num_results: 10, oversample_factor: 1.1 });
    expect(exact).toContain('of 11 pages');
  });

  it('continues with the first results if a later search request fails', async () => {
    const { url } = await site({});
    const transport = finding(Array.from({ length: 30 }, (_, index) => `${url}/${index}`));
    const send = async (request: WireRequest) =>
      request.url.includes('start=') ? { status: 429, headers: {}, body: Buffer.from('{}') } : transport.send(request);
    expect(await scraper({ transport: { send } }).search_google('panels', 20)).toHaveLength(10);
  });

  it('reads many pages at once without a warning about listeners', async () => {
    const paths = Array.from({ length: 24 }, (_, index) => `/${index}`);
    const { url, load } = await site(
      Object.fromEntries(
        paths.map((path) => [path, (response) => release.push(() => response.end(article('panels')))]),
      ),
    );
    const release: (() => void)[] = [];
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const searching = search(
      await agentWith(finding(paths.map((path) => url + path)), {
        num_results: 6,
        per_page_timeout: 60,
        overall_deadline: 60,
      }),
    );
    await expect.poll(() => load.open).toBe(24);
    for (const answer of release) answer();
    await searching;
    process.off('warning', warned);
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });

  it('reads one page after the other if parallel_scrape is off', async () => {
    const { url, load, asked } = await site({ '/a': article('a'), '/b': article('b'), '/c': article('c') });
    const links = ['/a', '/b', '/c'].map((path) => url + path);
    await search(await agentWith(finding(links), { parallel_scrape: false, delay: 0 }));
    expect(asked).toEqual(['/a', '/b', '/c']);
    expect(load.most).toBe(1);
  });

  it('keeps the pages that are read at the deadline, and aborts the others', async () => {
    const { url, load } = await site({ '/good': article('solar panels'), '/hangs': HANGS, '/hangs2': HANGS });
    const links = ['/hangs', '/good', '/hangs2'].map((path) => url + path);
    const agent = await agentWith(finding(links), { overall_deadline: 1, per_page_timeout: 60 });
    const text = await search(agent);
    expect(text).toContain('The best 1 of 3 pages');
    expect(text).toContain('About /good');
    await expect.poll(() => load.open).toBe(0);
    expect(load.givenUp).toBe(2);
  });
});

describe('the limits of reading pages', () => {
  it('accepts a very long deadline', async () => {
    const { url } = await site({
      '/': `<main>${'A sentence about solar panels that is long enough. '.repeat(40)}</main>`,
    });
    const options = { overall_deadline: 1e7, per_page_timeout: 1e7, min_quality_score: 0 };
    const found = await scraper({ transport: finding([`${url}/`]) }).search_and_scrape_best('solar panels', options);
    expect(found).toContain('A sentence about solar panels');
  });

  it('returns the snippets if no page is read in time', async () => {
    const { url, load } = await site({ '/hangs': HANGS });
    const transport = finding([`${url}/hangs`]);
    const text = await scraper({ transport }).search_and_scrape_best('panels', { overall_deadline: 0.2 });
    expect(text).toBe(
      `Search results for "panels":\n\n1. About /hangs\nURL: ${url}/hangs\nSnippet: Snippet of ${url}/hangs`,
    );
    await expect.poll(() => load.open).toBe(0);
  });

  it('ends at the deadline even if a request ignores the signal', async () => {
    const deaf: Transport = { send: () => new Promise(() => {}) };
    const searching = scraper({ transport: deaf }).search_and_scrape_best('panels', { overall_deadline: 0.05 });
    await expect(searching).rejects.toMatchObject({ kind: 'timeout', name: ServiceFailure.name });
    const provider = { name: 'test', search: async () => [{ title: 'T', link: 'https://a.example/', snippet: 'S' }] };
    const reading = scraper({ transport: deaf, provider }).search_and_scrape_best('panels', { overall_deadline: 0.05 });
    expect(await reading).toContain('Search results for "panels"');
  });

  it('abandons a page after per_page_timeout, and keeps the others', async () => {
    const { url } = await site({ '/good': article('solar panels'), '/hangs': HANGS });
    const agent = await agentWith(finding([`${url}/hangs`, `${url}/good`]), { per_page_timeout: 0.3 });
    expect(await search(agent)).toContain('The best 1 of 2 pages');
  });

  it('ends at once when the caller aborts', async () => {
    const { url, load } = await site({ '/hangs': HANGS });
    const agent = await agentWith(finding([`${url}/hangs`]), { per_page_timeout: 60 });
    const caller = new AbortController();
    const call = agent.call_tool('web_search', { query: 'panels' }, {}, { signal: caller.signal });
    await expect.poll(() => load.open).toBe(1);
    caller.abort(new Error('hung up'));
    await expect(call).rejects.toThrow('hung up');
    await expect.poll(() => load.open).toBe(0);
  });

  it('reads no page if snippets_only is set', async () => {
    const { url, asked } = await site({});
    const transport = finding(Array.from({ length: 10 }, (_, index) => `${url}/${index}`));
    const text = await search(await agentWith(transport, { snippets_only: true, num_results: 2 }));
    expect(asked).toEqual([]);
    expect(text.match(/^\d\. /gm)).toEqual(['1. ', '2. ']);
    expect(transport.searches[0]?.searchParams.get('num')).toBe('2');
  });

  it('skips pages below min_quality_score', async () => {
    const { url } = await site({ '/good': article('solar panels'), '/poor': '<p>Log in. Sign up. Cookie.</p>' });
    const text = await search(await agentWith(finding([`${url}/poor`, `${url}/good`]), { min_quality_score: 0.5 }));
    expect(text).toContain('The best 1 of 2 pages');
    expect(text).not.toContain('/poor');
  });

  it('returns a page that contains "no results found"', async () => {
    const { url } = await site({ '/': article('no results found for your query') });
    const text = await search(
      await agentWith(finding([`${url}/`]), { response_prefix: 'BEGIN', response_postfix: 'END' }),
    );
    expect(text).toMatch(/^BEGIN\n\nThe best 1 of 1 .*\n\nEND$/s);
  });

  it('returns no_results_message without a prefix if nothing is found', async () => {
    const agent = await agentWith(finding([]), { no_results_message: 'None for {query}!', response_prefix: 'BEGIN' });
    expect(await search(agent, '$& panels')).toBe('None for $& panels!');
    expect(await search(agent, '  ')).toBe('The query is empty. Ask the user what to search for.');
  });

  it('reaches no private address from a search result', async () => {
    const inside = await site({ '/': article('secrets') });
    const text = await search(await agentWith(finding([`${inside.url}/`], { allowPrivate: false })));
    expect(inside.asked).toEqual([]);
    expect(text).toMatch(/^Search results for/);
  });
});

function scraper(options: Partial<ConstructorParameters<typeof WebSearchScraper>[0]>): WebSearchScraper {
  return new WebSearchScraper({ ...KEYS, ...options });
}

describe('the scraper', () => {
  it('has four operations with their defaults', async () => {
    const { url } = await site({ '/0': article('a'), '/1': article('b'), '/2': article('c'), '/3': article('d') });
    const transport = finding([0, 1, 2, 3].map((at) => `${url}/${at}`));
    const made = scraper({ transport });
    expect(made.max_content_length).toBe(32_768);
    expect(await made.search_google('panels')).toHaveLength(4);
    expect((await made.search_google('panels', 2)).map(({ link }) => link)).toEqual([`${url}/0`, `${url}/1`]);
    expect(await made.search_and_scrape_best('panels')).toContain('The best 3 of 4 pages');
    expect(await made.search_and_scrape('panels', 2, 0)).toMatch(
      /^Search results for "panels":\n\n1\. About \/0.*\n2\. About \/1/s,
    );
    expect(transport.searches.map(({ searchParams }) => searchParams.get('num'))).toEqual(['5', '2', '10', '2']);
    const [text, metrics] = await made.extract_text_from_url(`${url}/0`);
    expect(text).toMatch(/^Sentence number 0 .* word39\.$/);
    expect(metrics).toMatchObject({ text_length: text.length, query_relevance: 0.5, sentence_count: 40 });
    expect((await made.extract_text_from_url(`${url}/0`, 100))[0]).toHaveLength(100);
  });

  it('returns an empty text and the reason for a page that cannot be read', async () => {
    const { url } = await site({ '/hangs': HANGS });
    const made = scraper({ transport: finding([]) });
    expect(await made.extract_text_from_url(`${url}/gone`)).toEqual([
      '',
      { error: 'it returned status 404', quality_score: 0 },
    ]);
    expect(await made.extract_text_from_url(`${url}/hangs`, 100, 0.1)).toEqual([
      '',
      { error: 'it did not respond within 0.1 s', quality_score: 0 },
    ]);
  });

  it('does not show its keys', () => {
    expect(inspect(scraper({ transport: finding([]) }), { depth: 9, showHidden: true })).not.toMatch(/of-mine/);
  });

  it('supports another search engine', async () => {
    const asked: unknown[] = [];
    const provider = {
      name: 'Mine',
      search: async (query: string, count: number) => {
        asked.push([query, count]);
        return [{ title: 'T', link: 'https://a.example/', snippet: 'S' }];
      },
    };
    const text = await scraper({ provider }).search_and_scrape_best('panels', { snippets_only: true, num_results: 4 });
    expect(text).toContain('https://a.example/');
    expect(asked).toEqual([['panels', 4]]);
  });

  it('skips invalid results', async () => {
    const items = [
      null,
      5,
      {},
      { link: 'javascript:1' },
      { link: 'http://' },
      { link: 'https://a.example/', title: 7 },
      { title: 'no link' },
    ];
    const transport = {
      send: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ items })) }),
    };
    expect(await scraper({ transport }).search_google('x')).toEqual([
      { title: 'https://a.example/', link: 'https://a.example/', snippet: '' },
    ]);
  });
});

describe('the main part of a page', () => {
  const textOf = async (page: string) => {
    const { url } = await site({ '/': page });
    return (await scraper({ transport: finding([]) }).extract_text_from_url(url))[0];
  };

  it.each([
    ['an article before the rest', 'before<article>this</article>after', 'this'],
    ['main', '<div>no</div><main>this</main>', 'this'],
    ['a role', '<div>no</div><div role="main">this</div>', 'this'],
    ['a class', '<div>no</div><div class="big content">this</div>', 'this'],
    ['the body', '<body><p>this</p></body>', 'this'],
    ['no body at all', '<p>this</p>', 'this'],
    ['frames and menus left out', '<main>this<nav>no</nav><iframe>no</iframe><aside>no</aside></main>', 'this'],
    ['boxes left out', '<main>this<div class="cookie-banner">no</div><ul id="relatedPosts">no</ul></main>', 'this'],
    ['no words inside of words', '<main class="downloads"><p class="heads no-sidebar">this</p></main>', 'this'],
  ])('is found: %s', async (_, page, text) => {
    expect(await textOf(page)).toBe(text);
  });

  it('is found quickly if no element wraps the page', async () => {
    const took = async (html: string) => {
      const start = performance.now();
      await articleText(html);
      return performance.now() - start;
    };
    const page = '<li>x'.repeat(40_000);
    const wrapped = await took(`<html><body>${page}</body></html>`);
    expect(await took(page)).toBeLessThan(10 * wrapped);
  });
});

describe('Reddit', () => {
  it.each([
    ['https://www.reddit.com/r/a/comments/b/c/', 'https://www.reddit.com/r/a/comments/b/c.json'],
    ['https://old.reddit.com/r/a/comments/b/c?sort=top#x', 'https://www.reddit.com/r/a/comments/b/c.json'],
    ['https://redd.it/b', 'https://www.reddit.com/comments/b.json'],
    ['https://www.reddit.com/', undefined],
    ['https://notreddit.com/r/a', undefined],
    ['https://reddit.com.example/r/a', undefined],
  ])('%s has the JSON address %s', (url, address) => {
    expect(redditJsonAddress(url)).toBe(address);
  });

  it('is read as a page without JSON', async () => {
    const asked: string[] = [];
    const transport = {
      send: async ({ url }: WireRequest) => {
        asked.push(url);
        const isJson = url.endsWith('.json');
        const body = Buffer.from(isJson ? '{"message":"Too Many Requests","error":429}' : '<main>for people</main>');
        return { status: isJson ? 429 : 200, headers: { 'content-type': 'text/html' }, body };
      },
    };
    const [text] = await scraper({ transport }).extract_text_from_url('https://www.reddit.com/r/a/comments/b/');
    expect(text).toBe('for people');
    expect(asked).toEqual(['https://www.reddit.com/r/a/comments/b.json', 'https://www.reddit.com/r/a/comments/b/']);
  });

  it.each([
    '[]',
    '{}',
    'null',
    '[{"data":{"children":[{}]}}]',
    '[{"data":{"children":"x"}}]',
    '['.repeat(200_000),
    '[{"data":{"children":[{"data":{"title":5,"score":"x"}}]}},7]',
  ])('ignores other JSON', async (body) => {
    const transport = {
      send: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }),
    };
    const [text, metrics] = await scraper({ transport }).extract_text_from_url('https://www.reddit.com/r/a/comments/b');
    expect(typeof text).toBe('string');
    expect(metrics.quality_score).toBeGreaterThanOrEqual(0);
  });
});

describe('quality', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  /** Twenty sentences of 100 characters: 2000 in all, every word another. */
  const text = Array.from(
    { length: 20 },
    (_, index) =>
      `${`Solar panels ${index} ${words(40)
        .map((word) => word + index)
        .join(' ')}`.slice(0, 98)}. `,
  ).join('');

  it('follows the main scale', () => {
    expect(qualityOf(text, 'https://en.wikipedia.org/wiki/Solar', 'the solar panels', MAIN_SCALE)).toEqual({
      text_length: 2000,
      word_diversity: expect.any(Number),
      boilerplate_count: 0,
      sentence_count: 20,
      domain: 'en.wikipedia.org',
      query_relevance: 1,
      query_words_found: '2/2',
      length_score: 1,
      diversity_score: 1,
      boilerplate_penalty: 1,
      sentence_score: 1,
      domain_score: 1.5,
      // .25 + .10 + .10 + .15 + .15 × 1.5 + .25
      quality_score: 1.075,
    });
  });

  it('follows the improved scale, which ignores the query', () => {
    const metrics = qualityOf(text, 'https://en.wikipedia.org/', 'solar', IMPROVED_SCALE);
    // .3 + .2 + .2 + .2 + .1 × 1.2
    expect(metrics).toMatchObject({ quality_score: 1.02, domain_score: 1.2 });
    expect(metrics).not.toHaveProperty('query_relevance');
  });

  it.each([
    [499, 0],
    [500, 0],
    [1250, 0.25],
    [2000, 1],
    [10_000, 1],
    [12_000, 0.9],
    [90_000, 0.8],
  ])('of %i characters has the length score %d', (length, score) => {
    expect(MAIN_SCALE.length(length)).toBeCloseTo(score, 5);
  });

  it.each([
    ['https://netflix.com/', 1],
    ['https://x.com/', 0.1],
    ['https://m.facebook.com/', 0.1],
    ['https://cs.stanford.edu/', 1.5],
    ['https://education.example/', 1],
  ])('compares whole domains: %s', (url, score) => {
    expect(qualityOf('text', url, '', MAIN_SCALE).domain_score).toBe(score);
  });

  it.each([
    ['', 0.5, '0/0'],
    ['what is the', 0, '0/0'],
    ['solar wind', 0.5, '1/2'],
    ['solar panels', 1, '2/2'],
    ['panels on solar roofs of wood', 0.5, '2/4'],
  ])('measures the relevance of %j', (query, query_relevance, query_words_found) => {
    expect(qualityOf('About solar panels.', 'https://a.example/', query, MAIN_SCALE)).toMatchObject({
      query_relevance,
      query_words_found,
    });
  });

  it('matches boilerplate at the start of words', () => {
    expect(qualityOf('Cookie. Sign up! Copyright. and/or', 'https://a.example/', '', MAIN_SCALE)).toMatchObject({
      boilerplate_count: 3,
      boilerplate_penalty: 0.55,
    });
  });

  it('prefers different sites', () => {
    const page = (link: string, quality_score: number) => ({
      title: link,
      link,
      snippet: '',
      text: 'x',
      metrics: { quality_score },
    });
    const pages = [
      page('https://a.example/1', 0.9),
      page('https://www.a.example/2', 0.8),
      page('https://b.example/', 0.5),
    ];
    const links = (count: number) => chooseBest(pages, count).map(({ link }) => link);
    expect(links(2)).toEqual(['https://a.example/1', 'https://b.example/']);
    expect(links(3)).toEqual(['https://a.example/1', 'https://www.a.example/2', 'https://b.example/']);
  });
});

describe('the variants', () => {
  it('are versions of one skill, and the registry has the newest', async () => {
    expect([WebSearch, WebSearchImproved, WebSearchOriginal].map((one) => [one.SKILL_NAME, one.SKILL_VERSION])).toEqual(
      [
        ['web_search', '2.0.0'],
        ['web_search', '2.0.0'],
        ['web_search', '1.0.0'],
      ],
    );
    expect(await createRegistry().get_skill_class('web_search')).toBe(WebSearch);
  });

  it('have their own defaults', () => {
    const defaults = [WebSearch, WebSearchImproved, WebSearchOriginal].map((one) => {
      const { num_results, delay, oversample_factor, min_quality_score, overall_deadline } = one.get_parameter_schema();
      return [num_results, delay, oversample_factor, min_quality_score, overall_deadline].map(
        (entry) => entry?.default,
      );
    });
    expect(defaults).toEqual([
      [3, 0.5, 4, 0.2, 10],
      [3, 0.5, 2.5, 0.3, undefined],
      [1, 0, undefined, undefined, undefined],
    ]);
  });

  it.each([
    [WebSearchImproved, 'The best 3 of 7 pages', '8'],
    [WebSearchOriginal, 'Search results for "solar panels":\n\n1. About /0', '1'],
  ])('%o searches', async (variant, beginning, num) => {
    const paths = Array.from({ length: 7 }, (_, index) => `/${index}`);
    const { url, load } = await site(Object.fromEntries(paths.map((path) => [path, article('solar panels')])));
    const transport = finding(paths.map((path) => url + path));
    const registry = new SkillRegistry({});
    registry.register_skill(variant);
    const agent = closedAfterTest(new Agent({ registry, env: {}, transport }));
    await agent.add_skill('web_search', { ...KEYS, delay: 0 });
    expect(await search(agent)).toContain(beginning);
    expect(transport.searches[0]?.searchParams.get('num')).toBe(num);
    expect(load.most).toBe(1);
  });

  it.each([WebSearch, WebSearchImproved, WebSearchOriginal])(
    '%o needs both keys, from the caller or the environment',
    async (variant) => {
      const registry = new SkillRegistry({});
      registry.register_skill(variant);
      const loading = new Agent({ registry, env: {} }).add_skill('web_search', { api_key: 'secret-key' });
      await expect(loading).rejects.toThrow('search_engine_id is required (or set GOOGLE_SEARCH_ENGINE_ID)');
      const env = { GOOGLE_SEARCH_API_KEY: 'a', GOOGLE_SEARCH_ENGINE_ID: 'b' };
      expect(await new Agent({ registry, env }).add_skill('web_search')).toBe('web_search_web_search');
    },
  );
});

it('does not show the engine id', async () => {
  const agent = await agentWith(finding([]));
  const shown = inspect(
    [agent, agent.tools, agent.document(), agent.global_data, agent.prompt_sections, agent.list_skills()],
    { depth: 9 },
  );
  expect(shown).not.toMatch(/of-mine/);
});
