import { describe, expect, it } from 'vitest';
import { ACCENTS } from '../../src/show/html/look.js';
import { Illustrated, mimeBundle, Progress, Sheet } from '../../src/show/index.js';
import { sampled } from '../support/rotation.js';

const htmlOf = (value: unknown) => String((mimeBundle(value) as Record<string, unknown>)['text/html'] ?? '');
const textOf = (value: unknown) => String((mimeBundle(value) as Record<string, unknown>)['text/plain']);

/** As the wire may send it: markup, a script in an attribute, a write to the clipboard, a text that runs backwards. */
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\x1b]52;c;ZXZpbA==\x07\x9b31m\u202egnp.exe\u2066&amp;`;
const item = { id: HOSTILE, name: HOSTILE, [HOSTILE]: HOSTILE, deep: { [HOSTILE]: [HOSTILE] } };
const moment = { title: HOSTILE, text: HOSTILE, at: HOSTILE, tone: 'bad' as const };
const parts = [
  HOSTILE,
  { title: HOSTILE },
  { lines: [HOSTILE] },
  { pairs: [[HOSTILE, HOSTILE] as const] },
  { pairs: [], grid: { head: [HOSTILE], rows: [[HOSTILE, HOSTILE]] } },
  { path: [{ title: HOSTILE }, { title: HOSTILE, text: HOSTILE, by: HOSTILE, broken: true }] },
  { moments: [moment, { ...moment, at: '2025-06-02T09:00:00Z' }] },
  {
    moments: [
      { ...moment, at: '2025-06-02T09:00:00Z' },
      { ...moment, at: '2025-06-02T09:00:09Z' },
    ],
  },
];
/** One of every kind that has a form in HTML. */
const SHOWN: Readonly<Record<string, unknown>> = {
  'a page': { data: [item, item], links: { next: HOSTILE } },
  'a list': [item],
  'an empty page': { data: [], links: {} },
  'a sheet of all parts': new Sheet(parts),
  'a card': new Sheet(parts, true),
  'a picture': new Illustrated(item, parts),
  'a picture that says all': new Illustrated(item, parts, true),
  'a resource': { ...item, a: null, b: null, c: null, d: null, [`${HOSTILE}2`]: null },
  'a progress bar': new Progress(HOSTILE, 3, 9),
  'a count': new Progress(HOSTILE, 3),
};

const TAG = /<\/?([a-z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/gi;
/** Elements and attributes that JupyterLab and the classic Notebook keep in a notebook that is not trusted. */
const ELEMENTS = 'div p pre code span b u br table thead tbody tr th td details summary'.split(' ');
const ATTRIBUTES = ['style', 'title'];

describe.each(Object.entries(SHOWN))('%s as HTML', (_, value) => {
  const source = htmlOf(value);

  it('has only the elements and attributes that we write', () => {
    const tags = [...source.matchAll(TAG)];
    expect(tags.length).toBeGreaterThan(0);
    const attributes = tags.flatMap(([, , all = '']) => [...all.matchAll(/([\w:-]+)="/g)].map(([, name = '']) => name));
    expect(tags.map(([, name = '']) => name).filter((name) => !ELEMENTS.includes(name))).toEqual([]);
    expect(attributes.filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
    // Whatever else has an angle bracket would be markup that slipped through.
    expect(source.replace(TAG, '')).not.toMatch(/[<>]/);
  });

  it('closes the styles that it opens', () => {
    const open: string[] = [];
    for (const [, slash, name = '', selfClosed] of source.matchAll(/<(\/?)([a-z][\w-]*)[^>]*?(\/?)>/gi)) {
      if (slash) expect(open.pop()).toBe(name);
      else if (!selfClosed && name !== 'br') open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('holds no control characters and asks for nothing outside', () => {
    expect(source).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(source).not.toMatch(/url\(|https?:|@import|href|src="/);
  });

  it('has a text that drives no terminal', () => {
    expect(textOf(value)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('the look', () => {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(Object.entries(ACCENTS))('has a colour for %s that is readable on white and on black', (_, colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThan(3);
    expect(contrast(colour, '#111111')).toBeGreaterThan(3);
  });

  it('leaves the colour of text to the page', () => {
    for (const value of Object.values(SHOWN)) expect(htmlOf(value)).not.toMatch(/(?<![-\w])color:(?!inherit)/);
  });
});

describe('a notebook that is not trusted', () => {
  /** What the reader sees without styles: cells and blocks are apart, and other elements are only their text. */
  const unstyled = (value: unknown) =>
    htmlOf(value)
      .replace(/<\/t[dh]>/g, ' | ')
      .replace(/<\/(tr|p|div|pre|summary|details)>|<br>/g, '\n')
      .replace(TAG, '')
      .replace(/[ |]*\n\s*/g, '\n')
      .trim();

  it('shows a path as words with arrows', () => {
    const path = [
      { title: '+14155550120', text: 'Agents' },
      { title: 'relay_script', text: 'runs a SWML document' },
      { title: 'not set', text: 'the call fails', by: 'call_relay_script_url', broken: true },
    ];
    expect(unstyled(new Sheet([{ path }]))).toBe(
      '+14155550120\nAgents | → | relay_script\nruns a SWML document | call_relay_script_url → | not set\nthe call fails',
    );
  });

  it('shows moments as rows', () => {
    const moments = [
      { title: 'created', at: '2025-06-02T09:00:00Z' },
      { title: 'ended', text: 'busy', at: '2025-06-02T09:00:09Z' },
    ];
    expect(unstyled(new Sheet([{ moments }]))).toBe('+0\u00a0s | created\n+9\u00a0s | ended | busy');
  });

  it('shows the label of a progress bar apart from the count', () => {
    expect(unstyled(new Progress('Calls', 3, 9))).toBe('Calls  3 of 9');
  });

  it('keeps every colour: the sanitizer of JupyterLab needs a digit before the point', () => {
    for (const value of Object.values(SHOWN)) expect(htmlOf(value)).not.toMatch(/style="[^"]*[,:]\.\d/);
  });
});

describe('help', () => {
  it('shows words in backticks as code, and values of a resource as they are', () => {
    const source = htmlOf(new Sheet(['Type `a < b`, or `c`.', { pairs: [['`x`', 'See `.help`']] }]));
    expect(source).toContain('Type <code>a &lt; b</code>, or <code>c</code>.');
    expect(source).toMatch(/>`x`<.*>See <code>\.help<\/code></);
    expect(htmlOf({ id: 'Q1', name: 'a `b`', c: null, d: null, e: null, f: null })).toContain('a `b`');
  });
});

describe('a resource with many empty fields', () => {
  const nulls = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field_${i}`, null]));
  const resource = { id: 'Q1', name: 'Support', size: { now: 1 }, tags: [], ...nulls };

  it('lists the fields with a value, and then the names of the others', () => {
    expect(textOf(resource)).toMatch(
      /^id +Q1\nname +Support\nsize +\{ now: 1 \}\n21 empty fields: tags \[\], field_0, /,
    );
    const source = htmlOf(resource);
    expect(source).toMatch(
      /<details><summary [^>]*><u>21 empty fields<\/u><\/summary><p [^>]*>tags \[\], field_0, .*field_19</,
    );
    expect(source.split('<details>')[0]).toContain('{ now: 1 }');
    expect(source.split('<details>')[0]).not.toContain('field_0');
  });

  it('is folded below a picture too', () => {
    const source = htmlOf(new Illustrated(resource, [{ title: 'Route' }]));
    expect(source).toContain('<u>21 empty fields</u>');
    expect(source).not.toContain('null');
    expect(textOf(new Illustrated(resource, []))).toBe(textOf(resource));
  });

  it('shows a value with few empty fields as it is', () => {
    expect(textOf({ id: 'Q1', name: 'Support', note: null })).toBe("{ id: 'Q1', name: 'Support', note: null }");
  });
});

describe('a table', () => {
  it('shows important fields first, and lists omitted fields and further pages', () => {
    const fields = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`field_${i}`, 'x'.repeat(16)]));
    const source = htmlOf({ data: [{ ...fields, id: 'Q1', name: 'Support' }], links: { next: '/more' } });
    expect([...source.matchAll(/<th [^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual([
      ...['name', 'id', 'field_0', 'field_1', 'field_2', 'field_3', 'field_4'],
    ]);
    expect(source).toContain('1 item · more pages follow');
    expect(source).toContain('not shown: field_5, field_6, field_7, field_8, field_9');
  });
});

describe('more things than a function has arguments', () => {
  const many = Array.from({ length: 130_000 }, (_, index) => ({ id: `a${index}` }));
  const moments = many.map(({ id }, index) => ({ title: id, at: new Date(index).toISOString() }));
  const shown: readonly [name: string, value: unknown, end: string][] = [
    ['a table', many, 'and 129,500 more rows'],
    ['moments', new Sheet([{ moments }]), 'a129999'],
  ];
  it.each(sampled(shown, (_, index) => index === 0, 4))('are shown as %s', (_, value, end) =>
    expect(htmlOf(value)).toContain(end),
  );
});

describe('a value without a better form', () => {
  it.each([[42], ['<b>'], [{ a: 1 }], [[1, 2]], [null], [undefined]])('%j is text alone', (value) => {
    expect(Object.keys(mimeBundle(value))).toEqual(['text/plain']);
  });

  it('may bring its own', async () => {
    const own = { [Symbol.for('Jupyter.display')]: () => ({ 'image/png': 'AAAA' }) };
    expect(Object.keys(mimeBundle(own))).toEqual(['text/plain', 'image/png']);
    const later = { [Symbol.for('Jupyter.display')]: async () => ({ 'text/html': '<b>' }) };
    expect(await mimeBundle(later)).toMatchObject({ 'text/html': '<b>' });
  });
});

describe('a list of objects that the user created', () => {
  it.each([
    [
      'two',
      [
        { name: 'Ada', age: 36 },
        { name: 'Bob', age: 5 },
      ],
      'name age Ada 36 Bob 5 2 items',
    ],
    ['one', [{ name: 'Ada', age: 36 }], 'name age Ada 36 1 item'],
    ['one field', [{ n: 1 }, { n: 2 }], 'n 1 2 2 items'],
    [
      'equal values and null',
      [
        { a: 1, b: null },
        { a: 1, b: true },
      ],
      'a b 1 1 true 2 items',
    ],
  ])('is a table in HTML and one line of text: %s', (_, list, words) => {
    const text = htmlOf(list)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    expect(htmlOf(list)).toContain('<table');
    expect(text).toBe(words);
    expect(textOf(list)).toMatch(/^\[ \{.*\} \]$/);
  });

  it.each([
    ['objects of different shapes', [{ a: 1 }, { b: 2 }]],
    ['an object with one more field', [{ a: 1 }, { a: 1, b: 2 }]],
    ['nested values', [{ type: 'tts', params: { text: 'Hi' } }]],
    ['objects and numbers', [{ a: 1 }, 2]],
    ['objects without fields', [{}, {}]],
    ['instances of a class', [new URL('https://example.com/')]],
    ['a getter', [Object.defineProperty({}, 'a', { enumerable: true, get: () => 1 })]],
    [
      'long objects of different shapes',
      [1, 2].flatMap((n) => [
        { name: 'a long name '.repeat(4), n },
        { other: 'text '.repeat(9), m: n },
      ]),
    ],
  ])('stays text if it has %s', (_, list) => {
    expect(htmlOf(list)).toBe('');
    expect(textOf(list)).toMatch(/^\[/);
  });

  it('is readable as text on 80 columns, as help is', () => {
    const help = textOf(new Sheet(['word '.repeat(40), { pairs: [['term', 'word '.repeat(40)]] }])).split('\n');
    expect(Math.max(...help.map((line) => line.length))).toBeLessThanOrEqual(80);
    const list = Array.from({ length: 9 }, (_, n) => ({
      n,
      first: `${n} word `.repeat(6),
      second: `${n} word `.repeat(9),
      third: n,
    }));
    const lines = textOf(list).split('\n');
    expect(lines[0]).toMatch(/^n +first +/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
