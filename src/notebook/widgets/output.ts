import { present } from '../../bench/index.js';
import type { CapturedOutput } from '../../kernel/index.js';
import { type MimeBundle, mimeBundle } from '../../show/index.js';
import { Control, DISPLAY } from './control.js';
import type { Model, Surroundings } from './model.js';
import { outputText, type SavedOutput } from './outputs-html.js';
import type { OutputArea } from './public-types.js';

/** The minimum time between two updates. */
const PAUSE_MS = 100;
/** Each update sends all outputs. Older ones are removed. */
const MAX_OUTPUTS = 200;
const MAX_STREAM_CHARACTERS = 20_000;

/** A place for the output of code. */
export class OutputControl extends Control implements OutputArea {
  readonly #model: Model;
  readonly #surroundings: Surroundings;
  readonly #waiting: Set<() => void>;
  /** The outputs with the id by which a progress bar updates its own. */
  #outputs: readonly { readonly id?: string | undefined; readonly output: SavedOutput }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(model: Model, surroundings: Surroundings, waiting: Set<() => void>) {
    super(model, surroundings);
    this.#model = model;
    this.#surroundings = surroundings;
    this.#waiting = waiting;
  }

  async capture<T>(run: () => T | Promise<T>): Promise<T> {
    if (typeof run !== 'function')
      throw new TypeError('capture(run): run must be a function, such as () => display(queue)');
    const { port } = this.#surroundings;
    return port ? port.capture((output) => this.#receive(output), run) : run();
  }

  append(...values: unknown[]): void {
    for (const value of values) {
      const add = (data: MimeBundle) => this.#add({ output_type: 'display_data', data, metadata: {} });
      const bundle = mimeBundle(present(value));
      if (bundle instanceof Promise) void bundle.then(add, (error) => add({ 'text/plain': String(error) }));
      else add(bundle);
    }
  }

  clear(): void {
    this.#outputs = [];
    this.#draw();
  }

  override close(): void {
    this.#forgetUpdate();
    super.close();
  }

  override [DISPLAY](): MimeBundle {
    this.#draw();
    return super[DISPLAY]();
  }

  #receive(output: CapturedOutput): void {
    if (output.kind === 'clear') this.clear();
    else if (output.kind === 'stream') this.#add({ output_type: 'stream', name: output.name, text: output.text });
    else this.#add({ output_type: 'display_data', data: output.data, metadata: {} }, output.id);
  }

  #add(output: SavedOutput, id?: string): void {
    const last = this.#outputs.at(-1)?.output;
    const isUpdate = id !== undefined && this.#outputs.some((one) => one.id === id);
    if (isUpdate) this.#outputs = this.#outputs.map((one) => (one.id === id ? { id, output } : one));
    else if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name) {
      const text = (last.text + output.text).slice(-MAX_STREAM_CHARACTERS);
      this.#outputs = [...this.#outputs.slice(0, -1), { output: { ...output, text } }];
    } else this.#outputs = [...this.#outputs.slice(1 - MAX_OUTPUTS), { id, output }];
    this.#timer ??= setTimeout(this.#draw, PAUSE_MS);
    this.#waiting.add(this.#draw);
  }

  #draw = (): void => {
    this.#forgetUpdate();
    const outputs = this.#outputs.map(({ output }) => output);
    this.#model.text = outputs.map(outputText).join('\n');
    this.#model.set('outputs', outputs);
  };

  #forgetUpdate(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.delete(this.#draw);
  }
}
