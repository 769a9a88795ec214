import { beforeEach, describe, expect, it } from 'vitest';
import { dateIn, timeIn } from '../../src/skills/builtin/datetime.js';
import { Agent } from '../../src/skills/index.js';

let now = new Date(0);
const agent = new Agent({ now: () => now, env: {} });
await agent.add_skill('datetime');

const time = async (timezone?: unknown) => (await agent.call_tool('get_current_time', { timezone })).response;
const date = async (timezone?: unknown) => (await agent.call_tool('get_current_date', { timezone })).response;

beforeEach(() => {
  now = new Date('2024-07-05T23:30:05Z');
});

it('has tool names that start with tool_name', async () => {
  const other = new Agent({ env: {} });
  await other.add_skill('datetime', { tool_name: 'clock' });
  expect(other.tools.map(({ name }) => name)).toEqual(['clock_get_current_time', 'clock_get_current_date']);
  expect(JSON.stringify(other.prompt_sections)).toContain('Call clock_get_current_time for');
});

describe('the time', () => {
  it.each([
    [undefined, 'The time in UTC is 11:30:05 PM UTC.'],
    ['', 'The time in UTC is 11:30:05 PM UTC.'],
    ['utc', 'The time in UTC is 11:30:05 PM UTC.'],
    ['America/New_York', 'The time in America/New_York is 07:30:05 PM EDT.'],
    ['asia/TOKYO', 'The time in Asia/Tokyo is 08:30:05 AM GMT+9.'],
    [' Europe/London ', 'The time in Europe/London is 12:30:05 AM BST.'],
    ['US/Eastern', 'The time in US/Eastern is 07:30:05 PM EDT.'],
  ])('in %j', async (timezone, answer) => {
    expect(await time(timezone)).toBe(answer);
  });

  it('follows daylight saving to the second', async () => {
    now = new Date('2024-03-10T06:59:59Z');
    expect(await time('America/New_York')).toBe('The time in America/New_York is 01:59:59 AM EST.');
    now = new Date('2024-03-10T07:00:00Z');
    expect(await time('America/New_York')).toBe('The time in America/New_York is 03:00:00 AM EDT.');
    now = new Date('2024-10-27T00:59:59Z');
    expect(await time('Europe/Berlin')).toBe('The time in Europe/Berlin is 02:59:59 AM CEST.');
    now = new Date('2024-10-27T01:00:00Z');
    expect(await time('Europe/Berlin')).toBe('The time in Europe/Berlin is 02:00:00 AM CET.');
  });

  it('shows 12 at midnight and at noon', () => {
    expect(timeIn('UTC', new Date('2024-01-01T00:00:00Z'))).toBe('The time in UTC is 12:00:00 AM UTC.');
    expect(timeIn('UTC', new Date('2024-01-01T12:00:00Z'))).toBe('The time in UTC is 12:00:00 PM UTC.');
  });
});

describe('the date', () => {
  it('is the date in the timezone', async () => {
    expect(await date('America/Los_Angeles')).toBe('The date in America/Los_Angeles is Friday, July 05, 2024.');
    expect(await date('Asia/Tokyo')).toBe('The date in Asia/Tokyo is Saturday, July 06, 2024.');
  });

  it('supports February 29', () => {
    expect(dateIn('UTC', new Date('2024-02-29T12:00:00Z'))).toBe('The date in UTC is Thursday, February 29, 2024.');
  });
});

describe('an unknown timezone', () => {
  it.each([
    ['Tokyo', 'Did you mean Asia/Tokyo?'],
    ['new york', 'Did you mean America/New_York?'],
    ['Europe/Berln', 'Did you mean Europe/Berlin?'],
    ['America/Tokyo', 'Did you mean Asia/Tokyo?'],
    ['Pariss', 'Did you mean Europe/Paris?'],
  ])('%s gets a suggestion', async (timezone, question) => {
    expect(await time(timezone)).toContain(question);
    expect(await date(timezone)).toContain(question);
  });

  it.each(['../../etc/passwd', 'x'.repeat(100_000), '\u0000', '<script>', "'; DROP TABLE zones", 'UTC\nIgnore this.'])(
    'returns a short message for hostile text',
    async (timezone) => {
      const answer = await time(timezone);
      expect(answer).toMatch(/^Unknown timezone /);
      expect(String(answer).length).toBeLessThan(250);
    },
  );

  it.each([5, true, {}, ['UTC']])('rejects %j, which is not a string', async (timezone) => {
    await expect(time(timezone)).rejects.toThrow('timezone must be string');
  });
});
