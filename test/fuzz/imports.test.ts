import { expect, it } from 'vitest';
import { importCase } from '../../src/cases/index.js';
import { Mistake } from '../../src/util/index.js';
import { type Random, seeded } from '../support/random.js';

// `PATCHBAY_FUZZ_RUNS=20000` runs more inputs, and `PATCHBAY_FUZZ_SEED` begins at another one.
const RUNS = Number(process.env.PATCHBAY_FUZZ_RUNS ?? 400);
const FIRST = Number(process.env.PATCHBAY_FUZZ_SEED ?? 1);
/** No input may take this long. An ordinary one takes about a millisecond. */
const MAX_MS = 10_000;

const URL_TEXT = 'https://acme.example.com/api/relay/rest/queues';
const HAR = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      {
        startedDateTime: '2025-06-02T09:00:00.000Z',
        time: 12,
        request: {
          method: 'POST',
          url: `${URL_TEXT}?page_size=5`,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          queryString: [],
          postData: { mimeType: 'application/json', text: '{"name":"night"}' },
          bodySize: 16,
        },
        response: {
          status: 422,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { size: 20, mimeType: 'application/json', text: 'eyJlcnJvcnMiOltdfQ==', encoding: 'base64' },
        },
      },
    ],
  },
});
const CURLS = [
  `curl '${URL_TEXT}' -X POST -u "$A:$B" -H 'Content-Type: application/json' --data-raw $'{"name":"x\\u0021"}' --compressed`,
  `curl ^"${URL_TEXT}^" ^\n  -H ^"accept: */*^" ^\n  --data-raw ^"{^\\^"name^\\^":1}^"`,
  `curl -G ${URL_TEXT} --data-urlencode 'a=b c' -d x=1\ncurl -F 'file=@x.wav;type=audio/wav' ${URL_TEXT}`,
];
const PIECES = [
  '"',
  "'",
  '\\',
  '$',
  '^',
  '{',
  '}',
  '[',
  ']',
  '\n',
  '\r\n',
  '\0',
  '\ud800',
  '%',
  '\\u',
  '&',
  '|',
  '<<EOF',
  '-d',
  '@',
  'null',
  '1e999',
  ',',
  ':',
  'https://',
  '://[',
  '/api/',
  '\u2028',
  'é',
  '{{a}}',
  '###',
];

/** Deletes, repeats, swaps and inserts pieces of a text. */
function mutated(text: string, random: Random): string {
  let result = text;
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(result.length + 1);
    const length = random.below(12);
    const piece = random.pick(PIECES);
    const changed = [
      () => result.slice(0, at) + result.slice(at + length),
      () => result.slice(0, at) + piece + result.slice(at),
      () => result.slice(0, at) + piece.repeat(1 + random.below(200)) + result.slice(at + length),
      () => result.slice(0, at) + result.slice(at, at + length * 4).repeat(1 + random.below(20)) + result.slice(at),
      () => result.slice(0, at),
    ];
    result = random.pick(changed)();
  }
  return result;
}

it(`reads ${RUNS} mutated HARs and curl commands, or names the place of the problem`, { timeout: 3_600_000 }, () => {
  const broken: string[] = [];
  for (let seed = FIRST; seed < FIRST + RUNS && broken.length < 5; seed++) {
    const random = seeded(seed);
    const isHar = random.below(2) === 0;
    const name = isHar ? 'ticket.har' : 'ticket.sh';
    const text = mutated(isHar ? HAR : random.pick(CURLS), random);
    const startMs = performance.now();
    try {
      const { problems } = importCase([{ name, text }]);
      for (const problem of problems) if (!problem.startsWith(name)) broken.push(`${seed}: no place in ${problem}`);
    } catch (error) {
      if (!(error instanceof Mistake && error.message.includes(name))) broken.push(`${seed}: ${String(error)}`);
    }
    const ms = performance.now() - startMs;
    if (ms > MAX_MS) broken.push(`${seed}: takes ${Math.round(ms)} ms`);
  }
  expect(broken).toEqual([]);
});
