import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { addProfile, addProfileUse, asUsage, oneName, parse } from '../../commands/index.js';
import { UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';

/** Adds a profile. Its token comes from the terminal or from stdin. */
export async function addProfileFrom(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, addProfileUse.options);
  const name = oneName('add', positionals);
  const { project, space: host } = values;
  if (!project || !host) throw new UsageError('profile add needs --project and --space');
  const token = await readToken();
  if (token === '')
    throw new UsageError(
      `Profile ${name} has no token. Run the command in a terminal to type it, or pipe it to the command`,
    );
  asUsage(() => addProfile(name, { project, host, token }));
  return print(`Added. Use it with: patchbay --live --profile ${name}`);
}

/** Reads the token from stdin. Other programs on the machine can read the arguments of the command line. */
async function readToken(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  writeErr('Token (not shown): ');
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stdin.setRawMode(true);
  let token = '';
  try {
    for await (const chunk of process.stdin) {
      for (const letter of String(chunk)) {
        if (letter === '\r' || letter === '\n') return token.trim();
        if (letter === '\x03' || letter === '\x04') throw new UsageError('the token is missing');
        token = letter === '\x7f' ? token.slice(0, -1) : token + letter;
      }
    }
    return token.trim();
  } finally {
    process.stdin.setRawMode(false);
    lines.close();
    writeErr('\n');
  }
}
