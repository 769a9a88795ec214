import type { ReplayTarget } from '../cases/index.js';
import { CREDENTIAL_VARIABLES } from '../client/index.js';
import { liveTransport } from '../http/index.js';
import { readPolicy } from '../redact/index.js';
import { fileProblem, isPlain, readRegularFile, UsageError } from '../util/index.js';

/** Reads an argument that is a JSON object. */
export function jsonObject(name: string, text: string): Record<string, unknown> {
  let reason = '';
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch (error) {
    reason = reasonOf(error, text);
  }
  throw new UsageError(`${name} must be a JSON object, not ${text}${reason}`);
}

/** Returns the parser's reason and the column. Some messages of Node.js name no position, only the character. */
function reasonOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const [reason = ''] = message.split(/ in JSON at position|, "|, \.\.\./, 1);
  const [, character = ''] = /^Unexpected token '?(.)/u.exec(message) ?? [];
  const [first, second] = [text.indexOf(character), text.lastIndexOf(character)];
  const position = /at position (\d+)/.exec(message)?.[1] ?? (character !== '' && first === second ? first : undefined);
  const end = /^(?:Unexpected end|Unterminated)/.test(message) ? text.length : undefined;
  const place = position ?? end;
  return `: ${reason}${place === undefined ? '' : `, at column ${Number(place) + 1}`}`;
}

/** Reads the number of an exchange, as `cassette show` prints it. */
export function exchangeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${option} needs the number of an exchange`);
  return Number(text);
}

/** Reads a policy file: which rules of redaction apply. */
export function policyIn(file: string) {
  let text: string;
  try {
    text = readRegularFile(file).toString();
  } catch (error) {
    throw new UsageError(`the policy ${file} cannot be read: ${fileProblem(error)}`);
  }
  return readPolicy(text, file);
}

/** The server on this machine that requests are sent to, with the account in the environment. */
export function localTarget(url: string, env: NodeJS.ProcessEnv): ReplayTarget {
  const { protocol, hostname, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', origin: '' };
  if (!/^https?:$/.test(protocol) || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new UsageError(`--url must be an address of this machine, such as http://127.0.0.1:8080, not ${url}`);
  const { [CREDENTIAL_VARIABLES.project]: project, [CREDENTIAL_VARIABLES.token]: token } = env;
  if (!project || !token)
    throw new UsageError(`--url needs ${CREDENTIAL_VARIABLES.project} and ${CREDENTIAL_VARIABLES.token}`);
  return { transport: liveTransport(), base: origin, project, token };
}
