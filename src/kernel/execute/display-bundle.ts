import { types } from 'node:util';
import { type MimeBundle, mimeBundle, showText } from '../../show/index.js';
import type { Content } from '../wire/messages.js';

/** Returns the formats of a value as the content of a message. Throws if JSON cannot contain one of them. */
export async function displayContent(value: unknown): Promise<Content> {
  const data = await mimeBundle(value);
  assertSendable(data);
  return { data, metadata: {} };
}

/** Throws an error that names the format if a client could not receive it: messages are JSON. */
export function assertSendable(bundle: MimeBundle): void {
  for (const [type, format] of Object.entries(bundle)) {
    const problem = isJson(type) ? jsonProblem(format) : textProblem(format);
    if (problem) throw new TypeError(`Cannot display ${type}: ${problem}`);
  }
}

const isJson = (type: string) => /[/+]json$/.test(type);

function textProblem(format: unknown): string | undefined {
  if (typeof format === 'string') return undefined;
  if (format instanceof Uint8Array)
    return "the value is binary. Encode it, for example with Buffer.from(data).toString('base64')";
  // A type of the user's own may hold JSON, as in VS Code and JupyterLab.
  const isObject = typeof format === 'object' && format !== null;
  return isObject ? jsonProblem(format) : `the value must be a string, not ${format === null ? 'null' : typeof format}`;
}

function jsonProblem(format: unknown): string | undefined {
  try {
    if (JSON.stringify(format) === undefined) return `JSON cannot contain ${typeof format}`;
    structuredClone(format); // the message passes to another thread
    return undefined;
  } catch (error) {
    // Code of the value may throw anything.
    return `the value is not JSON. ${(types.isNativeError(error) ? error.message : showText(error)).split('\n')[0]}`;
  }
}
