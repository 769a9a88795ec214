import { existsSync } from 'node:fs';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { liveTransport, TransportFault } from '../../http/index.js';
import { newSandbox, type Ring, type RingOptions, type Sandbox } from '../../sandbox/index.js';
import { isPlain, jsonOf, UsageError } from '../../util/index.js';
import type { CommandContext, CommandResult } from '../shared-command.js';
import { type SigningOptions, sandboxOf, signingOptions } from '../signing.js';
import { callStory } from './call-story.js';
import { ringIn } from './ring-sandbox.js';

interface RingNumberOptions extends SigningOptions {
  readonly document?: string;
  readonly to?: string;
  readonly outcome?: string;
  readonly from?: string;
  readonly digits?: readonly string[];
  readonly speech?: readonly string[];
  readonly 'hangup-after'?: string;
  readonly answers?: string;
  readonly all?: boolean;
  readonly watch?: boolean;
  readonly url?: string;
  readonly json?: boolean;
}

/** Whether a word names a file or a folder. Anything else is a number. */
export const namesDocument = (word = ''): boolean => /\.(?:json|ya?ml|xml)$/i.test(word) || existsSync(word);

/** Reads the short form of the prompt, `[FROM] [DIGITS …]`: a caller begins with a plus or contains an @, digits do not. */
export function callIn(words: readonly string[], given: RingNumberOptions): RingNumberOptions {
  const [first, ...rest] = words;
  const from = first !== undefined && /^\+|@|^sip:/.test(first) ? first : undefined;
  const digits = from === undefined ? words : rest;
  const wrong = digits.find((one) => !/^[\d*#A-D]+$/.test(one));
  if (wrong !== undefined)
    throw new UsageError(`${wrong} is neither a caller such as +15035550147 nor digits such as 1 or 42#`);
  if (digits.length > 0 && given.digits)
    throw new UsageError(
      `${digits.join(' ')} is not part of --digits. For several prompts, repeat it: --digits 1 --digits 2`,
    );
  return {
    ...given,
    ...(from !== undefined && { from }),
    ...(digits.length > 0 && { digits }),
  };
}

/** Rings a number of a sandbox, or a number that is bound to a document in a file. */
export async function ringNumber(
  number: string | undefined,
  { document, url, all = false, watch = false, json = false, ...given }: RingNumberOptions,
  context: CommandContext,
): Promise<CommandResult> {
  const { env, session, progress } = context;
  if ((number === undefined) === (document === undefined))
    throw new UsageError('ring needs either a number, such as +12065550100, or a document, such as menu.yaml');
  const signing = signingOptions(given);
  const isSigned = Object.keys(signing).length > 0;
  if (url !== undefined && isSigned)
    throw new UsageError('--signing-key and --signature-prefix belong to the sandbox at --url: start it with them');
  if (url !== undefined && document !== undefined) throw new UsageError('a document and --url exclude each other');
  const options = ringOptions(given);
  if (watch) {
    if (document === undefined || json || all)
      throw new UsageError('--watch needs a document, and excludes --json and --all');
    const { watchDocument } = await import('./watch-document.js');
    const ringAgain = async () => {
      const sandbox = sandboxOf(() => newSandbox(signing));
      const call = await ringHere(sandbox, undefined, document, options).finally(() => sandbox.close());
      return sampleNumber(call, given.to !== undefined);
    };
    return watchDocument(document, ringAgain, context);
  }
  if (all) {
    if (url !== undefined || options.digits || options.speech)
      throw new UsageError(
        '--all generates the callers, in a sandbox of its own: leave out --url, --digits and --speech',
      );
    const sandbox = sandboxOf(() => newSandbox(signing));
    if (session && document === undefined) sandbox.restore(session.sandbox.snapshot());
    return ringEach(sandbox, { number, document }, options, { json, progress }).finally(() => sandbox.close());
  }
  let call: Ring;
  if (url !== undefined) call = await ringThere({ number: number ?? '', ...options }, url, env);
  else if (session && document === undefined && !isSigned) call = await ringIn(session.sandbox, number ?? '', options);
  else {
    const sandbox = sandboxOf(() => newSandbox(signing));
    // The call does not change the session, whose numbers have other documents and another key.
    if (session) sandbox.restore(session.sandbox.snapshot());
    call = await ringHere(sandbox, number, document, options).finally(() => sandbox.close());
  }
  const shown = document === undefined ? call : sampleNumber(call, given.to !== undefined);
  return {
    shown: json ? JSON.stringify(call, null, 2) : callStory(shown),
    ...(call.problems.length > 0 && { outcome: 'different' }),
  };
}

/** The number that is bound to a document in a file is not the reader's. */
const sampleNumber = (call: Ring, isOutbound: boolean): Ring =>
  isOutbound
    ? { ...call, from: `${call.from}, a sample number,` }
    : { ...call, number: `${call.number}, a sample number` };

function ringOptions({ to, outcome, from, digits, speech, answers, ...given }: RingNumberOptions): RingOptions {
  const seconds = given['hangup-after'];
  if (seconds !== undefined && !/^\d+(?:\.\d+)?$/.test(seconds))
    throw new UsageError(`--hangup-after must be a number of seconds, not ${seconds}`);
  const parsed = answers === undefined ? undefined : jsonOf(answers);
  if (answers !== undefined && !isPlain(parsed))
    throw new UsageError(
      `--answers must be a JSON object in quotes, such as --answers '{"+15035550100":{"outcome":"busy"}}'`,
    );
  if (outcome !== undefined && to === undefined)
    throw new UsageError('--outcome needs --to NUMBER, whose outcome it is');
  const called = to !== undefined && outcome !== undefined && { [to]: { ...objectIn(parsed, to), outcome } };
  return {
    ...(to !== undefined && { to }),
    ...(from !== undefined && { from }),
    ...(digits && { digits }),
    ...(speech && { speech }),
    ...(seconds !== undefined && { hangup_after: Number(seconds) }),
    // The sandbox checks the answers.
    ...((isPlain(parsed) || called) && { answers: { ...(parsed as object), ...called } as Answers }),
  };
}

type Answers = NonNullable<RingOptions['answers']>;

const objectIn = (parsed: unknown, name: string): object => {
  const found = isPlain(parsed) ? parsed[name] : undefined;
  return isPlain(found) ? found : {};
};

async function ringHere(
  sandbox: Sandbox,
  number: string | undefined,
  file: string | undefined,
  options: RingOptions,
): Promise<Ring> {
  if (file === undefined) return ringIn(sandbox, number ?? '', options);
  const { folderAt, ringFolder } = await import('./ring-folder.js');
  return ringFolder(sandbox, await folderAt(file), options);
}

async function ringEach(
  sandbox: Sandbox,
  { number = '', document }: { readonly number: string | undefined; readonly document: string | undefined },
  options: RingOptions,
  shown: { readonly json: boolean; readonly progress: CommandContext['progress'] },
): Promise<CommandResult> {
  const [{ ringAll }, { rungFolder, rungNumber }] = await Promise.all([
    import('./ring-all.js'),
    import('./rung-documents.js'),
  ]);
  const rung = document === undefined ? rungNumber(sandbox, number) : await rungFolder(sandbox, document);
  return ringAll(sandbox, rung, options, shown);
}

const TIMEOUT_MS = 120_000;

async function ringThere(body: object, address: string, env: NodeJS.ProcessEnv): Promise<Ring> {
  const { [CREDENTIAL_VARIABLES.project]: project, [CREDENTIAL_VARIABLES.token]: token } = env;
  if (project === undefined || token === undefined)
    throw new UsageError('--url needs PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN, which `patchbay sandbox` prints');
  if (!URL.canParse(address))
    throw new UsageError(`--url must be an address such as http://127.0.0.1:8080, not ${address}`);
  const transport = liveTransport({ timeoutMs: TIMEOUT_MS });
  try {
    const { status, body: bytes } = await transport.send({
      method: 'POST',
      url: new URL('/_patchbay/api/ring', address).href,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`,
      },
      body: JSON.stringify(body),
    });
    const result = jsonOf(Buffer.from(bytes).toString('utf8'));
    if (status === 200) return result as Ring; // The answer of our own server.
    const message = isPlain(result) && typeof result.error === 'string' ? result.error : `status ${status}`;
    throw new UsageError(`the sandbox at ${address} refused: ${message}`);
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    throw new UsageError(`no sandbox answers at ${address}: ${error.message}`);
  } finally {
    await transport.close?.();
  }
}
