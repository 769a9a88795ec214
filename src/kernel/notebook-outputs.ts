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
    outputs.push({ data: splitTexts(content.data), metadata: content.metadata ?? {}, output_type: 'display_data' });
  } else if (type === 'error') {
    const { ename, evalue, traceback } = content;
    outputs.push({ ename, evalue, output_type: 'error', traceback });
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
