import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { Agent } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { FAILURES, fromRecording, standingIn } from './stand-ins.js';

const KEY = 'key of weather&more';
const OSLO = {
  location: { name: 'Oslo', region: 'Oslo', country: 'Norway' },
  current: {
    condition: { text: 'Partly cloudy' },
    temp_c: 6.7,
    temp_f: 44.1,
    feelslike_c: 3.9,
    feelslike_f: 39,
    wind_dir: 'WNW',
    wind_mph: 9.4,
    wind_kph: 15.1,
    cloud: 50,
  },
};

/** What the skill says when the service answers so, and what the service was asked. */
async function asked(
  location: unknown,
  answer: { status?: number; body: string },
  params: Record<string, unknown> = {},
) {
  const service = await receiver(() => answer);
  const transport = standingIn({ 'https://api.weatherapi.com': service.url });
  const agent = new Agent({ env: {}, transport });
  try {
    await agent.add_skill('weather_api', { api_key: KEY, ...params });
    const { response } = await agent.call_tool('get_weather', { location });
    return { response, targets: service.received.map(({ target }) => target) };
  } finally {
    await Promise.all([agent.close(), transport.close?.(), service.close()]);
  }
}

async function recorded(transport: Transport, location: string) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('weather_api', { api_key: KEY });
  return (await agent.call_tool('get_weather', { location })).response;
}

const good = { body: JSON.stringify(OSLO) };
const nowhere: Transport = { send: () => Promise.reject(new Error('nothing is to be sent')) };
const HOW = 'Use one or two spoken sentences, with rounded numbers, and with directions and units as whole words.';

describe('the weather', () => {
  it('is told out of a recording, whatever the key', async () => {
    await fromRecording('weather_api', 'success', [KEY], async (transport) => {
      expect(await recorded(transport, 'New York')).toContain(
        'New York, United States of America: Partly cloudy, 44.1',
      );
      expect(await recorded(transport, 'Oslo')).toContain('Oslo, Norway: ');
    });
  });

  it('is told in fahrenheit and miles', async () => {
    expect((await asked('Oslo', good)).response).toBe(
      `Tell the user the current weather in Oslo, Norway: Partly cloudy, 44.1 degrees Fahrenheit, feels like 39, wind from WNW at 9.4 miles an hour, clouds cover 50 percent of the sky. ${HOW}`,
    );
  });

  it('is told in celsius and kilometers', async () => {
    expect((await asked('Oslo', good, { temperature_unit: 'celsius' })).response).toBe(
      `Tell the user the current weather in Oslo, Norway: Partly cloudy, 6.7 degrees Celsius, feels like 3.9, wind from WNW at 15.1 kilometers an hour, clouds cover 50 percent of the sky. ${HOW}`,
    );
  });
});

it.each([
  ['São Paulo & more', 's%c3%a3o%20paulo%20%26%20more'],
  ['Oslo&key=other#x', 'oslo%26key%3dother%23x'],
  ['../../admin?a=b', '..%2f..%2fadmin%3fa%3db'],
  ['a\r\nHost: evil\ud800', 'a%0d%0ahost%3a%20evil%ef%bf%bd'],
])('sends %j as one value of the query, in small letters', async (location, sent) => {
  const { targets } = await asked(location, good);
  expect(targets).toEqual([`/v1/current.json?key=key%20of%20weather%26more&q=${sent}&aqi=no`]);
});

const UNKNOWN =
  'The weather service returned no weather for New York. Ask whether the place is right, or apologise.';

it.each(FAILURES)(
  'asks for the place again or apologises, without a word of the service, after %s',
  async (scenario) => {
    await fromRecording('weather_api', scenario, [KEY], async (transport) => {
      expect(await recorded(transport, 'New York')).toBe(UNKNOWN);
    });
  },
);

it('does the same for a place that the service does not know', async () => {
  await fromRecording('weather_api', 'empty', [KEY], async (transport) => {
    expect(await recorded(transport, 'Atlantis')).toBe(UNKNOWN.replace('New York', 'Atlantis'));
  });
  expect((await asked('New York', { body: '{"error":{"code":9999}}' })).response).toBe(UNKNOWN);
});

it('makes no weather out of an answer without any', async () => {
  expect((await asked('Oslo', { body: '{"location":{"name":"Oslo"},"current":{}}' })).response).toBe(
    'The weather service has no current weather for Oslo.',
  );
});

it.each(['[]', 'null', '{}', '{"location":{"name":"New York"},"current":{"condition":{"text":"Sunny"}}}'])(
  'takes %s for a failure',
  async (body) => {
    expect((await asked('New York', { body })).response).toBe(UNKNOWN);
  },
);

it('cuts its key wherever it is shown', async () => {
  const agent = new Agent({ env: {}, transport: nowhere });
  await agent.add_skill('weather_api', { api_key: KEY });
  expect(agent.explain('get_weather', { location: 'Oslo' }).requests?.[0]?.url).toBe(
    'https://api.weatherapi.com/v1/current.json?key=[cut]&q=oslo&aqi=no',
  );
});

it.each([
  ['api_key is required (or set WEATHER_API_KEY)', {}],
  ['api_key is required', { api_key: '  ' }],
  ['temperature_unit must be one of fahrenheit, celsius, got "kelvin"', { api_key: KEY, temperature_unit: 'kelvin' }],
])('does not load where %s', async (problem, params) => {
  await expect(new Agent({ env: {} }).add_skill('weather_api', params)).rejects.toThrow(problem);
});
