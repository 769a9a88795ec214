import { type CassetteEntry, openCassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES, operationOf, operations, problemsOf, walkRows } from '../../client/index.js';
import { KnownSecrets, secretCutter } from '../../redact/index.js';
import { cleanLine } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { exchangesOf } from './show.js';

const rows = new Map(walkRows(operations));

/** Returns format errors, leaked secrets, and requests that the client would no longer send, one line each. */
export function check(file: string, env: NodeJS.ProcessEnv): string[] {
  let cassette: ReturnType<typeof openCassette>;
  try {
    cassette = openCassette(file);
  } catch (error) {
    // The file does not exist or cannot be read, so there is nothing to check.
    if (error instanceof Mistake) throw error;
    return [cleanLine(String((error as Error).message))];
  }
  const token = secretCutter([env[CREDENTIAL_VARIABLES.token]]);
  const known = new KnownSecrets(env);
  const problems = exchangesOf(cassette).flatMap((entry, i) => {
    const text = JSON.stringify(entry);
    const leak =
      token.text(text) !== text
        ? ['contains the API token of your environment']
        : variablesIn(text, known).map((name) => `contains the value of ${name} in your environment`);
    // A recording of origin `documented` is from an external service. Its labels are for people and name no operation.
    const old = cassette.header.origin === 'documented' || entry.kind === 'webhook' ? [] : stale(entry);
    return [...leak, ...old].map((problem) => `${file}: exchange ${i + 1} ${problem}`);
  });
  return [...cassette.warnings, ...problems].map(cleanLine);
}

function variablesIn(text: string, known: KnownSecrets): string[] {
  if (known.text(text) === text) return [];
  const found = known.known.filter((secret) => secretCutter([secret]).text(text) !== text);
  return [...new Set(found.map((secret) => known.variableOf(secret) ?? 'a variable'))];
}

/** The label must name an operation, and the body of a successful request must still fit the row. */
function stale({ op, request, response }: CassetteEntry): string[] {
  if (op === undefined) return [];
  const row = rows.get(op);
  if (!row) return [`is ${op}, which is not an operation any more`];
  const body = request.body && 'json' in request.body ? request.body.json : undefined;
  const operation = operationOf({
    method: request.method,
    url: request.url,
    headers: {},
    body: JSON.stringify(body ?? {}),
  });
  if (operation !== op)
    return [
      `is labelled ${op}, but ${request.method} ${new URL(request.url).pathname} is ${operation ?? 'not an operation'} now`,
    ];
  const succeeded = response !== undefined && response.status < 300;
  if (!succeeded || row.gives.kind === 'page' || typeof body !== 'object' || body === null) return [];
  const sent = row.params ? ((body as { params?: unknown }).params ?? {}) : argumentsOf(row.wire, body);
  return problemsOf(row, sent).map(({ at, message }) => `(${op}): ${at} ${message}`);
}

function argumentsOf(wire: Readonly<Record<string, string>> = {}, body: object): object {
  const names = new Map(Object.entries(wire).map(([typed, sent]) => [sent, typed]));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value]));
}
