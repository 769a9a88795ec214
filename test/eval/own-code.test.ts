import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isUsersCode } from '../../src/eval/errors/own-code.js';

/** The watchdog terminates only the user's code. */
describe('the code on the stack', () => {
  it.each([
    ['an input', 'input-3'],
    ['code of eval', ''],
    ['a module of the user', pathToFileURL('/home/ada/project/server.mjs').href],
    ['a package that the user installed', pathToFileURL('/home/ada/project/node_modules/left/index.js').href],
  ])('%s is the user’s', (_, url) => expect(isUsersCode(url)).toBe(true));

  it.each([
    ['Node', 'node:internal/process/task_queues'],
    ['this package', new URL('../../src/repl/session.ts', import.meta.url).href],
    ['the layout engine of the prompt, which is WebAssembly', 'wasm://wasm/000460e2'],
  ])('%s is not the user’s', (_, url) => expect(isUsersCode(url)).toBe(false));
});
