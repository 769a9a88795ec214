import { ACCOUNT_CREDENTIAL, curlCommand, rawExchange } from '../../../bench/index.js';
import { RestClient, type Row } from '../../../client/index.js';
import type { Served, WireRequest } from '../../../http/index.js';
import { CUT, type SecretCutter } from '../../../redact/index.js';
import { jsonOf } from '../../../util/index.js';
import type { CallPreview, CallResult, OperationCall } from '../../contract.js';
import type { InspectedSandbox } from '../../inspected.js';
import { shownCall } from '../typed-call.js';
import { fieldsIn, RefusedCall } from './fields-text.js';
import { call, NAMESPACES } from './listed-resources.js';

const MAX_RESPONSE = 100_000;

interface Ports {
  readonly sandbox: InspectedSandbox;
  readonly secrets: SecretCutter;
}

/** The request of a call, as TypeScript and as curl. Sends nothing. */
export async function previewCall(body: string, origin: string, { sandbox, secrets }: Ports): Promise<CallPreview> {
  const { request, notices } = await requestOf(callIn(body), sandbox);
  const { method, path, headers, body: sent = '' } = request;
  const url = origin + path;
  const raw = rawExchange({
    request: { method, url, headers, body: sent },
    secrets,
    credentials: [ACCOUNT_CREDENTIAL],
  });
  return {
    ...{ line: `${method} ${path}`, notices },
    typescript: (await shownCall({ kind: 'http', exchange: { method, url, ms: 0, raw } })).typescript,
    curl: curlCommand(method, url, raw),
  };
}

/** Sends the request of a call to the API, as any program does. */
export async function sendCall(
  body: string,
  {
    server,
    origin,
    authorization,
    sandbox,
    secrets,
  }: Ports & { server: Served; origin: string; authorization: string },
): Promise<CallResult> {
  const { request } = await requestOf(callIn(body), sandbox);
  const { path, ...rest } = request;
  const headers = { ...request.headers, authorization };
  const { status, body: response } = await server.send({ ...rest, url: origin + path, headers });
  const text = response instanceof Uint8Array ? Buffer.from(response).toString('utf8') : '';
  return { status, body: secrets.text(text).slice(0, MAX_RESPONSE) };
}

/** Checks what the page sent: one of the operations that it offers. */
function callIn(body: string): OperationCall {
  const value = jsonOf(body);
  if (typeof value !== 'object' || value === null) throw new RefusedCall('The call must be JSON.');
  const { operation, args, fields = null } = value as Partial<Record<keyof OperationCall, unknown>>;
  const namespace = NAMESPACES.find(
    ({ name }) => typeof operation === 'string' && operation.startsWith(`${name}.`) && ROWS.has(operation),
  );
  if (typeof operation !== 'string' || !namespace) throw new RefusedCall('This operation is not available here.');
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string'))
    throw new RefusedCall('The arguments must be strings.');
  if (fields !== null && typeof fields !== 'string') throw new RefusedCall('The fields must be a text.');
  return { operation, args, fields };
}

/** The operations that change something. */
const ROWS: ReadonlyMap<string, Row> = new Map(
  NAMESPACES.flatMap(({ name, rows }) =>
    [...rows].flatMap(([key, row]) => (row.method === 'GET' ? [] : [[`${name}.${key}`, row] as const])),
  ),
);

interface BuiltRequest extends Pick<WireRequest, 'method' | 'headers' | 'body'> {
  readonly path: string;
}

/** Lets the client check the call and build its request, which a transport keeps. */
async function requestOf(
  { operation, args, fields }: OperationCall,
  { credentials }: InspectedSandbox,
): Promise<{ request: BuiltRequest; notices: readonly string[] }> {
  const notices: string[] = [];
  let built: WireRequest | undefined;
  const transport = {
    async send(request: WireRequest) {
      built = request;
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
    },
  };
  const client = new RestClient({
    ...credentials,
    transport,
    retries: 0,
    on_notice: (text) => void notices.push(text),
  });
  const object = fields === null ? undefined : await fieldsIn(fields, ROWS.get(operation));
  try {
    await call(client, operation, [...args, ...(object ? [object] : [])]);
  } catch (error) {
    if (!built) throw new RefusedCall(error instanceof Error ? error.message : String(error));
  }
  if (!built) throw new RefusedCall('This call sends no request.');
  const { method, url, headers, body } = built;
  const { 'content-type': type } = headers;
  const { pathname, search } = new URL(url);
  if (`${pathname}${search}${body ?? ''}`.includes(CUT))
    throw new RefusedCall('A field contains a secret that the page masks. Replace it, or remove the field.');
  return {
    request: {
      method,
      path: pathname + search,
      headers: type === undefined ? {} : { 'content-type': type },
      ...(body !== undefined && { body }),
    },
    notices,
  };
}
