import {
  type CassetteDocument,
  type CassetteEntry,
  keptRequest,
  keptResponse,
  webhookEntry,
} from '../../../src/cassette/index.js';
import { operationOf, RestClient } from '../../../src/client/index.js';
import type { Transport } from '../../../src/http/index.js';
import { createSandbox } from '../../../src/sandbox.js';

/** Records the requests through a transport. */
export function captured() {
  const documents: CassetteDocument[] = [];
  const through = (transport: Transport): Transport => ({
    ...transport,
    async send(request, context) {
      const response = await transport.send(request, context);
      const { method, url, headers } = request;
      const body = request.body === undefined ? undefined : Buffer.from(request.body).toString();
      const op = operationOf({ method, url, headers, ...(body !== undefined && { body }) });
      documents.push({
        kind: 'http',
        ...(op !== undefined && { op }),
        request: keptRequest({ method, url, body, type: headers['content-type'] }),
        response: keptResponse(response),
      });
      return response;
    },
  });
  return { documents, through };
}

/** Records what a program does in a sandbox, up to its first error, and the webhooks. The client checks no fields. */
export async function recordedCase(
  work: (platform: RestClient) => Promise<unknown>,
  sandbox = createSandbox(),
): Promise<{ documents: CassetteDocument[] }> {
  const { documents, through } = captured();
  sandbox.webhooks.follow((webhook) => {
    const entry = webhookEntry(webhook);
    if (entry) documents.push(entry);
  });
  const transport = through(sandbox.transport);
  const client = new RestClient({ ...sandbox.credentials, transport, retries: 0, check: false });
  await work(client).catch(() => {});
  return { documents };
}

interface Facts {
  readonly sent?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly status?: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly unanswered?: true;
}

/** One exchange, written by hand. */
export function http(method: string, path: string, facts: Facts): CassetteEntry {
  const { sent, text, type, status, answer, headers = {}, unanswered } = facts;
  const url = `https://example.space.com${path}`;
  const body = text ?? (sent === undefined ? undefined : JSON.stringify(sent));
  const op = operationOf({ method, url, headers: {}, ...(body !== undefined && { body }) });
  return {
    kind: 'http',
    ...(op !== undefined && { op }),
    request: keptRequest({ method, url, body, type }),
    ...(status !== undefined && {
      response: keptResponse({
        status,
        headers,
        body: Buffer.from(answer === undefined ? '' : JSON.stringify(answer)),
      }),
    }),
    ...(unanswered && { unanswered }),
  };
}
