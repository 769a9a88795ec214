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

it.each(['display', 'display.progress', 'input', 'use'])('explains %s, which only notebooks have', async (name) => {
  const help = await shown(`${name}?`);
  expect(help).toContain(`${name}(`);
  expect(help).not.toContain('apply()');
  expect(await shown(`.help ${name}`)).toBe(help);
});

it('speaks of a notebook where the prompt would speak of its keys', async () => {
  const help = await shown('.help');
  for (const name of ['display(value)', 'display.progress(', 'await input(', "await use('sandbox')", '.route'])
    expect(help).toContain(name);
  expect(help).not.toMatch(/Ctrl-|\.exit|\.clear/);
  expect(await shown('.help .route')).toContain('.route');
});

it('says how a notebook goes live', async () => {
  expect(await shown('.mode live')).toContain('patchbay kernel install --live');
});

it('explains a name of the user as what it is', async () => {
  expect(await shown('const use = { mine: 1 }', 'use?')).not.toContain('Says where requests go');
});
