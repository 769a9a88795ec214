import { stripVTControlCharacters } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asJson, cleanExceptColours, firstLines, Sheet, showText, Whole } from '../../src/show/index.js';

const queue = {
  id: 'a44e5a26',
  friendly_name: 'sales\u001b[31m',
  limits: { max: 5, opened: [1, 2] },
  date_created: '2025-06-02T14:00:40.000Z',
  uri: null,
  comment: null,
};

describe('a long text in an object', () => {
  it.each([
    ['plain lines', ["it's a line\n", 'another "line"\n', 'the last `line`'].join('')],
    ['many lines', 'a line of text\n'.repeat(30)],
    ['backslashes', 'C:\\new\'s\n"quoted"\n'.repeat(9)],
  ])('is printed as one text: %s', (_, text) => {
    for (const colour of [false, true]) {
      const shown = showText({ inner: { text: `${'-'.repeat(90)}\n${text}` } }, { columns: 60, colour });
      expect(shown).not.toMatch(/ \+\n/);
      const printed = stripVTControlCharacters(shown);
      const literal = printed.slice(
        printed.indexOf('text: ') + 6,
        printed.lastIndexOf('}', printed.lastIndexOf('}') - 1),
      );
      expect(runInNewContext(literal)).toBe(`${'-'.repeat(90)}\n${text}`);
    }
  });
});

describe('a table of calls', () => {
  it('shows the parties, the status and the time first at 80 columns', () => {
    const calls = ['queued', 'ended'].map((status, index) => ({
      id: `a44e5a26-0000-4000-8000-00000000000${index}`,
      direction: index === 0 ? 'inbound' : 'outbound',
      duration: 12 + index,
      from: `+1206555010${index}`,
      to: `sip:someone-with-a-long-name-${index}@example.sip.test`,
      status,
      created_at: `2025-06-02T14:00:4${index}.000Z`,
    }));
    const [head, first] = showText(calls, { columns: 80, zone: 'UTC' }).split('\n');
    expect(head?.split(/ +/).slice(0, 4)).toEqual(['from', 'to', 'status', 'created_at']);
    expect(first).toMatch(/^\+12065550100 +sip:\S+… +queued +2025-06-02 14:00:40/);
  });
});

describe('one resource on a screen', () => {
  it('aligns fields, shows time zones, and lists null fields last', () => {
    expect(`\n${showText(queue, { columns: 60, zone: 'UTC' })}\n`).toMatchInlineSnapshot(`
      "
      id             a44e5a26
      friendly_name  sales
      limits         { max: 5, opened: [ 1, 2 ] }
      date_created   2025-06-02 14:00:40 UTC
      2 empty fields: uri, comment
      "
    `);
  });
  it('lists empty texts, lists and objects with the null fields, and says which is which', () => {
    const text = showText({ id: 'x', note: '', tags: [], extra: {}, uri: null, zero: 0, no: false }, { zone: 'UTC' });
    expect(text).toBe("id    x\nzero  0\nno    false\n4 empty fields: note '', tags [], extra {}, uri");
  });
  it.each([40, 80, 200])('collapses 30 null fields to one line at %i columns', (columns) => {
    const nulls = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`empty_field_${index}`, null]));
    const lines = showText({ id: 'x', name: 'y', ...nulls }, { columns, zone: 'UTC' }).split('\n');
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^30 empty fields: empty_field_0, .*…$/)]);
    expect(lines[2]?.length).toBeLessThan(columns);
  });
  it('shows times in the local time zone', () => {
    expect(showText(queue, { zone: 'Asia/Tokyo' })).toContain('2025-06-02 23:00:40 GMT+9');
    expect(showText({ data: [queue], links: {} }, { zone: 'Asia/Tokyo', columns: 200 })).toContain(
      '2025-06-02 23:00:40 GMT+9',
    );
    expect(showText(new Date(0), { zone: 'Asia/Tokyo' })).toBe('1970-01-01T00:00:00.000Z (1970-01-01 09:00:00 GMT+9)');
    expect(showText(new Date(0), { zone: 'UTC' })).toBe('1970-01-01T00:00:00.000Z');
    expect(showText(new Date(Number.NaN), { zone: 'UTC' })).toBe('Invalid Date');
  });
  it('puts long values under their names where the screen is narrow', () => {
    const text = showText(
      { id: 'x', call_relay_context_status_callback_url: 'https://example.com/', n: 1 },
      { columns: 40, zone: 'UTC' },
    );
    expect(text).toContain('call_relay_context_status_callback_url\n  https://example.com/');
  });
  it('is a value like any other without a screen', () => {
    expect(showText(queue)).toContain("date_created: '2025-06-02T14:00:40.000Z'");
  });
  it('never runs a getter to find out', () => {
    const odd = {
      id: 'x',
      a: 1,
      get trap(): number {
        throw new Error('ran');
      },
    };
    expect(showText(odd, { zone: 'UTC' })).toContain('trap: [Getter]');
  });
});

describe('a list on a screen', () => {
  const id = 'bc229f83-2f19-46e1-8925-5ece5d179b96';
  const number = (own: object) => ({
    number: '+13125550175',
    name: 'After hours',
    id,
    call_handler: 'laml_webhooks',
    ...own,
  });
  const page = {
    data: [
      number({
        capabilities: ['voice', 'sms', 'mms', 'fax'],
        number_type: 'longcode',
        call_relay_script_url: 'https://example.com/',
      }),
      number({ name: 'Orders', call_handler: 'relay_application', country_code: 'US' }),
    ],
    links: { next: 'https://example.com/?page=2' },
  };
  it.each([20, 40, 60, 80, 120, 200])('shows names and ids at %i columns', (columns) => {
    for (const value of [
      page,
      page.data,
      { data: page.data.map(({ id: sid, number: _, ...rest }) => ({ ...rest, sid })), links: {} },
    ]) {
      const lines = showText(value, { columns, zone: 'UTC' }).split('\n');
      const rows = lines.slice(0, 3);
      expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(rows[0]).toMatch(/^(?:number|name) .*\bs?id\b/);
      expect(rows[1]).toContain(columns < 60 ? 'bc229f' : id);
    }
  });
  it('at 80 columns has the handler too, cut before it is left out', () => {
    expect(`\n${showText(page, { columns: 80, zone: 'UTC' })}\n`).toMatchInlineSnapshot(`
      "
      number        name         id                                    call_handler
      +13125550175  After hours  bc229f83-2f19-46e1-8925-5ece5d179b96  laml_webhooks
      +13125550175  Orders       bc229f83-2f19-46e1-8925-5ece5d179b96  relay_applicat…
      2 items · .more shows the next page
      4 more columns: capabilities, number_type, … · _.data[0] shows them
      "
    `);
  });
  it('explains at 40 columns how to see the other columns', () => {
    expect(`\n${showText(page.data, { columns: 40, zone: 'UTC' })}\n`).toMatchInlineSnapshot(`
      "
      number        name       id
      +13125550175  After ho…  bc229f83…179b96
      +13125550175  Orders     bc229f83…179b96
      ids are shortened: .ids shows them
      2 items
      5 more columns: call_handler, …
      _[0] shows them
      "
    `);
  });
  it('has no note if all fields are shown, and does not mention `_` without a prompt', () => {
    expect(showText(page, { columns: 200 })).not.toContain('more column');
    expect(showText(page, { columns: 80 })).toMatch(
      /\n4 more columns: capabilities, number_type, call_relay_script_url, country_code$/,
    );
    expect(showText(page, { columns: 80, otherwise: '--json shows them' })).toMatch(
      /\n4 more columns: capabilities, number_type, … · --json shows them$/,
    );
  });
  it('cuts a long name rather than the id', () => {
    const lines = showText([{ name: 'n'.repeat(60), id, status: 'active' }], { columns: 80, zone: 'UTC' }).split('\n');
    expect(lines[1]).toMatch(new RegExp(`^n+…  ${id}$`));
  });
});

const shown = (value: unknown, columns = 100) => `\n${showText(value, { columns, zone: 'UTC' })}\n`;

describe('a list of logs on a screen', () => {
  const logs = [
    {
      project_id: 'p1',
      type: 'call',
      note: null,
      at: '2025-06-02T14:00:40.000Z',
      to: '+12065550100',
      id: 'a',
      legs: [],
    },
    {
      project_id: 'p1',
      type: 'sms',
      note: 'busy',
      at: '2025-06-02T14:01:40.000Z',
      to: '+12065550101',
      id: 'b',
      legs: [1, 2],
    },
    {
      project_id: 'p1',
      type: 'sms',
      note: null,
      at: '2025-06-02T14:02:40.000Z',
      to: '+12065550102',
      id: 'c',
      legs: [],
    },
  ];

  it('shows the time first in logs, mostly empty columns last, and constant columns below', () => {
    expect(shown({ data: logs, links: {} })).toMatchInlineSnapshot(`
      "
      at                       id  type  to            legs  note
      2025-06-02 14:00:40 UTC  a   call  +12065550100  []
      2025-06-02 14:01:40 UTC  b   sms   +12065550101  [2]   busy
      2025-06-02 14:02:40 UTC  c   sms   +12065550102  []
      3 items
      same in all rows: project_id p1
      "
    `);
  });

  it('has times without year and zone at 40 columns, so that they do not displace the others', () => {
    expect(shown(logs, 40)).toMatch(/\nat +id +type +to\n06-02 14:00:40 {2}a/);
  });

  it.each([40, 80, 200])('fits %i columns and says what is left out', (columns) => {
    const wide = logs.map((row, index) => ({
      ...row,
      text: `${index} a long text`.repeat(9),
      other_text: `${index}${'x'.repeat(60)}`,
      last: Math.PI,
    }));
    const lines = showText(wide, { columns, zone: 'UTC' }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    const [head = ''] = lines;
    const below = lines.slice(4).join(' ');
    const left = ['type', 'to', 'legs', 'note', 'text', 'other_text'].filter((name) => !head.includes(name));
    expect(below).toContain('project_id');
    const [, count] = /(\d+) more column/.exec(below) ?? [];
    expect(Number(count ?? 0)).toBe(left.length);
    if (columns > 40) expect(lines[1]).toContain('…');
  });
});

describe('a list of any objects on a screen', () => {
  it('shows plain objects without an id as a table, and nested values short', () => {
    const steps = ['GET', 'POST', 'PUT'].map((method, index) => ({
      method,
      path: `/path/of/${index}`,
      body: { at: index, on: true },
      ids: [index],
    }));
    expect(shown(steps)).toMatchInlineSnapshot(`
      "
      method  path        body        ids
      GET     /path/of/0  {2 fields}  [1]
      POST    /path/of/1  {2 fields}  [1]
      PUT     /path/of/2  {2 fields}  [1]
      3 items
      "
    `);
  });

  it.each([
    [
      'a short list',
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    ],
    ['one object', [{ method: 'GET', path: '/a/long/path/to/a/resource', operation: 'queues.members.list.of.one' }]],
    [
      'different objects',
      Array.from({ length: 9 }, (_, index) => ({ [`field_${index}`]: index, [`other_${index}`]: 'text' })),
    ],
    ['nested objects', Array.from({ length: 9 }, (_, index) => ({ one: { at: index }, two: [index], three: 'text' }))],
    ['objects of a class', Array.from({ length: 9 }, () => new URL('http://127.0.0.1/'))],
    ['mixed values', [{ id: 'a', name: 'b' }, 'a text']],
  ])('shows %s as text', (_, value) => expect(showText(value)).toMatch(/^\[/));

  it('runs no getter and no trap of a proxy', () => {
    const ran: string[] = [];
    const trap = new Proxy({ id: 'x' }, new Proxy({}, { get: (_, name) => () => void ran.push(String(name)) }));
    const odd = Object.defineProperty({ name: 'x' }, 'id', { enumerable: true, get: () => void ran.push('id') });
    const nested = { id: 'x', name: 'n', trap, deep: { trap } };
    for (const value of [[trap, trap], [odd, odd], { data: [odd], links: {} }, { data: [trap], links: trap }, [nested]])
      showText(value, { zone: 'UTC' });
    expect(ran).toEqual([]);
  });
});

describe('a long value', () => {
  const long = Array.from({ length: 3000 }, (_, index) => index);
  it('is cut', () => expect(showText(long)).toContain('... 2900 more items'));
  it('is complete on request', () => {
    expect(showText(new Whole(long))).toContain('2999');
    expect(showText(new Whole('x'.repeat(30_000)))).toHaveLength(30_000);
  });
  it('can be cut at a line, and the rest is counted', () => {
    expect(firstLines('a\nb\nc\nd', 2)).toEqual({ text: 'a\nb', more: 2 });
    expect(firstLines('a\nb', 2)).toEqual({ text: 'a\nb', more: 0 });
    expect(firstLines('', 2)).toEqual({ text: '', more: 0 });
  });
});

it('shows a timer with its delay', () => {
  const timers = [setTimeout(() => {}, 10), setInterval(() => {}, 20)];
  expect(timers.map((timer) => showText(timer))).toEqual(['Timeout of 10 ms', 'Interval of 20 ms']);
  timers.forEach(clearInterval);
  expect(showText(timers[0])).toBe('Timeout, which is over');
});

describe('output of user code', () => {
  it.each([
    ['a colour, closed', '\x1b[31mred\x1b[39m\n', '\x1b[31mred\x1b[39m\n'],
    ['colours of all', '\x1b[1;38;2;8;5;6;48;5;8mx\x1b[0m', '\x1b[1;38;2;8;5;6;48;5;8mx\x1b[0m'],
    ['a colour that is left open', '\x1b[31mred\n', '\x1b[31mred\x1b[0m\n'],
    ['one that is left open and not ended', 'a\x1b[41mb', 'a\x1b[41mb\x1b[0m'],
    ['a colour that is closed by a reset', '\x1b[31mred\x1b[m', '\x1b[31mred\x1b[0m'],
    ['hidden text', '\x1b[8mhidden\x1b[28m', 'hidden'],
    ['what blinks, in a colour', '\x1b[5;31;6mx\x1b[39m', '\x1b[31mx\x1b[39m'],
    ['a screen that is cleared', '\x1b[2J\x9b2Jx', '2Jx'],
  ])('%s', (_, printed, shown) => expect(cleanExceptColours(printed)).toBe(shown));
});

describe('a value as JSON', () => {
  it('replaces values that JSON does not support', () => {
    const map = new Map<string, unknown>([['big', 1n]]);
    map.set('self', map);
    const all = { map, set: new Set([1]), error: new TypeError('no'), at: new Date(0), none: undefined };
    expect(JSON.parse(asJson(all))).toEqual({
      map: { big: '1', self: '[circular]' },
      set: [1],
      error: { name: 'TypeError', message: 'no' },
      at: '1970-01-01T00:00:00.000Z',
    });
  });
  it('escapes terminal control characters and text direction marks', () => {
    const hostile = '\x1b[31m\x9b2J\u202eabc\x7f\u2028';
    const text = asJson({ [hostile]: hostile });
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
    expect(JSON.parse(text)).toEqual({ [hostile]: hostile });
  });
  it('names a circle only where it closes', () => {
    const shared = { n: 1 };
    expect(JSON.parse(asJson({ a: shared, b: shared, c: [shared] }))).toEqual({ a: shared, b: shared, c: [shared] });
  });
  it('is null for a value that JSON cannot represent', () => expect(asJson(() => 1)).toBe('null'));
});
describe('a string with invisible characters', () => {
  const signs = '\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\x1b\x9b\x7f';
  it.each([
    ['alone', signs],
    ['in an object', { [signs]: signs }],
    ['in a list', [signs, 'plain \\u202E']],
  ])('%s shows each of them, and is the same value when it is typed again', (_, value) => {
    for (const colour of [false, true]) {
      const text = showText(value, { colour });
      expect(text).not.toMatch(/[\u061c\u200e-\u200f\u2028-\u202e\u2066-\u2069\x7f-\x9f]/);
      if (!colour) expect(new Function(`return ${text}`)()).toEqual(value);
    }
  });
});

describe('more things than a function has arguments', () => {
  const many = Array.from({ length: 130_000 }, (_, index) => ({ id: `a${index}`, name: 'n' }));
  it.each([
    ['a table', many, 130_002],
    ['a page', { data: many, links: {} }, 130_002],
    ['pairs', new Sheet([{ pairs: many.map(({ id, name }) => [id, name] as const) }]), 130_000],
    ['fields', Object.fromEntries([['id', 'x'], ...many.map(({ id }) => [id, id])]), 130_001],
  ])('are shown as %s', (_, value, lines) => {
    expect(showText(new Whole(value), { columns: 80, zone: 'UTC' }).split('\n')).toHaveLength(lines);
  });
});

it.each([40, 80, 200])('shows a long text in one piece, which the screen wraps, at %i columns', (columns) => {
  const text = `${'one line of a text\n'.repeat(12)}the end`;
  for (const zone of [undefined, 'UTC']) {
    const shown = showText(text, { columns, ...(zone && { zone }) });
    expect(shown).toBe(`'${text.replaceAll('\n', '\\n')}'`);
  }
});
