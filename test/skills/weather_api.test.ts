import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { Agent } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { FAILURES, fromRecording, redirectTo } from './stand-ins.js';

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

/** Returns the response of the skill and the targets of its requests. */
async function weatherOf(
  location: unknown,
  answer: { status?: number; body: string },
  params: Record<string, unknown> = {},
) {
  const service = await receiver(() => answer);
  const transport = redirectTo({ 'https://api.weatherapi.com': service.url });
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
const nowhere: Transport = { send: () => Promise.reject(new Error('no request expected')) };
const INSTRUCTION =
  'Use one or two spoken sentences, with rounded numbers, and with directions and units as whole words.';

describe('the weather', () => {
  it('comes from a recording with any key', async () => {
    await fromRecording('weather_api', 'success', [KEY], async (transport) => {
      expect(await recorded(transport, 'New York')).toContain(
        'New York, United States of America: Partly cloudy, 44.1',
      );
      expect(await recorded(transport, 'Oslo')).toContain('Oslo, Norway: ');
    });
  });

  it('is in fahrenheit and miles by default', async () => {
    expect((await weatherOf('Oslo', good)).response).toBe(
      `Tell the user the current weather in Oslo, Norway: Partly cloudy, 44.1 degrees Fahrenheit, feels like 39, wind from WNW at 9.4 miles an hour, clouds cover 50 percent of the sky. ${INSTRUCTION}`,
    );
  });

  it('is in celsius and kilometers on request', async () => {
    expect((await weatherOf('Oslo', good, { temperature_unit: 'celsius' })).response).toBe(
      `Tell the user the current weather in Oslo, Norway: Partly cloudy, 6.7 degrees Celsius, feels like 3.9, wind from WNW at 15.1 kilometers an hour, clouds cover 50 percent of the sky. ${INSTRUCTION}`,
    );
  });
});

it.each([
  ['São Paulo & more', 's%c3%a3o%20paulo%20%26%20more'],
  ['Oslo&key=other#x', 'oslo%26key%3dother%23x'],
  ['../../admin?a=b', '..%2f..%2fadmin%3fa%3db'],
  ['a\r\nHost: evil\ud800', 'a%0d%0ahost%3a%20evil%ef%bf%bd'],
])('sends %j as one query value in lower case', async (location, sent) => {
  const { targets } = await weatherOf(location, good);
  expect(targets).toEqual([`/v1/current.json?key=key%20of%20weather%26more&q=${sent}&aqi=no`]);
});

const UNKNOWN = 'The weather service returned no weather for New York. Ask whether the place is right, or apologise.';

it.each(FAILURES)('asks for the place or apologises, without text of the service, after %s', async (scenario) => {
  await fromRecording('weather_api', scenario, [KEY], async (transport) => {
    expect(await recorded(transport, 'New York')).toBe(UNKNOWN);
  });
});

it('does the same for an unknown place', async () => {
  await fromRecording('weather_api', 'empty', [KEY], async (transport) => {
    expect(await recorded(transport, 'Atlantis')).toBe(UNKNOWN.replace('New York', 'Atlantis'));
  });
  expect((await weatherOf('New York', { body: '{"error":{"code":9999}}' })).response).toBe(UNKNOWN);
});

it('returns a message if the response has no weather', async () => {
  expect((await weatherOf('Oslo', { body: '{"location":{"name":"Oslo"},"current":{}}' })).response).toBe(
    'The weather service has no current weather for Oslo.',
  );
});

it.each(['[]', 'null', '{}', '{"location":{"name":"New York"},"current":{"condition":{"text":"Sunny"}}}'])(
  'treats the response %s as a failure',
  async (body) => {
    expect((await weatherOf('New York', { body })).response).toBe(UNKNOWN);
  },
);

it('redacts its key', async () => {
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
])('does not load if %s', async (problem, params) => {
  await expect(new Agent({ env: {} }).add_skill('weather_api', params)).rejects.toThrow(problem);
});
