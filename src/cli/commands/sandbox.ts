import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, sandbox, sandboxOf, signingOptions } from '../../commands/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { inShell } from '../../util/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';
import { untilStopped } from '../signals.js';

/** Serves the sandbox until Ctrl-C. */
export async function serveSandbox(args: readonly string[]): Promise<number> {
  const { values } = parse(args, sandbox.options, false);
  // The table of commands loads every command, so a command loads its dependencies only when it runs.
  const { newSandbox } = await import('../../sandbox/index.js');
  const { openCassette } = await import('../../cassette/index.js');
  const { newSecret } = await import('../../http/index.js');
  const options = {
    seed: wholeNumber('--seed', values.seed, 1),
    token: validToken(values.token) ?? `PT${newSecret('hex')}`,
    ...(values.empty && { empty: true }),
    ...(values.from !== undefined && { from: openCassette(values.from) }),
    ...signingOptions(values),
    warn: (line: string) => void writeErr(`${line}\n`),
  };
  const simulated = sandboxOf(() => newSandbox(options));
  for (const note of simulated.notes) await writeErr(`patchbay: ${note}\n`);
  const recording = values.record === undefined ? undefined : await recorded(simulated, values.record);
  const port = wholeNumber('--port', values.port, 0, 65_535);
  const inspector = (await import('../sandbox/inspect-served.js')).inspectServed(simulated);
  const { url, close, credentials } = await simulated.listen(port, {
    through: (transport) => inspector.through(recording ? recording.through(transport) : transport),
    around: inspector.around,
  });
  inspector.listens(url);
  const { project, token } = credentials;
  print(`The sandbox is running at ${url}. Ctrl-C stops it.`);
  print(`Inspect it at ${url}${inspector.newAddress()} (opens once, in the next ten minutes).\n`);
  const variables = {
    PLATFORM_SPACE: url,
    PLATFORM_PROJECT_ID: project,
    PLATFORM_API_TOKEN: token,
    PLATFORM_SIGNING_KEY: inShell(simulated.signing_key),
  };
  print(
    Object.entries(variables)
      .map(([name, value]) => `export ${name}=${value}`)
      .join('\n'),
  );
  await untilStopped();
  // A server of the user that does not respond must not delay the end. Its requests are cancelled.
  if (recording) await Promise.race([simulated.settled(), wait(SETTLE_MS)]);
  await Promise.all([close(), simulated.close()]);
  if (recording) await simulated.settled();
  recording?.finish();
  return FINE;
}

/** How long the requests that are under way may take to be recorded. */
const SETTLE_MS = 500;

const recorded = async (simulated: Sandbox, file: string) =>
  (await import('../sandbox/record-served.js')).recordServed(simulated, resolve(file));

/** Allows only characters without a meaning in a shell, so that the printed `export` lines can be pasted. */
function validToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.+/=-]{1,512}$/.test(text)) return text;
  throw new UsageError('--token accepts up to 512 letters, digits and the characters . _ + / = -');
}

function wholeNumber(name: string, text: string | undefined, usual: number, max = 2 ** 31): number {
  if (text === undefined) return usual;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} must be a whole number, not ${text}`);
  if (Number(text) > max) throw new UsageError(`${name} must be at most ${max}, not ${text}`);
  return Number(text);
}
