import { afterAll, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';

const bench: Bench = createBench();
afterAll(() => bench.close());

/** Returns the notices of an input. */
async function noticesOf(source: string): Promise<string[]> {
  const before = bench.log.events.length;
  const outcome = await bench.run(source);
  if (!outcome.ok) throw outcome.error;
  return bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
}
const dial = (main: string) =>
  `await platform.calling.dial({ from: '+12065550100', to: '+12065550188', swml: { sections: { main: [${main}] } } })`;
const script = (fields: string) => `await platform.fabric.swml_scripts.create({ name: 'a', ${fields} })`;

it.each([
  [dial("{ play: 'say:Hello' }"), []],
  [dial("{ ply: 'say:Hello' }"), ['calling.dial: swml: main[0]: unknown verb ply. Did you mean play?']],
  [
    dial("{ play: { ulr: 'say:a' } }"),
    [expect.stringMatching(/^calling\.dial: swml: main\[0\]: .*Did you mean url\?/)],
  ],
  [dial("{ play: '%{vars.greeting}' }"), []],
  [
    script("contents: { sections: { main: [{ play: 'Hello!' }] } }"),
    [
      'fabric.swml_scripts.create: contents: main[0]: Hello! must start with say:, silence:, ring:, http:// or https://. To speak the text, write say:Hello!',
    ],
  ],
  [
    dial("{ play: { urls: ['say:a', 'hello.mp3'] } }, { prompt: { play: 'Press 1 now' } }"),
    [
      expect.stringMatching(/main\[0\]: hello\.mp3 must start with [^.]*$/),
      expect.stringMatching(/main\[1\]: Press 1 now must start with .*write say:Press 1 now$/),
    ],
  ],
  [
    dial("{ play: ['say:a', 'SAY: b', 'silence:1', 'ring:us', 'https://example.com/a.mp3'] }")
      .replace('play: [', 'play: { urls: [')
      .replace('] }', '] } }'),
    [],
  ],
  [
    dial('{ a1: {} }, { a2: {} }, { a3: {} }, { a4: {} }, { a5: {} }, { a6: {} }').replaceAll(/a(?=\d)/g, 'verb'),
    expect.arrayContaining([expect.stringContaining('… and 1 more problems')]),
  ],
  [
    "await platform.calling.transfer((await platform.calling.dial({ from: '+12065550100', to: '+12065550188', url: 'https://example.com/' })).id, { dest: { sections: { main: [{ hangpu: {} }] } } })",
    ['calling.transfer: dest: main[0]: unknown verb hangpu. Did you mean hangup?'],
  ],
  [
    script("contents: { sections: { main: [{ reply: 'Hi' }] } }"),
    [expect.stringContaining('swml_scripts.create: contents: main[0]: unknown verb reply')],
  ],
  [script("script_type: 'messaging', contents: { sections: { main: [{ reply: 'Hi' }] } }"), []],
  [
    script("script_type: 'messaging', contents: { sections: { main: [{ repyl: 'Hi' }] } }"),
    ['fabric.swml_scripts.create: contents: main[0]: unknown verb repyl. Did you mean reply?'],
  ],
])('shows the problems of the document of %s', async (source, expected) => {
  expect(await noticesOf(source)).toEqual(expected);
});
