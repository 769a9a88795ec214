import type { Served, ServedResponse, WireRequest } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { json, pageResponse } from '../access/page-response.js';

/** The parts of the control API that the page uses. Others, such as the signing key, are for programs only. */
const ALLOWED = ['ring', 'calls', 'story', 'clock', 'inbox', 'callbacks', 'callbacks/settle', 'faults', 'reset'];

interface Ports {
  readonly server: Served;
  readonly authorization: string;
  readonly secrets: SecretCutter;
}

/** Passes a request of the page on to the control API, and masks secrets in the response. */
export async function askControl(path: string, request: WireRequest, ports: Ports): Promise<ServedResponse> {
  if (!ALLOWED.includes(path)) return json(404, { error: `the page does not use ${path.slice(0, 80)}` });
  const { origin, search } = new URL(request.url);
  const { method, body } = request;
  const answer = await ports.server.send({
    method,
    url: `${origin}/_patchbay/api/${path}${search}`,
    headers: { authorization: ports.authorization },
    ...(body !== undefined && { body }),
  });
  if (!(answer.body instanceof Uint8Array)) return json(500, { error: 'the control API sent a stream' });
  const text = ports.secrets.text(Buffer.from(answer.body).toString('utf8'));
  return pageResponse(answer.status, 'application/json', text);
}
