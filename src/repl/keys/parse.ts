import { type Key, press } from './key.js';
import { printable } from './printable.js';
import { keyOfControl, keyOfLetter, keyOfSequence } from './sequences.js';

const ESC = '\x1b';
const CTRL_C = '\x03';
const PASTE_BEGINS = '[200~';
const PASTE_ENDS = `${ESC}[201~`;

/**
 * Bytes of a terminal in raw mode → keys. Keys may arrive many to a chunk, sequences and characters may arrive
 * in pieces; what is unfinished waits here for the next chunk or for `flush`.
 */
export class KeyParser {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #pasting = false;
  #hasGivenUpEscape = false;
  /** The end of a paste has not come for so long that it may never come. */
  #isPasteLate = false;

  push(bytes: Uint8Array): Key[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    if (this.#pasting && text !== '') {
      if (text === CTRL_C && !this.#isPasteLate) return this.#endPaste();
      if (this.#isPasteLate && this.#rest === '' && isOneKey(text)) this.#pasting = false;
      this.#isPasteLate = false;
    }
    // A paste whose ESC came too long before its mark is still a paste, and must not run line by line.
    this.#rest += this.#hasGivenUpEscape && text.startsWith(PASTE_BEGINS) ? ESC + text : text;
    this.#hasGivenUpEscape = false;
    return this.#read();
  }

  /**
   * Whether what has come is only the beginning of something: perhaps after a lone ESC, which may be a key,
   * surely inside a sequence. Nobody types one, so it may take its time.
   */
  get expectsMore(): 'no' | 'perhaps' | 'surely' {
    if (this.#pasting) return PASTE_ENDS.startsWith(this.#rest) ? 'no' : 'surely';
    if (this.#rest === '') return 'no';
    return this.#rest.length > 2 || /^\x1b[[O]/.test(this.#rest) ? 'surely' : 'perhaps';
  }

  /** Nothing more came: a lone ESC is the Escape key, an unfinished sequence was noise, and a paste shows what it has. */
  flush(): Key[] {
    if (this.expectsMore === 'no') return [];
    if (this.#pasting) return this.#showPaste();
    this.#hasGivenUpEscape = this.#rest === ESC;
    this.#rest = '';
    return this.#hasGivenUpEscape ? [press('escape')] : [];
  }

  #read(): Key[] {
    const keys: Key[] = [];
    let text = '';
    const settle = () => {
      if (text !== '') keys.push({ kind: 'text', text });
      text = '';
    };
    while (this.#rest !== '') {
      const step = this.#pasting ? this.#paste() : this.#one();
      if (step === undefined) break;
      if (typeof step === 'string') {
        text += step;
        continue;
      }
      settle();
      keys.push(...step);
    }
    settle();
    return keys;
  }

  /** Takes one key off the front: its text, its keys (none when it is to be dropped), or nothing when it is unfinished. */
  #one(): string | readonly Key[] | undefined {
    const code = this.#rest.codePointAt(0) as number;
    if (code === 0x1b) return this.#escape();
    if (code < 0x20 || code === 0x7f) return this.#take(1, keyOfControl(code));
    const run = /^[^\x00-\x1f\x7f]+/.exec(this.#rest)?.[0] ?? '';
    this.#rest = this.#rest.slice(run.length);
    return printable(run);
  }

  #escape(): readonly Key[] | undefined {
    const next = this.#rest[1];
    if (next === undefined) return undefined;
    if (next === '[') return this.#sequence();
    if (next === 'O') return this.#rest.length < 3 ? undefined : this.#take(3, keyOfLetter(this.#rest[2] as string));
    // OSC, DCS, SOS, PM, APC: replies, which end with BEL or ST.
    if (/[\]PX^_]/.test(next)) {
      const reply = /^\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)/.exec(this.#rest);
      return reply ? this.#take(reply[0].length) : undefined;
    }
    // ESC ESC … : the first one stands alone.
    if (next === ESC) return this.#take(1, press('escape'));
    return this.#alt(next);
  }

  #alt(next: string): readonly Key[] {
    const code = next.charCodeAt(0);
    const plain = code < 0x20 || code === 0x7f ? keyOfControl(code) : press(next);
    const length = 1 + String.fromCodePoint(this.#rest.codePointAt(1) as number).length;
    return this.#take(length, plain?.kind === 'press' ? { ...plain, alt: true } : undefined);
  }

  #sequence(): readonly Key[] | undefined {
    // The old mouse report: three bytes of any kind after the letter.
    if (this.#rest.startsWith(`${ESC}[M`)) return this.#rest.length < 6 ? undefined : this.#take(6);
    const found = /^\x1b\[([0-?]*)[ -/]*([@-~])/.exec(this.#rest);
    // A byte that no sequence may hold ends it: drop what was read of it and go on from there.
    if (!found) {
      const cut = /^\x1b\[[0-?]*[ -/]*(?=[^ -?])/.exec(this.#rest);
      return cut ? this.#take(cut[0].length) : undefined;
    }
    const [whole, parameters = '', final = ''] = found;
    if (final === '~' && parameters === '200') this.#pasting = true;
    return this.#take(whole.length, keyOfSequence(parameters, final));
  }

  /** A paste is one key, however many chunks it takes; half of its end mark may be what we have so far. */
  #paste(): readonly Key[] | undefined {
    const end = this.#rest.indexOf(PASTE_ENDS);
    if (end < 0) return undefined;
    const key = pasted(this.#rest.slice(0, end));
    this.#pasting = false;
    return this.#take(end + PASTE_ENDS.length, key);
  }

  /** What has come of a paste. It still goes on where more comes than a key: lines of it must not run one by one. */
  #showPaste(): Key[] {
    let kept = PASTE_ENDS.length - 1;
    while (!this.#rest.endsWith(PASTE_ENDS.slice(0, kept))) kept -= 1;
    const end = this.#rest.length - kept;
    const key = pasted(this.#rest.slice(0, end));
    this.#isPasteLate = true;
    return [...this.#take(end, key)];
  }

  /** Ctrl-C before anything of it is to be seen: somebody wants the keyboard back. */
  #endPaste(): Key[] {
    const shown = this.#showPaste();
    this.#pasting = false;
    this.#isPasteLate = false;
    this.#rest = '';
    return shown;
  }

  #take(length: number, key?: Key): readonly Key[] {
    this.#rest = this.#rest.slice(length);
    return key === undefined ? [] : [key];
  }
}

function pasted(text: string): Key | undefined {
  const shown = printable(text.replace(/\r\n?/g, '\n'));
  return shown === '' ? undefined : { kind: 'paste', text: shown };
}

/** A chunk as a keyboard sends it, and no more of a paste. */
const isOneKey = (text: string) =>
  text.startsWith(ESC)
    ? !PASTE_ENDS.startsWith(text) && !text.startsWith(PASTE_ENDS)
    : String.fromCodePoint(text.codePointAt(0) as number) === text;
