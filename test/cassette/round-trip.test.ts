import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  openCassette,
  parseCassette,
  recorder,
  redactCassette,
  replayer,
  toNdjson,
  toYaml,
} from '../../src/cassette/index.js';
import type { WireRequest, WireResponse } from '../../src/http/index.js';
import { type Random, seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';

const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SIGNS = 'aZ09 \t\n\r"\\\'/{}[]:,#&*!|>%@`-?é漢😀\u0000\u0007\u001b\u0085\u2028\ufeff\ud800';
const KEYS = ['a', 'kind', '__proto__', 'constructor', '', '---', 'null', '1', 'é', '<<', 'x:y'];

function value(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 6 : 8)) {
    case 0:
      return null;
    case 1:
      return random.below(2) === 1;
    case 2:
      return random.pick([0, -1, 1e21, 0.1, 2 ** 53, -1.5e-9, 12345678]);
    case 6:
      return Array.from({ length: random.below(4) }, () => value(random, depth + 1));
    case 7: {
      const pairs = Array.from({ length: random.below(4) }, () => [random.pick(KEYS), value(random, depth + 1)]);
      return Object.fromEntries(pairs);
    }
    default:
      return random.text(random.below(20), SIGNS);
  }
}

function answer(random: Random): WireResponse {
  const body = random.pick([
    () => Buffer.from(JSON.stringify(value(random))),
    () => Buffer.from(JSON.stringify(value(random), null, 2)),
    () => Buffer.from(random.text(random.below(40), SIGNS)),
    () => Buffer.from(Array.from({ length: random.below(40) }, () => random.below(256))),
    () => Buffer.alloc(0),
  ])();
  const type = random.pick(['application/json', 'text/plain; charset=utf-8', 'application/octet-stream', 'text/html']);
  return { status: random.pick([200, 201, 404, 500]), headers: { 'content-type': type }, body };
}

describe.each(sampled([...Array(80).keys()], (seed) => seed < 6))('whatever is recorded (seed %i)', (seed) => {
  it.each(['ndjson', 'yaml'])('is replayed to the byte (%s)', async (extension) => {
    const random = seeded(seed);
    const answers = Array.from({ length: 5 }, () => answer(random));
    const requests = answers.map(
      (_, i): WireRequest => ({
        method: 'POST',
        url: `https://h.invalid/${i}?q=${encodeURIComponent(random.text(5, 'é漢 &='))}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value(random)),
      }),
    );
    const file = join(folder, `${seed}.${extension}`);
    let next = 0;
    const recording = recorder(
      { send: async () => answers[next++] as WireResponse },
      { file, header: { origin: 'sandbox', tool: 'test' }, now: () => 0 },
    );
    for (const request of requests) await recording.send(request);
    await recording.close();

    const cassette = openCassette(file);
    const replay = replayer(cassette);
    for (const [i, request] of requests.entries()) {
      const { status, body } = await replay.send(request);
      expect([status, Buffer.from(body).toString('hex')]).toEqual([answers[i]?.status, hex(answers[i])]);
    }
    expect(replay.unused()).toEqual([]);
    // From one spelling to the other and back.
    const there = parseCassette(toYaml(cassette), 'there.yaml');
    expect(toNdjson(parseCassette(toNdjson(there), 'back.ndjson'))).toBe(toNdjson(cassette));
  });
});

const NESTED: Record<string, (depth: number) => string> = {
  lists: (depth) => '['.repeat(depth) + ']'.repeat(depth),
  objects: (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  both: (depth) => `${'[{"a":"é: - x","b":'.repeat(depth / 2)}null${'}]'.repeat(depth / 2)}`,
};
const DEPTHS = [2, 98, 100, 102, 480, 500, 502, 2_000, 100_000];

describe.each(DEPTHS)('JSON nested %i deep', (depth) => {
  it.each(Object.keys(NESTED).flatMap((kind) => [`${kind} in ndjson`, `${kind} in yaml`]))(
    'is recorded so that it can be opened, redacted and replayed to the byte (%s)',
    async (name) => {
      const [kind, , extension] = name.split(' ') as [string, string, string];
      const text = NESTED[kind]?.(depth) as string;
      const file = join(folder, `deep-${kind}-${depth}.${extension}`);
      const body = Buffer.from(text);
      const recording = recorder(
        { send: async () => ({ status: 200, headers: {}, body }) },
        { file, header: { origin: 'sandbox', tool: 'test' } },
      );
      const request = { method: 'POST', url: 'https://h.invalid/', headers: {}, body: text };
      await recording.send(request);
      await recording.close();

      redactCassette(file);
      const cassette = openCassette(file);
      expect(Buffer.from((await replayer(cassette).send(request)).body).equals(body)).toBe(true);
      expect(toNdjson(parseCassette(toYaml(cassette), 'there.yaml'))).toBe(toNdjson(cassette));
    },
  );
});

const hex = (response: WireResponse | undefined) => response && Buffer.from(response.body).toString('hex');
