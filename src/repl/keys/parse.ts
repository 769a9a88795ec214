import { type Key, press, printable } from './key.js';
import { keyOfControl, keyOfLetter, keyOfSequence } from './sequences.js';

const ESC = '\x1b';
const CTRL_C = '\x03';
const PASTE_BEGINS = '[200~';
const PASTE_ENDS = `${ESC}[201~`;

/**
 * Parses the bytes of a terminal in raw mode into keys. One chunk can hold many keys, and sequences and characters can
 * be split over chunks. Incomplete input waits for the next chunk or for `flush`.
 */
export class KeyParser {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #pasting = false;
  #hasGivenUpEscape = false;
  /** The end of the paste did not arrive in time and may never arrive. */
  #isPasteLate = false;

  push(bytes: Uint8Array): Key[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    if (this.#pasting && text !== '') {
      if (text === CTRL_C && !this.#isPasteLate) return this.#endPaste();
      if (this.#isPasteLate && this.#rest === '' && isOneKey(text)) this.#pasting = false;
      this.#isPasteLate = false;
    }
    // The ESC of this paste mark came too early and was reported as the Escape key. The text is still a paste, whose
    // lines must not run one by one.
    this.#rest += this.#hasGivenUpEscape && text.startsWith(PASTE_BEGINS) ? ESC + text : text;
    this.#hasGivenUpEscape = false;
    return this.#read();
  }

  /** `perhaps` after a lone ESC, which can be a key. `surely` within a sequence, whose rest can take longer. */
  get expectsMore(): 'no' | 'perhaps' | 'surely' {
    if (this.#pasting) return PASTE_ENDS.startsWith(this.#rest) ? 'no' : 'surely';
    if (this.#rest === '') return 'no';
    return this.#rest.length > 2 || /^\x1b[[O]/.test(this.#rest) ? 'surely' : 'perhaps';
  }

  /** Ends the wait: a lone ESC is the Escape key, a part of a sequence is dropped, a part of a paste is kept. */
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

  /** Removes the first key. Returns its text, its keys (empty if dropped), or undefined if it is incomplete. */
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
    // OSC, DCS, SOS, PM and APC sequences are replies of the terminal. They end with BEL or ST.
    if (/[\]PX^_]/.test(next)) {
      const reply = /^\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)/.exec(this.#rest);
      return reply ? this.#take(reply[0].length) : undefined;
    }
    // ESC ESC …: the first one is the Escape key.
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
    // The old mouse report: any three bytes after the letter.
    if (this.#rest.startsWith(`${ESC}[M`)) return this.#rest.length < 6 ? undefined : this.#take(6);
    const found = /^\x1b\[([0-?]*)[ -/]*([@-~])/.exec(this.#rest);
    // An invalid byte ends the sequence: drop the sequence and continue with that byte.
    if (!found) {
      const cut = /^\x1b\[[0-?]*[ -/]*(?=[^ -?])/.exec(this.#rest);
      return cut ? this.#take(cut[0].length) : undefined;
    }
    const [whole, parameters = '', final = ''] = found;
    if (final === '~' && parameters === '200') this.#pasting = true;
    return this.#take(whole.length, keyOfSequence(parameters, final));
  }

  /** A paste is one key, regardless of its number of chunks. A chunk can end within the end mark. */
  #paste(): readonly Key[] | undefined {
    const end = this.#rest.indexOf(PASTE_ENDS);
    if (end < 0) return undefined;
    const key = pasted(this.#rest.slice(0, end));
    this.#pasting = false;
    return this.#take(end + PASTE_ENDS.length, key);
  }

  /**
   * Returns the paste received so far, except a possible start of the end mark. Later chunks longer than one key still
   * belong to the paste, so that its lines do not run one by one.
   */
  #showPaste(): Key[] {
    let kept = PASTE_ENDS.length - 1;
    while (!this.#rest.endsWith(PASTE_ENDS.slice(0, kept))) kept -= 1;
    const end = this.#rest.length - kept;
    const key = pasted(this.#rest.slice(0, end));
    this.#isPasteLate = true;
    return [...this.#take(end, key)];
  }

  /** Ends an unfinished paste on Ctrl-C, so that the user regains the keyboard. Returns the text received so far. */
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

/** Whether a chunk is a single key press rather than the continuation of a paste. */
const isOneKey = (text: string) =>
  text.startsWith(ESC)
    ? !PASTE_ENDS.startsWith(text) && !text.startsWith(PASTE_ENDS)
    : String.fromCodePoint(text.codePointAt(0) as number) === text;
