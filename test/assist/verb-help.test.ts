import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { DOCUMENT_VERBS } from '../../src/sandbox/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** Returns the text that an input of the prompt shows. */
async function shown(input: string): Promise<string> {
  const outcome = await bench.run(input);
  if (!outcome.ok) throw outcome.error;
  return showText(outcome.value, { columns: 200 });
}

for (const [language, verbs] of Object.entries(DOCUMENT_VERBS)) {
  const [word = ''] = language.split(' ');
  describe(`.help ${word} (${language})`, () => {
    it.each([...verbs])('explains %s', async (name, { summary, parameters, whole, sets = [], effect }) => {
      const text = await shown(`.help ${word} ${name}`);
      const expected = [summary, ...(whole === undefined ? Object.keys(parameters) : []), ...sets];
      if (effect && effect.kind !== 'simulated') expected.push(effect.lacks);
      for (const one of expected) expect(text).toContain(one);
    });

    it('lists the verbs', async () => {
      const text = await shown(`.help ${word}`);
      for (const [name, { summary }] of verbs)
        expect(text).toMatch(new RegExp(`${name} +${summary.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`));
    });

    it('offers the verbs with Tab', async () => {
      const input = `.help ${word} `;
      const offered = (await bench.complete(input, input.length)).items.map(({ text }) => text);
      if (language === word) expect(offered).toEqual([...verbs.keys()]);
    });
  });
}

describe('help on a verb', () => {
  it('needs no language if the name is exact, and names the operation with the same name', async () => {
    const text = await shown('.help play');
    expect(text).toContain('SWML: play');
    expect(text).toContain('For help on platform.calling.play, type platform.calling.play?');
    expect(await shown('.help Gather')).toContain('cXML: <Gather>');
    expect(showText(await bench.help('enter_queue'), {})).toContain('SWML: enter_queue');
  });

  it('does not hide a variable, a command or an operation', async () => {
    await bench.run('const sleep = 3');
    expect(await shown('.help sleep')).not.toContain('SWML');
    expect(await shown('.help record')).toMatch(/^\.record[\s\S]*type \.help swml record/);
    expect(await shown('.help queues')).toContain('platform.queues');
  });

  it.each([
    ['hold music', 'swml enter_queue'],
    ['charge a card', 'cxml Pay'],
    ['jump to a label', 'swml goto'],
    ['noise reduction', 'swml denoise'],
  ])('is found by %j: %s', async (question, name) => {
    const names = (await bench.help(question)).flatMap((part) =>
      typeof part === 'object' && 'pairs' in part ? part.pairs.map(([one]) => one) : [],
    );
    expect(names.slice(0, 3)).toContain(name);
  });

  it('suggests the verb for a typo after the language', async () => {
    expect(await shown('.help swml plya')).toMatch(/^Unknown verb plya\. Did you mean swml play\?/);
    expect(await shown('.help cxml gathr')).toMatch(/^Unknown verb gathr\. Did you mean cxml Gather\?/);
  });
});
