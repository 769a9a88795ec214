import { once } from 'node:events';

const BYTES: Readonly<Record<string, string>> = { '\r': 'Enter', '\n': 'Enter', '\x03': 'q', '\x04': 'q' };

/** The name of the next key. Keys that arrive together count as the first of them. Ctrl-C and Ctrl-D are `q`. */
export async function pressedKey(): Promise<string> {
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
