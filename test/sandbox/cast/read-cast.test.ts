import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { CastFile, castJsonSchema, secondsOf } from '../../../src/sandbox/cast/cast-schema.js';
import { readCast } from '../../../src/sandbox/cast/read-cast.js';
import { type Cast, createSandbox } from '../../../src/sandbox.js';

const problems = (text: unknown) =>
  readCast(text, 'cast.yaml').then(
    () => [],
    (error: Error) => error.message.split('\n'),
  );

describe('a cast that is wrong', () => {
  it('is refused with the line, the column and a suggestion for each problem', async () => {
    const text = `callers:
  Ann:
    documnt: queue.yaml
    hangup_after: soon
    digits: [1, x]
    expect:
      - heers: Welcome
      - ends_by: callr
      - hears: a
        meets: b
      - with: { a: 1 }
  2nd: { to: "+12065550100" }
called:
  Bob: { number: "15035550100", outcome: bussy }
`;
    expect(await problems(text)).toEqual([
      'cast.yaml:3:5: callers.Ann has the unknown field documnt. Did you mean document?',
      'cast.yaml:4:5: callers.Ann.hangup_after must be a number of seconds up to 86400, or a time such as 5s or 1m30s',
      "cast.yaml:5:17: callers.Ann.digits[1] must contain only the keys 0–9, *, #, A, B, C and D, not 'x'",
      'cast.yaml:7:9: callers.Ann.expect[0] has the unknown field heers. Did you mean hears?',
      expect.stringMatching(
        /^cast\.yaml:8:9: callers\.Ann\.expect\[1\]\.ends_by must be one of .*Did you mean caller\?$/,
      ),
      'cast.yaml:9:9: callers.Ann.expect[2] has hears and meets: write an entry for each',
      'cast.yaml:11:9: callers.Ann.expect[3] must name what is expected, such as hears',
      'cast.yaml:11:9: callers.Ann.expect[3].with belongs to callback',
      expect.stringMatching(/^cast\.yaml:12:3: callers\['2nd'\] is not a name: use up to 40 letters/),
      expect.stringMatching(/^cast\.yaml:14:10: called\.Bob\.number must be a number in E\.164/),
      expect.stringMatching(/^cast\.yaml:14:33: called\.Bob\.outcome must be one of .*Did you mean busy\?$/),
    ]);
  });

  it.each<[string, unknown, string]>([
    ['text that is not YAML', 'callers: [', 'cast.yaml:1:11: not YAML: '],
    [
      'a repeated name',
      'callers:\n  Ann: { to: a }\n  Ann: { to: b }',
      'cast.yaml:3:3: not YAML: Map keys must be unique',
    ],
    ['an empty text', '', 'cast.yaml:1:1: the cast must be an object, not null'],
    ['an object without callers', {}, 'cast.yaml: callers is required'],
    ['no caller', { callers: {} }, 'cast.yaml: callers needs a caller'],
    ['a caller that calls nothing', { callers: { Ann: {} } }, 'cast.yaml: callers.Ann needs to or document'],
    [
      'two people with one name',
      { callers: { Ann: { to: '+12065550100' } }, called: { Ann: { number: '+15035550111' } } },
      'cast.yaml: called.Ann is the name of a caller too',
    ],
    [
      'two called people with one number',
      {
        callers: { Ann: { to: '+12065550100' } },
        called: { Bob: { number: '+15035550111' }, Cleo: { number: '+15035550111' } },
      },
      'cast.yaml: called.Cleo.number is the number of Bob',
    ],
    [
      'too many people',
      { callers: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`A${i}`, { to: '+12065550100' }])) },
      'cast.yaml: callers has more than 100 people',
    ],
    ['a text that is too long', `callers: {}\n#${'x'.repeat(2 ** 20)}`, 'The cast'],
    ['a name with a line break', { callers: { 'A\nb': { to: '+12065550100' } } }, 'is not a name'],
  ])('is refused: %s', async (_, given, message) => {
    expect((await problems(given)).join('\n')).toContain(message);
  });

  it('lists up to 20 problems', async () => {
    const expected = Array.from({ length: 30 }, () => ({ heers: 'a' }));
    const all = await problems(stringify({ callers: { Ann: { to: '+12065550100', expect: expected } } }));
    expect(all).toHaveLength(21);
    expect(all.at(-1)).toBe('and 10 more problems');
  });

  it.each([
    [
      'a file that does not exist',
      { document: 'nope.yaml' },
      /^the cast: callers\.Ann\.document: there is no file nope\.yaml/,
    ],
    ['a file outside the folder', { document: '../nope.yaml' }, /must be in the folder of the cast/],
    ['a number of no one', { to: '+12065550199' }, /\+12065550199 is not a number of this project\. Its numbers: \+12/],
    [
      'an impossible result',
      { document: {}, answers: { record: { result: 'x' } } },
      /^the cast: callers\.Ann\.answers\.record\.result must be/,
    ],
  ] as const)('is refused before a call begins: %s', async (_, caller, message) => {
    const sandbox = createSandbox();
    const before = sandbox.calls().length;
    await expect(sandbox.cast({ callers: { Ann: caller } })).rejects.toThrow(message);
    expect(sandbox.calls()).toHaveLength(before);
  });
});

it('reads telephone numbers and keys without quotes as texts', async () => {
  const { callers } = await readCast('callers: { Ann: { to: +12065550100, digits: [1, 01, "#", null] } }', 'cast');
  expect(callers.Ann).toEqual({ to: '+12065550100', digits: [1, '01', '#', null] });
});

it.each([
  [5, 5],
  ['5', 5],
  ['5s', 5],
  ['2m', 120],
  ['1m30s', 90],
  ['1h2m3.5s', 3723.5],
] as const)('%s is %d seconds', (given, seconds) => {
  expect(secondsOf(given)).toBe(seconds);
});

describe('the format', () => {
  it('is that of the published type', () => {
    const names = (schema: object) => Object.keys((schema as { properties: object }).properties);
    const { properties } = castJsonSchema() as { properties: Record<string, { additionalProperties: object }> };
    const caller: Required<Cast['callers'][string]> = {
      ...{ to: '+12065550100', document: {}, from: '+15035550100', after: 0, digits: [], speech: [] },
      ...{ hangup_after: 1, answers: {}, expect: [] },
    };
    const called: Required<NonNullable<Cast['called']>[string]> = {
      ...{ number: '+15035550100', outcome: 'busy', after: 0, hangup_after: 0, digits: [], speech: [], expect: [] },
    };
    expect(names(properties.callers?.additionalProperties ?? {}).sort()).toEqual(Object.keys(caller).sort());
    expect(names(properties.called?.additionalProperties ?? {}).sort()).toEqual(Object.keys(called).sort());
    const given: Cast = { callers: { Ann: caller }, called: { Bob: called } };
    expect(CastFile.parse(given)).toEqual(given);
  });
});
