import type { RingOptions } from '../../../../src/sandbox/engine/run/story.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { expectCleanCheck } from '../../support/clean-check.js';

/** A document, or a function of the fields that the request sent. */
export type Served = string | ((fields: Readonly<Record<string, string>>) => string);

/** How the caller behaves, and what the number receives. */
export type CallOptions = RingOptions & { readonly mode?: 'voice' | 'fax' };

export const response = (...verbs: string[]): string => `<Response>${verbs.join('')}</Response>`;

/** Calls a number that is bound to a real server, which serves the documents by path. The call starts at `/main`. */
export async function called(
  documents: Readonly<Record<string, Served>>,
  { mode = 'voice', ...options }: CallOptions = {},
) {
  const requests: {
    readonly method: string;
    readonly path: string;
    readonly fields: Readonly<Record<string, string>>;
  }[] = [];
  const server = await receiver(({ method, target, body }) => {
    const url = new URL(target, 'http://127.0.0.1');
    const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    requests.push({ method, path: url.pathname, fields });
    const served = documents[url.pathname];
    const text = typeof served === 'function' ? served(fields) : (served ?? '');
    return { headers: { 'content-type': 'application/xml' }, body: text };
  });
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
  await phone_numbers.set_cxml_webhook(id, `${server.url}/main`);
  await phone_numbers.update(id, { call_receive_mode: mode });
  const rung = await sandbox.ring(number, { from: '+15035550199', ...options });
  await server.close();
  const texts = Object.values(documents).filter((one) => typeof one === 'string' && one.includes('<Response'));
  if (rung.problems.length === 0) for (const text of texts) await expectCleanCheck(String(text));
  const at = (path: string) => requests.filter((one) => one.path === path).map(({ fields }) => fields);
  return {
    ...rung,
    number,
    sandbox,
    story: rung.steps.map(({ verb, says }) => `${verb}: ${says.replaceAll(server.url, '')}`),
    times: rung.steps.map(({ time }) => time),
    /** Every request that the server received, in order. */
    sent: requests.map(({ method, path }) => `${method} ${path}`),
    /** The fields of the requests to a path, in order. */
    requestsTo: at,
    problems: rung.problems.map((one) => one.replaceAll(server.url, '')),
  };
}
