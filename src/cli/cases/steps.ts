import { once } from 'node:events';
import { Sheet, showText } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';

type Action = 'go' | 'skip' | 'rest' | 'stop' | 'keys';

/** The keys, with the action and the help of each. */
const KEYS: readonly (readonly [key: string, action: Action, help: string])[] = [
  ['Enter', 'go', 'send or run this one'],
  ['s', 'skip', 'skip this one'],
  ['r', 'rest', 'do the rest without stopping'],
  ['q', 'stop', 'quit. Ctrl-C and Ctrl-D do the same'],
  ['?', 'keys', 'list these keys'],
];

const BYTES: Readonly<Record<string, string>> = { '\r': 'Enter', '\n': 'Enter', '\x03': 'q', '\x04': 'q' };

const PROMPT = `${KEYS.map(([key]) => key).join(' ')} › `;

/** Shows one step of a replay after the other, and waits for a key before each. */
export class Steps {
  #isResting = false;
  #hasListed = false;

  constructor() {
    if (!process.stdin.isTTY || !process.stderr.isTTY)
      throw new UsageError('--step waits for keys, so it needs a terminal. Without --step, nothing waits');
  }

  /** False after the user chose the rest. */
  get isStepping(): boolean {
    return !this.#isResting;
  }

  /** Shows a step and returns what the user decided. */
  async before(lines: readonly string[]): Promise<'go' | 'skip' | 'stop'> {
    if (this.#isResting) return 'go';
    if (!this.#hasListed) listKeys();
    this.#hasListed = true;
    writeErr(`\n${lines.join('\n')}\n`);
    for (;;) {
      writeErr(PROMPT);
      const key = await pressed();
      const found = KEYS.find(([name]) => name === key);
      writeErr(`${found ? key : ''}\n`);
      const action = found?.[1] ?? 'keys';
      if (action === 'keys') listKeys();
      else if (action === 'rest') this.#isResting = true;
      if (action !== 'keys') return action === 'rest' ? 'go' : action;
    }
  }
}

const listKeys = () =>
  writeErr(
    `${showText(new Sheet([{ pairs: KEYS.map(([key, , help]) => [key, help]) }]), { columns: process.stderr.columns || 80 })}\n`,
  );

/** The name of the next key. Keys that arrive together count as the first of them. */
async function pressed(): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  try {
    const ended = new AbortController();
    const [bytes] = await Promise.race([
      once(stdin, 'data', { signal: ended.signal }),
      once(stdin, 'end', { signal: ended.signal }).then(() => ['q']),
    ]).finally(() => ended.abort());
    const [first = 'q'] = String(bytes);
    return BYTES[first] ?? first.toLowerCase();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}
