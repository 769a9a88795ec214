import { expect, it } from 'vitest';
import type { Content } from '../../src/kernel/wire/messages.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';

async function shown(...codes: string[]) {
  const { sent, run } = kernelWithoutSockets();
  for (const code of codes) await run('cell', { code, stop_on_error: false });
  const published = sent.filter((message) => typeof message === 'object' && message.kind === 'publish');
  const contents = published.map(({ content }) => content as { data?: Content; evalue?: string });
  return contents
    .map(({ data, evalue }) => evalue ?? data?.['text/plain'])
    .filter(Boolean)
    .at(-1) as string;
}

it.each(['display', 'display.progress', 'input', 'use', 'widgets'])(
  'explains %s, which exists only in notebooks',
  async (name) => {
    const help = await shown(`${name}?`);
    expect(help).toMatch(new RegExp(`${name}[.(]`));
    expect(help).not.toContain('apply()');
    expect(await shown(`.help ${name}`)).toBe(help);
  },
);

it('describes the notebook instead of the keys of the prompt', async () => {
  const help = await shown('.help');
  for (const name of ['display(value)', 'display.progress(', 'await input(', "await use('sandbox')", '.route'])
    expect(help).toContain(name);
  expect(help).not.toMatch(/Ctrl-|\.exit|\.clear/);
  expect(await shown('.help .route')).toContain('.route');
});

it('explains how to use live mode in a notebook', async () => {
  expect(await shown('.mode live')).toContain('patchbay kernel install --live');
});

it('explains a variable of the user that has the name of a notebook function', async () => {
  expect(await shown('const use = { mine: 1 }', 'use?')).not.toContain('Selects where requests go');
});

it('shows how to install a package, and does not install it', async () => {
  const text = await shown('.install lodash @types/node@22');
  expect(text).toContain('npm install lodash @types/node@22');
  expect(text).toContain(`cd ${process.cwd()}`);
});

it.each(['.install', '.install x;rm', '.install --global'])('refuses %s, which names no package', async (code) => {
  expect(await shown(code)).toContain('.install requires the names of npm packages');
});

it('explains the seed of the sandbox, and how an object selects its formats', async () => {
  expect(await shown('use?')).toContain("await use('sandbox', { seed: 7 })");
  expect(await shown('display?')).toContain("Symbol.for('Jupyter.display')");
});
