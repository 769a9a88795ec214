import { describe, expect, it } from 'vitest';
import { chord, type Key, KeyParser } from '../../src/repl/keys/index.js';

const ESC = '\x1b';

/** Keys as short text: `"abc"` typed, `paste:…`, or the name of a press. */
const shown = (keys: readonly Key[]) =>
  keys.map((key) => (key.kind === 'press' ? chord(key) : key.kind === 'paste' ? `paste:${key.text}` : `"${key.text}"`));

/** What the chunks come to, each pushed on its own, and what a wait after them adds. */
function heard(...chunks: (string | Uint8Array)[]): string[] {
  const parser = new KeyParser();
  const keys = chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  return [...shown(keys), ...shown(parser.flush())];
}

describe('several keys in a chunk', () => {
  it('keeps an Enter after typed letters', () => {
    expect(heard('abc\r')).toEqual(['"abc"', 'enter']);
  });
  it('reads a line feed typed before raw mode as Enter', () => {
    expect(heard('1+1\n')).toEqual(['"1+1"', 'enter']);
  });
  it('separates letters, arrows and controls', () => {
    expect(heard(`a${ESC}[Db\x01${ESC}[C\x7f`)).toEqual(['"a"', 'left', '"b"', 'ctrl-a', 'right', 'backspace']);
  });
});

describe('sequences', () => {
  it.each([
    ['[A', 'up'],
    ['[B', 'down'],
    ['OC', 'right'],
    ['OD', 'left'],
    ['[H', 'home'],
    ['OF', 'end'],
    ['[1~', 'home'],
    ['[3~', 'delete'],
    ['[8~', 'end'],
    ['[5~', 'pageup'],
    ['[Z', 'shift-tab'],
    ['[1;5D', 'ctrl-left'],
    ['[1;3C', 'alt-right'],
    ['[13;2u', 'shift-enter'],
    ['[27;2;13~', 'shift-enter'],
    ['[99;5u', 'ctrl-c'],
    ['b', 'alt-b'],
    ['\r', 'alt-enter'],
    ['\x7f', 'alt-backspace'],
  ])('reads ESC %s as %s', (sequence, name) => {
    expect(heard(ESC + sequence)).toEqual([name]);
  });

  it('joins a sequence that arrives byte by byte', () => {
    expect(heard(ESC, '[', '1', ';', '5', 'C')).toEqual(['ctrl-right']);
  });
  it('reads a lone ESC as Escape only after a wait', () => {
    const parser = new KeyParser();
    expect(shown(parser.push(Buffer.from(ESC)))).toEqual([]);
    expect(parser.expectsMore).toBe('perhaps');
    expect(shown(parser.flush())).toEqual(['escape']);
    expect(parser.expectsMore).toBe('no');
  });
  it.each(['[', '[2', '[1;5', 'O', ']1', 'P>'])('expects more input inside a sequence: ESC %s', (begun) => {
    const parser = new KeyParser();
    parser.push(Buffer.from(ESC + begun));
    expect(parser.expectsMore).toBe('surely');
    expect(parser.flush()).toEqual([]);
  });
  it('waits for Alt with a letter that also starts a reply as long as for Escape', () => {
    const parser = new KeyParser();
    parser.push(Buffer.from(`${ESC}]`));
    expect(parser.expectsMore).toBe('perhaps');
    expect(shown([...parser.flush(), ...parser.push(Buffer.from('ab'))])).toEqual(['"ab"']);
  });
  it('reads Escape before a sequence that follows directly', () => {
    expect(heard(`${ESC}${ESC}[A`)).toEqual(['escape', 'up']);
  });
  it('drops an incomplete sequence at the end of the input', () => {
    expect(heard(`${ESC}[1;`)).toEqual([]);
  });
  it('continues after a sequence that an unexpected byte ends', () => {
    expect(heard(`${ESC}[1\rb`)).toEqual(['enter', '"b"']);
  });
});

describe('terminal replies', () => {
  it.each([
    ['cursor position', `${ESC}[12;40R`],
    ['device attributes', `${ESC}[?62;22c`],
    ['mode report', `${ESC}[?2026;2$y`],
    ['keyboard protocol', `${ESC}[?0u`],
    ['background colour', `${ESC}]11;rgb:0000/0000/0000\x07`],
    ['background colour, ended by ST', `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`],
    ['device control string', `${ESC}P>|tmux 3.3a${ESC}\\`],
    ['focus', `${ESC}[I`],
    ['mouse', `${ESC}[<0;10;10M`],
    ['old mouse', `${ESC}[M !!`],
  ])('drops a %s', (_name, reply) => {
    expect(heard(`a${reply}b`).join('')).toBe('"a""b"');
  });
  it('drops a reply that arrives in pieces', () => {
    expect(heard('a', `${ESC}]11;rgb:00`, '00/0000/0000', `${ESC}`, '\\b')).toEqual(['"a"', '"b"']);
  });
});

describe('pastes', () => {
  it('reads a paste with newlines as one key', () => {
    expect(heard(`${ESC}[200~const a = 1;\r\nconst b = 2;\r${ESC}[201~x`)).toEqual([
      'paste:const a = 1;\nconst b = 2;\n',
      '"x"',
    ]);
  });
  it('waits for the end of a paste that arrives in pieces', () => {
    expect(heard(`${ESC}[20`, '0~one', ' two', `${ESC}[2`, '01~')).toEqual(['paste:one two']);
  });
  it('does not read an ESC inside a paste as a key', () => {
    const parser = new KeyParser();
    const keys = [`${ESC}[200~a\nb`, ESC, '[2', `01~c`].flatMap((chunk) => {
      const pushed = parser.push(Buffer.from(chunk));
      return chunk === '01~c' ? pushed : [...pushed, ...parser.flush()];
    });
    expect(shown(keys)).toEqual(['paste:a\nb', '"c"']);
  });
  it('recognizes a paste mark whose ESC was read as Escape', () => {
    const parser = new KeyParser();
    const keys = [...parser.push(Buffer.from(ESC)), ...parser.flush()];
    keys.push(...parser.push(Buffer.from(`[200~a\nb${ESC}[201~`)));
    expect(shown(keys)).toEqual(['escape', 'paste:a\nb']);
  });
  it('does not read keys inside a paste', () => {
    expect(heard(`${ESC}[200~a\x03${ESC}[Ab${ESC}[201~`)).toEqual(['paste:a[Ab']);
  });
  it('ends an unfinished paste at Ctrl-C and returns its text', () => {
    expect(heard(`${ESC}[200~stuck`, '\x03', '\x03', '\r')).toEqual(['paste:stuck', 'ctrl-c', 'enter']);
  });
  /** A paste of which nothing more comes for a while, and then these chunks. */
  function late(...chunks: string[]): string[] {
    const parser = new KeyParser();
    const keys = parser.push(Buffer.from(`${ESC}[200~stuck`));
    expect([shown(keys), parser.expectsMore]).toEqual([[], 'surely']);
    keys.push(...parser.flush());
    expect(parser.expectsMore).toBe('no');
    for (const chunk of chunks) keys.push(...parser.push(Buffer.from(chunk)));
    return shown([...keys, ...parser.flush()]);
  }
  it.each([
    ['Enter', ['\r', 'a\r'], ['enter', '"a"', 'enter']],
    ['Ctrl-C', ['\x03'], ['ctrl-c']],
    ['Ctrl-D', ['\x04'], ['ctrl-d']],
    ['a letter', ['é'], ['"é"']],
    ['an arrow', [`${ESC}[A`], ['up']],
    ['another paste', [`${ESC}[200~b\n${ESC}[201~`], ['paste:b\n']],
  ])('reads %s after a paste whose end is overdue', (_, chunks, keys) => {
    expect(late(...chunks)).toEqual(['paste:stuck', ...keys]);
  });
  it.each([
    ['in one piece', [` on\nrun()\n${ESC}[201~x`]],
    ['its end in pieces', [' on\nrun()\n', ESC, '[', `201~x`]],
  ])('continues a slow paste, %s, and runs none of its lines', (_, chunks) => {
    expect(late(...chunks)).toEqual(['paste:stuck', 'paste: on\nrun()\n', '"x"']);
  });
  it('ends a slow paste whose end mark arrives late', () => {
    expect(late(`${ESC}[201~x`)).toEqual(['paste:stuck', '"x"']);
  });
  it('keeps control and bidi characters out of the text', () => {
    expect(heard(`${ESC}[200~a\u202eb\x9bc\x00d\te${ESC}[201~`)).toEqual(['paste:abcd\te']);
  });
});

describe('characters', () => {
  it('joins the bytes of a character that arrive separately', () => {
    const bytes = Buffer.from('é👩‍👧');
    expect(heard(...Array.from(bytes, (byte) => Uint8Array.of(byte))).join('')).toBe('"é""👩""‍""👧"');
  });
  it('accepts any bytes in any pieces', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 500; round += 1) {
      const parser = new KeyParser();
      for (let chunk = 0; chunk < 5; chunk += 1) {
        parser.push(Uint8Array.from({ length: random(8) }, () => (random(3) === 0 ? 27 : random(256))));
      }
      parser.flush();
    }
  });
});
