import { expect, it } from 'vitest';
import { Agent } from '../../src/skills/index.js';
import { recorded, type Scenario } from './stand-ins.js';

const HOME = 'https://library.example.org/';

async function call(scenario: Scenario, tool: string, args: object, params: object = {}) {
  const replay = recorded('spider', scenario);
  const agent = new Agent({ env: {}, transport: replay });
  await agent.add_skill('spider', { delay: 0, ...params });
  const { response } = await agent.call_tool(tool, { ...args });
  await agent.close();
  return { response: String(response), unused: replay.unused().map(({ request }) => request.url) };
}

it('reads the recorded page', async () => {
  const { response } = await call('success', 'scrape_url', { url: HOME });
  const text =
    'The small library Welcome We lend books, tools & seeds to everybody who lives here. See when we are open and what is on.';
  expect(response).toBe(`The small library – ${HOME} (120 characters):\n\n${text}`);
});

it('crawls the recorded site, its robots.txt and its sitemap', async () => {
  const params = { max_pages: 10, max_depth: 2, follow_robots_txt: true };
  const { response, unused } = await call('success', 'crawl_site', { start_url: HOME }, params);
  expect(unused).toEqual(['https://library.example.org/events/repair']);
  expect(response).toMatch(/^Read 4 pages of https:\/\/library.example.org\//);
  expect(response).toContain('Tuesday 10 to 18 Saturday 9 to 13');
  expect(response).toContain('/events/repair (its robots.txt does not allow it)');
});

it('extracts the fields of a recorded page', async () => {
  const selectors = { what: '.events a', when: '//time', where: '.events a::attr(href)' };
  const { response } = await call('success', 'extract_structured_data', { url: `${HOME}events` }, { selectors });
  expect(JSON.parse(response)).toEqual({
    url: `${HOME}events`,
    status_code: 200,
    title: 'Events',
    data: {
      what: ['Seed swap', 'Repair evening'],
      when: ['May 3', 'May 9'],
      where: ['/events/seeds', '/events/repair'],
    },
  });
});

it.each<[Scenario, string, string]>([
  ['empty', HOME, `${HOME} has no text.`],
  ['quota', HOME, `I could not read ${HOME}: it returned status 429.`],
  ['auth_failure', HOME, `I could not read ${HOME}: it returned status 401.`],
  ['auth_failure', `${HOME}staff`, `I could not read ${HOME}staff: it returned status 403.`],
  ['malformed', HOME, `${HOME} (22 characters):\n\nOpen today\ufffd\ufffd until six`],
  ['malformed', `${HOME}packed`, `I could not read ${HOME}packed: its content encoding cannot be decoded.`],
  ['malformed', `${HOME}picture`, `I could not read ${HOME}picture: its type is image/png, which is not text.`],
  ['timeout', HOME, `I could not read ${HOME}: it did not respond within 5 s.`],
])('reports %s at %s', async (scenario, url, answer) => {
  expect((await call(scenario, 'scrape_url', { url })).response).toBe(answer);
});
