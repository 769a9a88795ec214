import { describe, expect, it } from 'vitest';
import { pictureOf } from '../../src/assist/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { createRegistry } from '../../src/skills/index.js';

const sandbox = createSandbox();
const platform = sandbox.client();

/** Returns the first part of the picture of a value. */
const firstPart = <T>(value: unknown): T => pictureOf(value)?.parts[0] as T;

describe('pictures of numbers and calls', () => {
  it('show the route of a number', async () => {
    const [number] = (await platform.phone_numbers.list({ filter_number: '12065550100' })).data;
    expect(pictureOf(number)?.parts).toEqual([
      {
        path: [
          { title: '+12065550100', text: 'Front desk' },
          { title: 'relay_script', text: 'the platform fetches and runs a SWML document' },
          {
            title: 'https://example.com/front-desk.json',
            by: 'call_relay_script_url',
            text: `resource ${number?.calling_handler_resource_id}`,
          },
        ],
      },
    ]);
  });

  it('show a route without an answer', async () => {
    const number = { number: '+12065550100', name: null, call_handler: null, calling_handler_resource_id: null };
    const end = (more: object) => firstPart<{ path: object[] }>({ ...number, ...more }).path.at(-1);
    expect(end({})).toMatchObject({ title: 'no answer', broken: true });
    expect(end({ call_handler: 'ai_agent' })).toMatchObject({ title: 'not set', by: 'call_ai_agent_id', broken: true });
  });

  it('show the events of a call in order with their times', async () => {
    const { id } = (await platform.calling.dial({
      from: '+12065550100',
      to: '+13125550100',
      url: 'https://example.com/',
    })) as {
      id: string;
    };
    sandbox.clock.advance(5);
    await platform.calling.end(id);
    const events = await platform.logs.voice.list_events(id);
    const part = firstPart<{ moments: { title: string; at: string }[] }>(events);
    expect(part.moments.map(({ title }) => title)).toEqual(events.data.map(({ name }) => name));
    expect(part.moments.map(({ at }) => at)).toEqual(events.data.map(({ event_at }) => event_at));
    expect(part.moments.length).toBeGreaterThan(2);
  });

  it('show the steps of a simulated call', async () => {
    const part = firstPart<{ moments: { title: string; tone?: string }[] }>(await sandbox.ring('+12065550100'));
    expect(part.moments.map(({ title, tone = '' }) => `${title} ${tone}`)).toEqual([
      'ring ',
      'route ',
      'POST good',
      ...['answer ', 'label ', 'prompt ', 'switch ', 'goto ', 'label ', 'prompt ', 'switch ', 'goto ', 'play '],
      'end good',
    ]);
  });

  it('show the story of a call as a timeline with its called parties', async () => {
    const own = createSandbox();
    const document = { sections: { main: [{ play: 'say:Hello' }, { connect: { to: '+15035550111' } }] } };
    const result = await own.cast({
      callers: { Ann: { document, expect: [{ hears: 'Hello' }, { meets: 'Cleo' }] } },
      called: { Bob: { number: '+15035550111', after: 2, hangup_after: 5 } },
    });
    const called = own.story(result.parties[0]?.call?.call_id ?? '');
    const story = firstPart<{ moments: { title: string; text: string; time?: number }[] }>(called);
    expect(story.moments.map(({ title, text }) => `${title}: ${text}`)).toEqual([
      'call from outside: +15035550147 calls +12065550100',
      "POST: https://cast.invalid/Ann's%20document: 200",
      'play: plays say:Hello (main[0], 1 s)',
      expect.stringMatching(/^connect: dials \+15035550111; connected with .* \(main\[1\], 7 s\)$/),
      'called: +15035550111, ended',
      'end: end of the document',
    ]);
    // From the start of the document, as a ring. Before it, the call rings for a second.
    const times = story.moments.flatMap(({ time }) => time ?? []);
    expect([times[0], times.at(-1), times]).toEqual([0, (called.duration ?? 0) - 1, times.toSorted((a, b) => a - b)]);
    expect(story.moments[2]?.time).toBe(0);
    const { parts } = pictureOf(result) ?? { parts: [] };
    expect(parts).toEqual([
      { title: "Ann: +15035550147 calls +12065550100 (Ann's document)" },
      {
        moments: expect.arrayContaining([
          { title: '4–9 s', text: 'meets Bob' },
          { title: 'ok', text: 'hears "Hello"', tone: 'good' },
          { title: 'not ok', text: 'expected to meet Cleo, but met Bob (4–9 s)', tone: 'bad' },
        ]),
      },
      { title: 'Bob: +15035550111' },
      { moments: expect.arrayContaining([{ title: '2 s', text: 'is called by Ann' }]) },
    ]);
  });

  it('show the response of the sandbox, and the times and the branch of the steps', async () => {
    const { parts } = pictureOf(await sandbox.ring('+12065550100', { digits: ['2', '3'] })) ?? { parts: [] };
    const text = JSON.stringify(parts);
    expect(text).toContain('https://example.com/front-desk.json: answered by the sandbox');
    expect(text).toContain('case 2');
    expect(text).toMatch(/"time":\d[\d.]*,"text":"branches · case 2 \(main\[3\]\)/);
    expect(text).toContain('"not used","text":"digits 3"');
  });
});

describe('pictures of failed requests and skills', () => {
  it('show the URL of a failed request once in each line', async () => {
    const { parts } = pictureOf(await sandbox.ring('+13125550175')) ?? { parts: [] };
    const [{ moments }] = parts as [{ moments: { title: string; text: string }[] }];
    const request = moments.find(({ title }) => title === 'POST');
    expect(request?.text.split('https://')).toHaveLength(2);
    expect(request?.text).toMatch(/answered by the sandbox$/);
  });

  it('replace a failed request with its explanation', async () => {
    const error = await platform.queues.get('nope').then(
      () => undefined,
      (reason) => reason,
    );
    expect(pictureOf(error)).toMatchObject({
      isWhole: true,
      isFailure: true,
      parts: [
        { title: error.message },
        expect.any(String),
        'To list the ids, run await platform.queues.list()',
        expect.any(String),
      ],
    });
  });

  it('suggest a valid call with the fields that were invalid', async () => {
    const [number] = (await platform.phone_numbers.list()).data;
    const refused = platform.with({ check: false }).phone_numbers.update(number!.id, { call_handler: 'ai_agent' });
    const error = await refused.then(
      () => undefined,
      (reason) => reason,
    );
    expect(pictureOf(error)?.parts).toContainEqual({
      lines: [
        "await platform.phone_numbers.update('resource_id', {",
        "  call_handler: 'ai_agent',",
        "  call_ai_agent_id: '…',",
        '})',
      ],
      of: 'TypeScript',
    });
  });

  it('show every skill with all its parameters', async () => {
    const schemas = Object.values(await createRegistry().get_all_skills_schema());
    expect(schemas.length).toBeGreaterThan(10);
    for (const skill of schemas) {
      const parts = (pictureOf(skill)?.parts ?? []) as readonly { grid?: { rows: string[][] } }[];
      const grid = parts.find((part) => part.grid)?.grid;
      expect(grid?.rows.map(([name]) => name)).toEqual(Object.keys(skill.parameters));
    }
  });

  it('do not exist for other values, and run no getter', () => {
    const trap = {
      get call_id() {
        throw new Error('a getter ran');
      },
      get data() {
        throw new Error('a getter ran');
      },
    };
    for (const value of [
      1,
      'text',
      null,
      undefined,
      {},
      [],
      { data: [] },
      { data: [{ id: 'Q1' }] },
      trap,
      new Error('x'),
    ])
      expect(pictureOf(value)).toBeUndefined();
  });
});
