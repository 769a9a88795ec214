import { afterAll, describe, expect, it } from 'vitest';
import type { Request } from '../../src/kernel/wire/messages.js';
import { dangersIn, dangersInHtml, HOSTILE } from '../support/hostile.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';

const CELLS = [
  '({ [evil]: evil })',
  '[{ id: evil, [evil]: evil }]',
  '({ data: [{ id: evil, [evil]: evil }], links: {} })',
  'throw Object.assign(new Error(evil, { cause: new Error(evil) }), { name: evil, [evil]: evil })',
  'throw evil',
  'agent.call_tool(evil)',
  'platform.queues.create({ name: evil })',
  '({ [Symbol.for("Jupyter.display")]: () => ({ "text/plain": evil }) })',
  '.route missing',
  '.last',
  '.curl',
  '.history',
  'evil?',
  'await input(evil)',
];
const QUESTIONS = [
  ['complete_request', { code: 'named.', cursor_pos: 6 }],
  ['complete_request', { code: "agent.add_skill('", cursor_pos: 17 }],
  ['inspect_request', { code: 'named', cursor_pos: 3, detail_level: 1 }],
  ['is_complete_request', { code: '"' }],
  ['no_such_request', {}],
] as const;

afterAll(() => void Reflect.deleteProperty(globalThis, 'named'));

/** Every text of a message, except the source of the cell. */
function textsIn(value: unknown, key = ''): [key: string, text: string][] {
  if (key === 'code') return [];
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(
    ([name, one]) => [['name', name], ...textsIn(one, name || key)] as [string, string][],
  );
}

describe.each(HOSTILE)('a cell with %j', (evil) => {
  it('sends no terminal control sequences and no HTML elements to the front end', { timeout: 60_000 }, async () => {
    const { kernel, sent, run } = kernelWithoutSockets();
    const text = JSON.stringify(evil);
    await run('0', { code: `var evil = ${text}; globalThis.named = { [evil]: evil, plain: evil }` });
    sent.length = 0;
    for (const [index, code] of CELLS.entries())
      await run(`${index + 1}`, { code, allow_stdin: false, stop_on_error: false });
    for (const [index, [msg_type, content]] of QUESTIONS.entries())
      kernel.receive({
        kind: 'request',
        request: {
          channel: 'shell',
          ids: [],
          header: { msg_id: `q${index}`, msg_type },
          content,
        } as unknown as Request,
      });
    // What a cell writes to the streams comes this way.
    kernel.frontEnd.printHere('stdout', evil);
    kernel.frontEnd.printHere('stderr', evil);
    await run('last', { code: 'evil', stop_on_error: false });
    const contents: unknown[] = sent.flatMap((message): unknown[] =>
      // A progress bar writes its line again.
      typeof message === 'string' ? [message.replaceAll('\r', '')] : 'content' in message ? [message.content] : [],
    );
    expect(contents.length).toBeGreaterThan(CELLS.length);
    for (const [key, one] of contents.flatMap((content) => textsIn(content)))
      expect(
        key === 'text/html' ? dangersInHtml(one) : dangersIn(one, { colour: true, mayBreakLines: true }),
        key,
      ).toEqual([]);
  });
});
