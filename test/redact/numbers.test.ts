import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/index.js';
import { countryCodeOf } from '../../src/redact/replace/phone-number.js';
import { type Random, seeded } from '../support/random.js';

function redact<T>(documents: readonly T[]): T[] {
  const redactor = createRedactor();
  documents.forEach((document, i) => void redactor.learn(document, `entry ${i + 1}`));
  const redacted = documents.map((document, i) => redactor.replace(document, `entry ${i + 1}`));
  redacted.forEach((one, i) => void redactor.gate().check(one, JSON.stringify(one), `entry ${i + 1}`));
  return redacted;
}

const digitsOf = (spelled: string) => spelled.replace(/^(?:%25|\+|%2[Bb]|2[Bb]|\\u002b|00)+|\D/g, '');

/** Of every length that a number, a wrong one and no number at all has, in every country and in none. */
function digits(random: Random): string {
  const country = random.pick(['1', '1', '1', '7', '44', '49', '33', '353', '81', '800', '999', '']);
  return `${country}${1 + random.below(9)}${random.text(5 + random.below(13), '0123456789')}`;
}

it.each(Array.from({ length: 150 }, (_, seed) => seed))('arbitrary digits keep who is who (seed %i)', (seed) => {
  const random = seeded(seed);
  const numbers = Array.from({ length: 12 }, () => digits(random));
  const documents = Array.from({ length: 30 }, () => {
    const one = `${random.pick(['+', '+', ''])}${random.pick(numbers)}`;
    return random.pick<unknown>([
      { to: one },
      { from: one, json: { text: `call ${one}, now` } },
      { caller: one },
      `To=${encodeURIComponent(one)}&x=1`,
      `https://h.invalid/${encodeURIComponent(one)}?from=${encodeURIComponent(one)}`,
      { kind: 'input', code: `dial('${one}', "\\x2b${digitsOf(one)}")` },
      JSON.stringify({ to: one, number: Number(digitsOf(one).slice(0, 15)) }),
    ]);
  });
  const once = redact(documents);
  expect(redact(once)).toEqual(once);
  const lengths = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one).length);
  expect(lengths(once)).toEqual(lengths(documents));
});

it('a number in a field of numbers is changed, and keeps its length and its country, whatever the length', () => {
  for (let length = 7; length <= 20; length++) {
    for (const country of ['1', '7', '44', '353', '999']) {
      const original = `+${country}${'2345678902345678902'.slice(0, length - country.length)}`;
      const [once] = redact([{ to: original }]);
      const [again] = redact([once]);
      expect(again).toEqual(once);
      expect(once?.to).not.toBe(original);
      expect([once?.to.length, countryCodeOf(once?.to.slice(1) ?? '')]).toEqual([original.length, country]);
    }
  }
});

const SPELLED: Readonly<Record<string, (number: string) => unknown>> = {
  'in a field': (number) => ({ to: number }),
  'in a text': (number) => ({ body: `call ${number} now` }),
  'in another field': (number) => ({ said: number }),
  'in a form': (number) => `To=${number}&x=1`,
  'in a query': (number) => `https://h.invalid/a?To=${number}`,
  'in a path': (number) => `https://h.invalid/calls/${number}`,
  'in JSON': (number) => JSON.stringify({ to: number }),
  'in code': (number) => ({ kind: 'input', code: `dial('${number}')` }),
  'in a SIP address': (number) => `sip:${number}@10.0.0.1`,
};
const SIGNS = ['+', '', '%2B', '%2b', '00', '%252B', '\\u002b'];

describe.each(['17206555123', '4930123456', '442079460123', '33612345678', '123456789012', '12345678'])(
  '%s',
  (number) => {
    it.each(SIGNS)('is one person with %j in front and without, and each spelling stays', (sign) => {
      const spelled = (one: string) => Object.values(SPELLED).flatMap((spell) => [spell(`${sign}${one}`), spell(one)]);
      const [known, ...rest] = redact<unknown>([{ to: `+${number}` }, ...spelled(number)]);
      const { to } = known as { to: string };
      expect(JSON.stringify(rest).replaceAll('10.255.0.1', '10.0.0.1')).toBe(JSON.stringify(spelled(to.slice(1))));
      expect(to).not.toContain(number);
    });
  },
);

const SEPARATORS = {
  'a no-break space': '\u00a0',
  'a narrow no-break space': '\u202f',
  'a thin space': '\u2009',
  'a figure space': '\u2007',
  'a hyphen of its own': '\u2010',
  'a no-break hyphen': '\u2011',
  'a figure dash': '\u2012',
  'an en dash': '\u2013',
  'an em dash': '\u2014',
  'a minus sign': '\u2212',
  'a zero-width space': '\u200b',
  'a zero-width no-break space': '\ufeff',
  'a word joiner': '\u2060',
};

describe.each(Object.entries(SEPARATORS))('%s', (_what, sign) => {
  const grouped = (...groups: string[]) => groups.join(sign);

  it('in a number with a plus sign is as good as a space', () => {
    const documents = [{ name: `call ${grouped('+1', '206', '987', '6543')}.` }, { to: '+12069876543' }];
    expect(redact<unknown>(documents)).toEqual([
      { name: `call ${grouped('+1', '200', '555', '0100')}.` },
      { to: '+12005550100' },
    ]);
  });

  it('in a number known from elsewhere is as good as a space', () => {
    const texts = [grouped('206', '9876543'), `${'of a long line '.repeat(9)}${grouped('030', '123', '456')} now`];
    const [, ...rest] = redact<unknown>([{ to: ['+12069876543', '+4930123456'] }, ...texts.map((text) => ({ text }))]);
    expect(rest).toEqual([
      { text: grouped('200', '5550100') },
      { text: `${'of a long line '.repeat(9)}${grouped('000', '000', '000')} now` },
    ]);
  });

  it('in the groups of North America, and in a field of numbers, is as good as a space', () => {
    const spelled = grouped('206', '987', '6543');
    const documents = [{ text: `and ${spelled}` }, { from: spelled }, { kind: 'input', code: `dial('${spelled}')` }];
    const once = redact<unknown>(documents);
    const instead = grouped('200', '555', '0100');
    expect(once).toEqual([
      { text: `and ${instead}` },
      { from: instead },
      { kind: 'input', code: `dial('${instead}')` },
    ]);
    expect(redact(once)).toEqual(once);
  });
});

it('a number that code writes with separators is known again, and stays a number', () => {
  const code = "dial(1_206_987_6543, 206_9876543, 1_206_987_6543n, 1_000_000); // '1_2'";
  expect(redact<unknown>([{ to: '+12069876543' }, { kind: 'input', code }])[1]).toEqual({
    kind: 'input',
    code: "dial(1_200_555_0100, 200_5550100, 1_200_555_0100n, 1_000_000); // '1_2'",
  });
});
