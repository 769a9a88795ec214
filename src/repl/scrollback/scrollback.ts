import type { Exchange, SessionEvent, SessionLog } from '../../bench/index.js';
import { cleanLine, paint } from '../../show/index.js';
import { errorText, eventText, type Look } from './event-text.js';
import { tallyLine } from './tally.js';

/** An error that no input waited for. */
export const UNCAUGHT = 'Uncaught, outside of any input';

/** More than this is not held back: a busy loop that prints would otherwise fill the memory before it shows a line. */
const HELD_CHARACTERS = 64 * 1024;

/** Everything above the live area: the log as text, written in as few pieces as possible. */
export class Scrollback {
  readonly #write: (text: string) => void;
  readonly #look: () => Look;
  readonly #exchanges = new Map<number, Exchange[]>();
  #held = '';
  #scheduled: NodeJS.Immediate | undefined;

  constructor(write: (text: string) => void, look: () => Look) {
    this.#write = write;
    this.#look = look;
  }

  /** Shows what the log holds and what will be added to it; the answer stops it. */
  follow(log: SessionLog): () => void {
    for (const event of log.events) this.show(event);
    return log.follow((event) => this.show(event));
  }

  show(event: SessionEvent): void {
    const text = eventText(event, this.#look());
    if (text !== undefined) this.add(text);
    if (event.kind === 'http' && event.input !== undefined) {
      this.#exchanges.set(event.input, [...(this.#exchanges.get(event.input) ?? []), event.exchange]);
    }
    if (event.kind === 'output' || event.kind === 'error') this.#sumUp(event.input, event.ms);
    // The input may be about to keep the thread busy: it is on the screen first.
    if (event.kind === 'input') this.flush();
  }

  /** An error that no input ended with. */
  uncaught(error: unknown): void {
    this.add(`${UNCAUGHT}: ${errorText(error, this.#look())}`);
  }

  /** Text that ends in a newline, or a piece of a line that is completed before it is written. */
  add(text: string): void {
    this.#held += text;
    if (this.#held.length > HELD_CHARACTERS) this.flush();
    else this.#scheduled ??= setImmediate(() => this.flush());
  }

  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const text = this.#held;
    this.#held = '';
    // The live area starts on a line of its own.
    if (text !== '') this.#write(text.endsWith('\n') ? text : `${text}\n`);
  }

  #sumUp(input: number, ms: number): void {
    const line = tallyLine(this.#exchanges.get(input) ?? [], ms, this.#look().columns);
    this.#exchanges.delete(input);
    if (line !== undefined) this.add(`${paint(this.#look().colour).dim(cleanLine(line))}\n`);
  }
}
