import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { CUT } from '../../src/redact/index.js';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'services');
const services = readdirSync(folder);
const SCENARIOS = ['success', 'empty', 'quota', 'auth_failure', 'malformed', 'timeout'].map((name) => `${name}.yaml`);
const files = services.flatMap((service) => readdirSync(join(folder, service)).map((name) => join(service, name)));

describe.each(services)('the recordings of %s', (service) => {
  it('are a folder of known scenarios, including success', () => {
    const scenarios = readdirSync(join(folder, service));
    expect(scenarios).toContain('success.yaml');
    expect(scenarios.filter((name) => !SCENARIOS.includes(name))).toEqual([]);
  });
});

describe.each(files)('%s', (file) => {
  const { header, entries, warnings } = openCassette(join(folder, file));

  it('states that it follows a description', () => {
    expect([header.origin, warnings]).toEqual(['documented', []]);
    expect(entries.length).toBeGreaterThan(0);
  });

  it('contains only public addresses and redacted keys', () => {
    for (const { request } of entries) {
      const { protocol, hostname, searchParams } = new URL(request.url);
      expect([request.url, protocol, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)]).toEqual([
        request.url,
        'https:',
        true,
      ]);
      const keys = [...searchParams].filter(([name]) => /^(key|.*(token|secret|api_?key|appid).*)$/i.test(name));
      expect([request.url, keys.filter(([, value]) => value !== CUT)]).toEqual([request.url, []]);
    }
  });
});

it('contains no request twice', () => {
  const asked = services.flatMap((service) =>
    openCassette(join(folder, service, 'success.yaml')).entries.map(({ request }) => ({
      service,
      what: `${request.method} ${new URL(request.url).href} ${JSON.stringify(request.body ?? '')}`,
    })),
  );
  const twice = asked.filter(({ what, service }) => asked.some((one) => one.what === what && one.service !== service));
  expect(twice).toEqual([]);
});
