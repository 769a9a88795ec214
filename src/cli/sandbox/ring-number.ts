import { callStory } from '../../bench/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { listen, liveTransport, TransportFault } from '../../http/index.js';
import { newSandbox, type Ring, type RingOptions, type Sandbox, type SandboxOptions } from '../../sandbox/index.js';
import { showText } from '../../show/index.js';
import { fileProblem, isPlain, jsonOf, readRegularFile } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { sandboxOf, signingOptions } from '../options.js';

export interface RingNumberOptions {
  readonly document?: string;
  readonly from?: string;
  readonly digits?: readonly string[];
  readonly speech?: readonly string[];
  readonly 'hangup-after'?: string;
  readonly answers?: string;
  readonly url?: string;
  readonly 'signing-key'?: string;
  readonly 'signature-prefix'?: string;
  readonly json?: boolean;
}

/** Rings a number of a new sandbox or of a running one, or a number that is bound to a document in a file. */
export async function ringNumber(
  number: string | undefined,
  { document, url, json = false, ...given }: RingNumberOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ text: string; hasProblems: boolean }> {
  if ((number === undefined) === (document === undefined))
    throw new UsageError('ring needs either a number, such as +12065550100, or --document FILE');
  const signing = signingOptions(given);
  if (url !== undefined && Object.keys(signing).length > 0)
    throw new UsageError('--signing-key and --signature-prefix belong to the sandbox at --url: start it with them');
  if (url !== undefined && document !== undefined) throw new UsageError('--document and --url exclude each other');
  const options = ringOptions(given);
  const call =
    url === undefined
      ? await ringHere(number, document, options, signing)
      : await ringThere({ number: number ?? '', ...options }, url, env);
  const text = json
    ? JSON.stringify(call, null, 2)
    : showText(callStory(document === undefined ? call : { ...call, number: `${call.number}, a sample number` }), {
        columns: process.stdout.columns ?? 80,
      });
  return { text, hasProblems: call.problems.length > 0 };
}

function ringOptions({ from, digits, speech, answers, ...given }: RingNumberOptions): RingOptions {
  const seconds = given['hangup-after'];
  if (seconds !== undefined && !/^\d+(?:\.\d+)?$/.test(seconds))
    throw new UsageError(`--hangup-after must be a number of seconds, not ${seconds}`);
  const parsed = answers === undefined ? undefined : jsonOf(answers);
  if (answers !== undefined && !isPlain(parsed))
    throw new UsageError('--answers must be a JSON object, such as {"+15035550100":{"outcome":"busy"}}');
  return {
    ...(from !== undefined && { from }),
    ...(digits && { digits }),
    ...(speech && { speech }),
    ...(seconds !== undefined && { hangup_after: Number(seconds) }),
    // The sandbox checks the answers.
    ...(isPlain(parsed) && { answers: parsed as NonNullable<RingOptions['answers']> }),
  };
}

async function ringHere(
  number: string | undefined,
  file: string | undefined,
  options: RingOptions,
  signing: Pick<SandboxOptions, 'signing_key' | 'signature_prefix'>,
): Promise<Ring> {
  const sandbox = sandboxOf(() => newSandbox(signing));
  const served = file === undefined ? undefined : await serveDocument(textIn(file));
  try {
    if (number !== undefined || served === undefined) return await sandbox.ring(number ?? '', options);
    const call = await sandbox.ring(await numberFor(sandbox, served.url, served.isXml), options);
    const shown = {
      ...call,
      route: `document ${file}`,
      requests: call.requests.filter(({ url }) => url !== served.url),
    };
    // The address that serves the file means nothing to the reader. Other URLs of its server are relative in the document.
    return namedBy(shown, [
      [served.url, file ?? ''],
      [new URL(served.url).origin, ''],
    ]);
  } catch (error) {
    throw new UsageError((error as Error).message);
  } finally {
    await Promise.all([sandbox.close(), served?.close()]);
  }
}

/** Replaces texts in all strings of a result. */
function namedBy<T>(result: T, names: readonly (readonly [string, string])[]): T {
  return JSON.parse(JSON.stringify(result), (_, value: unknown) =>
    typeof value === 'string' ? names.reduce((text, [from, to]) => text.replaceAll(from, () => to), value) : value,
  );
}

const PATH = '/document';

/** Serves one document on loopback, because a number is bound to a URL. */
export async function serveDocument(text: string) {
  const isXml = text.trimStart().startsWith('<');
  const headers = { 'content-type': isXml ? 'application/xml' : 'application/json' };
  const { url, close } = await listen({
    async send(request) {
      const isDocument = new URL(request.url).pathname === PATH;
      return isDocument
        ? { status: 200, headers, body: Buffer.from(text) }
        : { status: 404, headers: {}, body: Buffer.from('Only the document is served here.') };
    },
  });
  return { url: url + PATH, close, isXml };
}

async function numberFor(sandbox: Sandbox, url: string, isXml: boolean): Promise<string> {
  const { phone_numbers } = sandbox.client();
  const [number] = (await phone_numbers.list()).data;
  if (!number) throw new Error('the sandbox has no numbers');
  await (isXml ? phone_numbers.set_cxml_webhook(number.id, url) : phone_numbers.set_swml_webhook(number.id, url));
  return number.number;
}

function textIn(file: string): string {
  let text: string;
  try {
    text = readRegularFile(file).toString();
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${fileProblem(error)}`);
  }
  if (text.trim() === '') throw new UsageError(`${file} is empty`);
  return text;
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
