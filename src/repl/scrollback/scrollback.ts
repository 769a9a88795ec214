import type { Exchange, SessionEvent, SessionLog } from '../../bench/index.js';
import { cleanLine, paint } from '../../show/index.js';
import { errorText, eventText, type Look } from './event-text.js';

export const UNCAUGHT = 'Uncaught, outside of any input';

/** The limit on buffered output. A busy loop that prints would otherwise fill the memory before any output appears. */
const HELD_CHARACTERS = 64 * 1024;

/** Everything above the live area: the session log as text, written in few large pieces. */
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

  /** Shows the past and future events of the log. Call the returned function to stop. */
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
    // Write the input at once, because it may block the thread.
    if (event.kind === 'input') this.flush();
  }

  uncaught(error: unknown): void {
    this.add(`${UNCAUGHT}: ${errorText(error, this.#look())}`);
  }

  /** Adds text to the buffer. A partial line is completed before it is written. */
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
    // The live area must start on a new line.
    if (text !== '') this.#write(text.endsWith('\n') ? text : `${text}\n`);
  }

  #sumUp(input: number, ms: number): void {
    const line = tallyLine(this.#exchanges.get(input) ?? [], ms, this.#look().columns);
    this.#exchanges.delete(input);
    if (line !== undefined) this.add(`${paint(this.#look().colour).dim(cleanLine(line))}\n`);
  }
}

/** The time of shorter inputs is not shown. */
const SLOW_MS = 500;

/** Returns the line below a result with its requests and its time, or undefined for a fast input without requests. */
function tallyLine(exchanges: readonly Exchange[], ms: number, columns: number): string | undefined {
  const [first] = exchanges;
  if (first === undefined) return ms < SLOW_MS ? undefined : `↳ ${duration(ms)}`;
  if (exchanges.length === 1) {
    // Show the total time only if much of it was not spent on the request.
    const whole = ms - first.ms < SLOW_MS ? '' : ` of ${duration(ms)}`;
    const [before, after] = [`↳ ${first.method} `, ` → ${resultOf(first)} · ${duration(first.ms)}${whole}`];
    return before + endOf(pathOf(first.url), columns - before.length - after.length) + after;
  }
  const failed = exchanges.filter(({ status }) => status === undefined || status >= 400).length;
  return `↳ ${exchanges.length} requests${failed > 0 ? `, ${failed} failed` : ''} · ${duration(ms)}`;
}

function resultOf({ status, fault }: Exchange): string {
  return status === undefined ? (fault ?? 'no response') : String(status);
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** Returns the end of a path, because it is more specific than the start. */
function endOf(path: string, width: number): string {
  return path.length <= width ? path : `…${path.slice(path.length - Math.max(8, width - 1))}`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
