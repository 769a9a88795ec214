import type { Content } from '../wire/messages.js';
import { joined, type Lines, type Output, split } from './notebook-file.js';

/** The displays of a notebook by display id, for later messages that update them. */
export type Displays = Map<string, { data: Content; metadata: unknown }[]>;

/** The outputs of one cell, built from published messages as a front end does. */
export class CellOutputs {
  readonly list: Output[] = [];
  readonly #displays: Displays;
  #clearFirst = false;

  /** The cells of a notebook share their displays, because one cell can update the display of another. */
  constructor(displays: Displays = new Map()) {
    this.#displays = displays;
  }

  add(type: string, content: Content): void {
    if (type === 'clear_output') {
      this.#clearFirst = true;
      if (content.wait !== true) this.#clear();
    } else if (type === 'update_display_data') this.#update(content);
    else {
      const output = outputOf(type, content);
      if (!output) return;
      if (this.#clearFirst) this.#clear();
      if (!this.#continues(output)) this.list.push(output);
      if (type === 'display_data') this.#remember(output, content);
    }
  }

  #clear(): void {
    this.list.length = 0;
    this.#clearFirst = false;
  }

  /** Merges consecutive text of the same stream into one output. */
  #continues(output: Output): boolean {
    const last = this.list.at(-1);
    if (output.output_type !== 'stream' || last?.output_type !== 'stream' || last.name !== output.name) return false;
    const text = split(joined(last.text as Lines) + joined(output.text as Lines));
    this.list.splice(-1, 1, { ...last, text });
    return true;
  }

  #remember(output: Output, content: Content): void {
    const id = displayId(content);
    if (id === undefined) return;
    const shown = this.#displays.get(id) ?? [];
    this.#displays.set(id, [...shown, output as unknown as (typeof shown)[number]]);
  }

  #update(content: Content): void {
    for (const shown of this.#displays.get(displayId(content) ?? '') ?? [])
      Object.assign(shown, { data: splitTexts(content.data), metadata: content.metadata ?? {} });
  }
}

function displayId({ transient }: Content): string | undefined {
  const id = (transient as Content | undefined)?.display_id;
  return typeof id === 'string' ? id : undefined;
}

/** Converts a published message to the format of the notebook file. */
function outputOf(type: string, content: Content): Output | undefined {
  const { data, metadata = {} } = content;
  switch (type) {
    case 'stream':
      return { name: content.name, output_type: 'stream', text: split(String(content.text)) };
    case 'execute_result':
      return {
        data: splitTexts(data),
        execution_count: content.execution_count,
        metadata,
        output_type: 'execute_result',
      };
    case 'display_data':
      return { data: splitTexts(data), metadata, output_type: 'display_data' };
    case 'error':
      return {
        ename: content.ename,
        evalue: content.evalue,
        output_type: 'error',
        traceback: content.traceback,
      };
    default:
      return undefined;
  }
}

/** Sorts the keys as Jupyter does, so that Jupyter's own programs do not change the file. */
function splitTexts(data: unknown): Content {
  const entries = byName((data ?? {}) as Content);
  return Object.fromEntries(
    entries.map(([mime, value]) => [mime, typeof value === 'string' && isText(mime) ? split(value) : value]),
  );
}

function byName<T>(forms: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(forms).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isText(mime: string): boolean {
  return mime.startsWith('text/') || mime === 'image/svg+xml';
}

/** Formats an output as text, without values that change from run to run: counters and stack frames. */
export function outputText(output: Output): string {
  const { output_type, name, text, data, ename, evalue } = output;
  if (output_type === 'stream') return `[${name}]\n${joined(text as Lines)}`;
  if (output_type === 'error') return `[error]\n${ename}: ${evalue}`;
  const parts = byName((data ?? {}) as Record<string, Lines>).map(
    ([mime, value]) =>
      `[${mime}]\n${typeof value === 'string' || Array.isArray(value) ? joined(value) : JSON.stringify(value)}`,
  );
  return parts.join('\n');
}
