import { RestClient } from '../../../src/client/index.js';
import type { Transport, WireRequest } from '../../../src/http/index.js';
import type { Sandbox } from '../../../src/sandbox/index.js';
import { jsonOf } from '../../../src/util/index.js';

interface Recorded {
  readonly kind: 'http';
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly body?: { readonly json: unknown } };
}

/** Sends requests to a sandbox and keeps them as the documents of a recording. */
export function recorded(sandbox: Sandbox) {
  const documents: Recorded[] = [];
  const transport: Transport = {
    async send(request, context) {
      const response = await sandbox.transport.send(request, context);
      const json = jsonOf(Buffer.from(response.body).toString('utf8'));
      documents.push({
        kind: 'http',
        request: { method: request.method, url: request.url, ...sentBody(request) },
        response: { status: response.status, ...(json !== undefined && { body: { json } }) },
      });
      return response;
    },
  };
  const { project, token, host } = sandbox.credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  return {
    documents,
    client: new RestClient({ ...sandbox.credentials, transport, retries: 0 }),
    /** Requests a path or a URL and returns the status and the body. */
    async get(path: string): Promise<{ status: number; body: unknown }> {
      const { href: url } = new URL(path, `https://${host}`);
      const { status, body } = await transport.send({ method: 'GET', url, headers: { authorization } }, {});
      return { status, body: jsonOf(Buffer.from(body).toString('utf8')) };
    },
  };
}

function sentBody({ body }: WireRequest) {
  if (body === undefined) return {};
  const text = Buffer.from(body).toString('utf8');
  const json = jsonOf(text);
  return { body: json === undefined ? { text } : { json } };
}
