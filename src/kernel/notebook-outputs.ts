import type { Content } from './messages.js';
import { joined, type Lines, type Output, split } from './notebook-file.js';

/** Published messages as a notebook's outputs; neighbouring pieces of one stream are one output. */
export function collectOutput(outputs: Output[], type: string, content: Content): void {
  if (type === 'stream') {
    const last = outputs.at(-1);
    const continues = last?.output_type === 'stream' && last.name === content.name;
    const text = (continues ? joined(last.text as Lines) : '') + String(content.text);
    if (continues) outputs.pop();
    outputs.push({ name: content.name, output_type: 'stream', text: split(text) });
  } else if (type === 'execute_result') {
    const { data, execution_count, metadata } = content;
    outputs.push({ data: splitTexts(data), execution_count, metadata: metadata ?? {}, output_type: 'execute_result' });
  } else if (type === 'display_data') {
    const { data, metadata = {}, transient } = content;
    const output = { data: splitTexts(data), metadata, output_type: 'display_data' };
    outputs.push(output);
    displayIds.set(output, (transient as Content | undefined)?.display_id);
  } else if (type === 'update_display_data') {
    replaceDisplayed(outputs, content);
  } else if (type === 'clear_output') {
    outputs.length = 0;
  } else if (type === 'error') {
    const { ename, evalue, traceback } = content;
    outputs.push({ ename, evalue, output_type: 'error', traceback });
  }
}

/** What a displayed output is called, so that it can be replaced; a notebook's file does not hold it. */
const displayIds = new WeakMap<Output, unknown>();

function replaceDisplayed(outputs: Output[], { data, metadata = {}, transient }: Content): void {
  const id = (transient as Content | undefined)?.display_id;
  for (const [index, output] of outputs.entries()) {
    if (id === undefined || displayIds.get(output) !== id) continue;
    const replaced = { ...output, data: splitTexts(data), metadata };
    outputs[index] = replaced;
    displayIds.set(replaced, id);
  }
}

function splitTexts(data: unknown): Content {
  const entries = Object.entries((data ?? {}) as Content);
  return Object.fromEntries(
    entries.map(([mime, value]) => [mime, typeof value === 'string' && isText(mime) ? split(value) : value]),
  );
}

function isText(mime: string): boolean {
  return mime.startsWith('text/') || mime === 'image/svg+xml';
}

/** An output as lines of text, without what differs from run to run: counters, stack frames. */
export function outputText(output: Output): string {
  const { output_type, name, text, data, ename, evalue } = output;
  if (output_type === 'stream') return `[${name}]\n${joined(text as Lines)}`;
  if (output_type === 'error') return `[error]\n${ename}: ${evalue}`;
  const parts = Object.entries((data ?? {}) as Record<string, Lines>).map(
    ([mime, value]) =>
      `[${mime}]\n${typeof value === 'string' || Array.isArray(value) ? joined(value) : JSON.stringify(value)}`,
  );
  return parts.join('\n');
}
