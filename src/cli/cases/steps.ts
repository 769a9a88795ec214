import { Sheet, showText } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { pressedKey } from '../pressed-key.js';

type Action = 'go' | 'skip' | 'rest' | 'bench' | 'stop' | 'keys';

type Keys = readonly (readonly [key: string, action: Action, help: string])[];

/** The keys, with the action and the help of each. */
const KEYS: Keys = [
  ['Enter', 'go', 'send or run this one'],
  ['s', 'skip', 'skip this one'],
  ['r', 'rest', 'do the rest without stopping'],
  ['b', 'bench', 'open the bench with the sandbox as it is'],
  ['q', 'stop', 'quit. Ctrl-C and Ctrl-D do the same'],
  ['?', 'keys', 'list these keys'],
];

/** Shows one step of a replay after the other, and waits for a key before each. */
export class Steps {
  readonly #keys: Keys;
  #isResting = false;
  #hasListed = false;
  /** Whether the user chose to continue in the bench. */
  opensBench = false;

  /** `hasSandbox`: the steps change a sandbox that the bench can show. */
  constructor({ hasSandbox }: { hasSandbox: boolean }) {
    this.#keys = KEYS.filter(([, action]) => hasSandbox || action !== 'bench');
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
    if (!this.#hasListed) this.#listKeys();
    this.#hasListed = true;
    writeErr(`\n${lines.join('\n')}\n`);
    for (;;) {
      const action = await this.#next();
      this.#isResting = action === 'rest';
      this.opensBench = action === 'bench';
      if (action === 'keys') this.#listKeys();
      else if (action === 'skip') return 'skip';
      else return action === 'go' || action === 'rest' ? 'go' : 'stop';
    }
  }

  /** A key without an action lists the keys. */
  async #next(): Promise<Action> {
    writeErr(`${this.#keys.map(([key]) => key).join(' ')} › `);
    const key = await pressedKey();
    const found = this.#keys.find(([name]) => name === key);
    writeErr(`${found ? key : ''}\n`);
    return found?.[1] ?? 'keys';
  }

  #listKeys(): void {
    const pairs = this.#keys.map(([key, , help]) => [key, help] as const);
    writeErr(`${showText(new Sheet([{ pairs }]), { columns: process.stderr.columns || 80 })}\n`);
  }
}
