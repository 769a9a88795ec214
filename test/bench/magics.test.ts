import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/bench/commands/index.js';
import { createBench } from '../../src/bench/index.js';
import { MAGICS } from '../../src/bench/session/foreign/magics.js';
import { namesOf } from '../../src/eval/index.js';

const bench = createBench({ isPrompt: true });
afterAll(() => bench.close());
async function answer(source: string): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok ? 'ran' : (outcome.error as Error).message;
}

const NAMES = Object.keys(MAGICS);
/** What people type after the word. Quotes cannot be part of the code that is shown. */
const RESTS = ['', ' x', ' my.file', " it's", ' a\nb', ' --option 5'];

describe('each magic command of IPython', () => {
  it.each(NAMES)('names what to type, or says that there is no command: %s', async (name) => {
    for (const sign of ['%', '%%'])
      for (const rest of RESTS) {
        const message = await answer(`${sign}${name}${rest}`);
        expect([sign, rest, /`[^`]+`|There is no command/.test(message)]).toEqual([sign, rest, true]);
        for (const [, code = ''] of message.matchAll(/`([^`]*)`/g))
          expect([code, await isValid(code)]).toEqual([code, true]);
        expect(message).not.toContain('$1');
      }
  });

  it.each([
    ['%edit', '`.edit`'],
    ['%load a.ts', '`.load a.ts`'],
    ['%run a.ts', '`.load a.ts`'],
    ['%run', '`.load FILE`'],
    ['%paste', 'paste at the prompt'],
    ['%hist', '`.history`'],
    ['%timeit 1 + 1', '`.time 1 + 1`'],
    ['%who', '`.vars`'],
    ['%debug', 'There is no debugger here'],
    ['%save a.ts', '`.save a.ts`'],
    ['%nothing', 'To list them, type `.help`'],
  ])('%s: %s', async (source, part) => expect(await answer(source)).toContain(part));
});

/** Whether the text is a command that exists, help, a command of the shell, or code that parses. */
async function isValid(text: string): Promise<boolean> {
  if (text.startsWith('.')) return commands.some(({ name }) => name === text.split(' ', 1)[0]);
  if (/^\S+\?{1,2}$/.test(text) || text.startsWith('!') || text.startsWith('npm install')) return true;
  return namesOf(text) !== undefined;
}
