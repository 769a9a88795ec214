import { describe, expect, it } from 'vitest';
import { createRedactor, LeakError, secretCutter } from '../../src/redact/index.js';
import { HOSTILE_TEXTS, PLAIN_TEXT } from '../support/hostile-texts.js';
import { IS_LONG, rotated, sampled } from '../support/rotation.js';

const SECRETS = ['PTsecret+secret', 'p&ss<w>ö\'r"d/é`\\1'];

function redact(document: unknown): void {
  const redactor = createRedactor({ secrets: SECRETS });
  redactor.learn(document, 'entry 1');
  const redacted = redactor.replace(document, 'entry 1');
  try {
    redactor.gate().check(redacted, JSON.stringify(redacted), 'entry 1');
  } catch (error) {
    // Markup that is cut anywhere can leave a secret behind a second cut. The gate then refuses the file.
    if (!(error instanceof LeakError)) throw error;
  }
}

const gate = (() => {
  const redactor = createRedactor({ secrets: SECRETS });
  redactor.learn('+12065551234 ann@corp.org 10.1.2.3 Bearer abcdefghi', 'entry 1');
  return redactor.gate();
})();

const cutter = secretCutter(SECRETS);

/** The operations on a text: its place, the part of the recording, and the reader. */
const WORK: Readonly<Record<string, (text: string) => void>> = {
  'redacting a body': (text) => redact({ kind: 'http', response: { body: { text } } }),
  'redacting a body behind other text': (text) =>
    redact({ kind: 'http', response: { body: { text: `a@b.cd ::1 +12065551234 206-555-1234 token=abcdef ${text}` } } }),
  'redacting fields': (text) =>
    redact({ body: { json: { to: text, note: { token: text }, Authorization: `Bearer ${text}`, [text]: 1 } } }),
  'redacting bytes': (text) => redact({ base64: Buffer.from(`\xff\0${text}`, 'latin1').toString('base64') }),
  'redacting an address': (text) => redact({ request: { url: `https://h.invalid/${text}` } }),
  'the leak gate': (text) => {
    try {
      gate.check({ text }, text, 'entry 1');
    } catch {
      // Some of the texts contain a leak.
    }
  },
  'cutting known secrets': (text) => void cutter.text(text),
};

/** Milliseconds of CPU time of this process, because other processes may keep the machine busy. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const LARGE = IS_LONG ? 131_072 : 32_768;
const SMALL = LARGE / 4;
const TRIES = 8;

/** Texts of each kind that the redactor reads differently: every operation takes them in every run. */
const KINDS = [
  ...['one letter', 'percent escapes', 'different numbers', 'different tokens', 'addresses in each other'],
  ...['JSON in JSON', 'many secrets in a list'],
];
/** And at least one for each form that it detects or decodes: the operation that does all of the work takes them too. */
const FORMS = [
  ...['the beginning of a token', 'base64 in lines', 'escaped quotes', 'one digit', 'ampersands of XML in each other'],
  ...['digits with separators', 'different IP addresses', 'two colons', 'different mail addresses', 'at signs'],
  ...['mail addresses without an end', 'SIP addresses with parameters', 'Bearer and a plus sign', 'a form'],
  ...['assignments that open a quote', 'strings put together', 'schemes', 'open brackets', 'deep objects'],
  ...['lines of broken JSON', 'a string that never ends', 'secrets that begin alike'],
  ...['commands in each other', 'commands with a quote that never closes', 'options without a value'],
  ...['names of secrets in a sentence', 'beginnings of private keys', 'beginnings of tokens of services'],
  ...['closing tags of secrets', 'CDATA without a beginning', 'parts of a form', 'lines with passwords'],
  ...['a pipe to a password', 'operands of a program', 'IBANs without an end', 'cards in each other'],
  ...['names of national ids', 'parameters without a value', 'password fields without a value'],
];
const DOES_ALL_WORK = 'redacting a body';
/** Every run takes as many characters of some as overflow the arguments of a call, and one in 20 runs twelve times as many. */
const LONGEST = [
  ...['one letter', 'one letter of packed text', 'the beginning of a token', 'a long value of a form', 'a form'],
  ...['one digit', 'a string that never ends', 'percent escapes'],
];
const texts = Object.entries(HOSTILE_TEXTS);

it('names texts that exist', () => {
  expect([...KINDS, ...FORMS, ...LONGEST].filter((name) => !(name in HOSTILE_TEXTS))).toEqual([]);
});

describe.each(Object.entries(WORK))('%s', (what, work) => {
  const core = new Set([...KINDS, ...(what === DOES_ALL_WORK ? FORMS : [])]);
  const plain = PLAIN_TEXT(LARGE);
  for (let i = 0; i < 3; i++) work(plain);
  let quickest = Number.POSITIVE_INFINITY;
  const plainMs = () => {
    const ms = cpuMs(() => work(plain));
    quickest = Math.min(quickest, ms);
    return ms;
  };

  it.each(sampled(texts, ([name]) => core.has(name)))(
    'takes linear time, and at most that of 20 plain texts, for %s',
    (_name, make) => {
      const [small, large] = [make(SMALL), make(LARGE)];
      let best = { ratio: Number.POSITIVE_INFINITY, growth: Number.POSITIVE_INFINITY };
      // Measure the three together, and repeat if another process may have interfered.
      for (let i = 0; i < TRIES && (best.ratio > 20 || best.growth > 10); i++) {
        const largeMs = cpuMs(() => work(large));
        // Nothing can be wrong with a text that is about as quick as the quickest plain text.
        const isQuick = largeMs < 3 * quickest && quickest !== Number.POSITIVE_INFINITY;
        const ms = {
          plain: isQuick ? quickest : plainMs(),
          small: isQuick ? 0 : cpuMs(() => work(small)),
          large: largeMs,
        };
        best = {
          ratio: Math.min(best.ratio, ms.large / ms.plain),
          // Work that is as quick as plain text is too quick for a comparison.
          growth: Math.min(best.growth, ms.large < 3 * ms.plain ? 0 : ms.large / ms.small),
        };
      }
      expect(best.ratio).toBeLessThanOrEqual(20);
      expect(best.growth).toBeLessThanOrEqual((2.5 * LARGE) / SMALL);
    },
  );
});

it.each([
  ...sampled(LONGEST, (_, index) => index < 2).map((name) => [name, 2 ** 20] as const),
  ...rotated(LONGEST).map((name) => [name, 12 * 2 ** 20] as const),
])(
  'never overflows the stack, however long the text (%s, %i characters)',
  (name, length) => {
    const text = (HOSTILE_TEXTS[name] as (length: number) => string)(length);
    expect(() => redact({ kind: 'http', response: { body: { text } } })).not.toThrow();
    expect(() => cutter.text(text)).not.toThrow();
  },
  120_000,
);
