import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, sandbox, sandboxOf, signingOptions } from '../../commands/index.js';
import type { Served } from '../../http/index.js';
import type { Sandbox, SandboxServer } from '../../sandbox/index.js';
import { fileProblem, inShell, readRegularFile, replaceFile } from '../../util/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';
import type { StateFile } from '../sandbox/state-file.js';
import { untilStopped } from '../signals.js';

/** Serves the sandbox until Ctrl-C. */
export async function serveSandbox(args: readonly string[]): Promise<number> {
  const { values } = parse(args, sandbox.options, false);
  const stateFile = values.state === undefined ? undefined : await openedState(values.state);
  try {
    return await serveUntilStopped(values, stateFile);
  } finally {
    stateFile?.release();
  }
}

type Values = ReturnType<typeof parse<typeof sandbox.options>>['values'];

async function serveUntilStopped(values: Values, stateFile: StateFile | undefined): Promise<number> {
  // The table of commands loads every command, so a command loads its dependencies only when it runs.
  const { newSandbox } = await import('../../sandbox/index.js');
  const { openCassette } = await import('../../cassette/index.js');
  const { newSecret } = await import('../../http/index.js');
  const [stored] = stateFile?.state?.projects ?? [];
  const options = {
    seed: wholeNumber('--seed', values.seed, 1),
    token: validToken(values.token) ?? stored?.token ?? `PT${newSecret('hex')}`,
    ...(values.empty && { empty: true }),
    ...(values.from !== undefined && { from: openCassette(values.from) }),
    ...signingOptions(values),
    warn: (line: string) => void writeErr(`${line}\n`),
  };
  const simulated = sandboxOf(() => newSandbox(options));
  for (const note of simulated.notes) await writeErr(`patchbay: ${note}\n`);
  const recording = values.record === undefined ? undefined : await recorded(simulated, values.record);
  const port = wholeNumber('--port', values.port, 0, 65_535);
  const inspector = (await import('../../inspector/index.js')).inspectProjects(simulated);
  const server = await simulated
    .listen(port, {
      through: (transport) => inspector.through(recording ? recording.through(transport) : transport),
      around(served) {
        const inspected = inspector.around(served);
        return stateFile ? saving(inspected, () => stateFile.changed(server)) : inspected;
      },
      onProject: inspector.onProject,
      ...(values.projects && { projects: true }),
      ...(values.host !== undefined && { host: values.host }),
      ...(values['allowed-host'] && { hosts: values['allowed-host'] }),
      ...(stateFile?.state && { state: stateFile.state }),
    })
    .catch(wrongUsage);
  inspector.listens(server.url);
  if (stateFile) simulated.webhooks.follow(() => stateFile.changed(server));
  stateFile?.changed(server);
  try {
    announce(server, { inspect: `${server.url}${inspector.newAddress()}`, key: simulated.signing_key }, values);
    await Promise.race([untilStopped(), ...(values['exit-with-parent'] ? await parentGone() : [])]);
    // A server of the user that does not respond must not delay the end. Its requests are cancelled.
    if (recording) await Promise.race([simulated.settled(), wait(SETTLE_MS)]);
    stateFile?.save(server);
  } finally {
    inspector.close();
    await Promise.all([server.close(), simulated.close()]);
  }
  if (recording) await simulated.settled();
  recording?.finish();
  return FINE;
}

interface Shown {
  readonly inspect: string;
  readonly key: string;
}

/** Prints how to connect, as lines for a shell or as one line of JSON. */
function announce(
  { url, credentials: { project, token } }: SandboxServer,
  { inspect, key }: Shown,
  { json, ...values }: { readonly json?: boolean; readonly 'write-env'?: string; readonly 'env-file'?: string },
): void {
  const envFile = values['write-env'] ?? values['env-file'];
  const variables = {
    PLATFORM_SPACE: url,
    PLATFORM_PROJECT_ID: project,
    PLATFORM_API_TOKEN: token,
    PLATFORM_SIGNING_KEY: inShell(key),
  };
  if (envFile !== undefined) writeEnvFile(resolve(envFile), { ...variables, PLATFORM_SIGNING_KEY: key });
  if (json) {
    print(JSON.stringify({ ...{ url, project, token }, signing_key: key, inspector: inspect, pid: process.pid }));
    return;
  }
  print(`The sandbox is running at ${url}. Ctrl-C stops it.`);
  print(`Inspect it at ${inspect} (opens once, in the next ten minutes).\n`);
  print(
    Object.entries(variables)
      .map(([name, value]) => `export ${name}=${value}`)
      .join('\n'),
  );
}

/** A weak token, or an address that is not one of this machine. */
function wrongUsage(error: unknown): never {
  throw error instanceof TypeError ? new UsageError(error.message) : error;
}

/** Calls `changed` after each request, because each one advances the clock. */
const saving = (served: Served, changed: () => void): Served => ({
  async send(request) {
    const response = await served.send(request);
    changed();
    return response;
  },
});

const openedState = async (file: string) =>
  (await import('../sandbox/state-file.js')).openStateFile(
    resolve(file),
    (line) => void writeErr(`patchbay: ${line}\n`),
  );

const parentGone = async () => [(await import('../sandbox/parent-process.js')).parentEnded()];

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

/** Writes variables to a file of `NAME=value` lines, readable only by its owner. Other lines of the file stay. */
function writeEnvFile(file: string, variables: Readonly<Record<string, string>>): void {
  try {
    const before = existsSync(file) ? readRegularFile(file).toString('utf8') : '';
    const isOther = (line: string) => !Object.hasOwn(variables, /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '');
    const others = before === '' ? [] : before.replace(/\n$/, '').split('\n').filter(isOther);
    const own = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    replaceFile(file, `${[...others, ...own].join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`--write-env ${file} cannot be written: ${fileProblem(error)}`);
  }
}
