import { lateJson } from './late-json.js';

/**
 * Puts the body of an answer back into text, which takes a tenth of the memory of its value: in a line that we wrote
 * it is what is left between the words before and behind it. Other lines stay as they are.
 * No key may stand twice in the line, or the body found might not be the one that counts.
 */
export function makeAnswerLate(line: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const entry = value as { response?: { body?: { json?: unknown } } };
  const { response } = entry;
  const body = response?.body;
  if (!response || typeof body !== 'object' || body === null || !Object.hasOwn(body, 'json')) return;
  let before = '{';
  let behind = '}}}';
  let answered = false;
  for (const [name, part] of Object.entries(entry)) {
    if (name === 'response') {
      answered = true;
      before += `${before === '{' ? '' : ','}"response":${openingOf(response)}`;
    } else if (answered) behind = `${behind.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(part)}}`;
    else before += `${before === '{' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(part)}`;
  }
  const end = line.length - behind.length;
  if (line.slice(0, before.length) !== before || line.slice(end) !== behind || end <= before.length) return;
  (response as { body: unknown }).body = lateJson(line.slice(before.length, end));
}

/** An answer up to where its body's value begins, if its body comes last. */
function openingOf({ body: _, ...rest }: object & { body?: unknown }): string {
  const text = JSON.stringify(rest);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"body":{"json":`;
}
