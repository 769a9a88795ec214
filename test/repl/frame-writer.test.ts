import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { type Frame, FrameWriter } from '../../src/repl/view/frame-writer.js';

/** A terminal that shows what the writer writes, and counts the bytes. */
function onTerminal(columns = 40, rows = 12) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  let written = '';
  const writer = new FrameWriter((text) => {
    written += text;
  });
  return {
    writer,
    terminal,
    /** Returns the bytes since the last call. */
    taken: () => {
      const text = written;
      written = '';
      return text;
    },
    async shown() {
      const text = written;
      written = '';
      await new Promise<void>((resolve) => terminal.write(text, resolve));
      const { buffer } = terminal;
      const lines = Array.from({ length: buffer.active.length }, (_, y) => line(terminal, y));
      while (lines.at(-1) === '') lines.pop();
      return { lines, x: buffer.active.cursorX, y: buffer.active.baseY + buffer.active.cursorY };
    },
  };
}

/** Returns a row of the screen with a mark after each coloured character. */
function line(terminal: InstanceType<typeof xterm.Terminal>, y: number): string {
  const row = terminal.buffer.active.getLine(y);
  let text = '';
  for (let x = 0; x < terminal.cols; x++) {
    const cell = row?.getCell(x);
    text += cell?.getChars() || (cell?.getWidth() === 0 ? '' : ' ');
    if (cell && !cell.isFgDefault()) text += `<${cell.getFgColor()}>`;
  }
  return text.trimEnd();
}

const frame = (lines: readonly string[], x: number, y: number): Frame => ({ lines, cursor: { x, y } });
const PURPLE = (text: string) => `\x1b[35m${text}\x1b[39m`;

/** A pseudo-random number generator, so that a failure can be repeated. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe('a frame on the terminal', () => {
  it('shows the latest of many frames, whatever was there before', async () => {
    const pick = randomNumbers(7);
    const words = ['let', 'x', ' ', '(', ')', '日本', PURPLE('const'), PURPLE('if'), '👍', 'é', '…'];
    const { writer, shown } = onTerminal(60, 12);
    for (let round = 0; round < 400; round++) {
      const lines = Array.from({ length: pick(6) }, () =>
        Array.from({ length: pick(9) }, () => words[pick(words.length)]).join(''),
      );
      const next = frame(lines, pick(10), pick(Math.max(1, lines.length)));
      writer.draw(next);
      const plain = onTerminal(60, 12);
      plain.writer.draw(next);
      const [now, expected] = [await shown(), await plain.shown()];
      // The screen has scrolled, so only the rows of the frame are compared.
      const top = now.y - next.cursor.y;
      expect([now.lines.slice(top), now.x]).toEqual([expected.lines, expected.x]);
    }
  });

  it('stays below the text that is written above it', async () => {
    const { writer, shown } = onTerminal(20, 5);
    writer.draw(frame(['one', 'two'], 3, 0));
    writer.above('a\nb\nc\nd\n');
    writer.draw(frame(['one', 'two', 'three'], 5, 2));
    expect(await shown()).toEqual({ lines: ['a', 'b', 'c', 'd', 'one', 'two', 'three'], x: 5, y: 6 });
  });

  it('is not written while another program uses the terminal', async () => {
    const { writer, terminal, taken, shown } = onTerminal(20, 8);
    writer.draw(frame(['one', 'two'], 3, 1));
    writer.hold();
    await shown();
    writer.draw(frame(['three'], 5, 0));
    writer.above('late\n');
    expect(taken()).toBe('');
    await new Promise<void>((resolve) => terminal.write('stopped\r\n$ fg\r\n', resolve));
    writer.release();
    expect(await shown()).toEqual({ lines: ['stopped', '$ fg', 'late', 'three'], x: 5, y: 3 });
  });

  it('is erased after a resize has wrapped its rows', async () => {
    const { writer, terminal, shown } = onTerminal(20, 8);
    writer.draw(frame(['a long row of text', 'end'], 3, 1));
    await shown();
    terminal.resize(10, 8);
    writer.resized(10);
    writer.draw(frame(['short'], 5, 0));
    expect(await shown()).toEqual({ lines: ['short'], x: 5, y: 0 });
  });

  it('needs few bytes for a change in a line', () => {
    const { writer, taken } = onTerminal(200, 40);
    const rows = Array.from({ length: 30 }, (_, row) => `${row} ${PURPLE('const')} x${' '.repeat(row)}`.repeat(10));
    const changed = (from: string, to: string) => {
      writer.draw(frame([...rows.slice(0, 15), from, ...rows.slice(16)], 9, 15));
      taken();
      writer.draw(frame([...rows.slice(0, 15), to, ...rows.slice(16)], 10, 15));
      return taken();
    };
    const rest = `${PURPLE('const')} a = 1; `.repeat(12);
    expect(changed(`a${rest}`, `ab${rest}`)).toBe('\x1b[2G\x1b[1@b\x1b[11G');
    expect(changed(`ab${rest}`, `a${rest}`)).toBe('\x1b[2G\x1b[1P\x1b[11G');
    // tmux would wrap a line that was longer once, so a short line is erased as a whole.
    expect(changed('some text', 'text')).toBe('\r\x1b[2Ktext\x1b[11G');
    expect(changed('some text', 'somé long text')).toBe('\x1b[4Gé long text\x1b[11G');
    expect(changed(rest, `${rest}x`).length).toBeLessThan(20);
    expect(changed(`⠋ busy · 1.2 s`, `⠙ busy · 1.2 s`)).toBe('\r⠙\x1b[11G');
  });
});
