import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, it } from 'vitest';
import { drawFirstFrames } from '../../src/repl/view/first-frame.js';
import { FrameWriter } from '../../src/repl/view/frame-writer.js';
import { mountScreen } from '../../src/repl/view/screen.js';
import { atThePrompt } from './support/at-the-prompt.js';

function onTerminal() {
  let written = '';
  const prompt = atThePrompt();
  prompt.store.set({ columns: 40, rows: 10, isColoured: false });
  const writer = new FrameWriter((text) => {
    written += text;
  });
  /** What the terminal got since the last call. */
  const news = () => {
    const text = written;
    written = '';
    return text;
  };
  return { ...prompt, writer, news };
}

it('shows the prompt, and each key at once, before Ink has loaded', async () => {
  const { store, writer, news, type } = onTerminal();
  const end = drawFirstFrames(store, writer);
  expect(news()).toContain('sandbox › ');
  await type('1');
  expect(news()).toContain('1');
  await type(' + 1');
  expect(news()).toContain(' + 1');
  store.set({ isLeaving: true });
  expect(news()).toContain('\x1b[J');
  end();
});

it('is what Ink draws first, so that nothing flickers', async () => {
  const { store, writer, news, type } = onTerminal();
  const end = drawFirstFrames(store, writer);
  await type('const name = "a text that is longer than one row"');
  end();
  news();
  const screen = mountScreen({ store, stdin: new PassThrough() as unknown as ReadStream, writer });
  const painted = screen.painted();
  await type('!');
  await painted;
  expect(news()).toMatch(/^!.{0,10}$/);
  screen.close();
});

it('shows the rows around the cursor in a low terminal', async () => {
  const { store, writer, news, type } = onTerminal();
  store.set({ rows: 3 });
  const end = drawFirstFrames(store, writer);
  news();
  await type('\x1b[200~one\ntwo\nthree\x1b[201~');
  expect(news()).toMatch(/^\r *… three/);
  end();
});
