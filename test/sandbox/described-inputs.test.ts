import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { operations, RestClient, walkRows } from '../../src/client/index.js';
import type { Transport, WireRequest } from '../../src/http/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';
import { operationOf } from './support/checked.js';
import { misfitsOfAnswer, misfitsOfError, oracleOf } from './support/oracle-shape.js';
import { describedInputs, wrongInputs } from './support/wrong-inputs.js';
import type { Walk } from './walks/walk.js';

const walks = readdirSync(new URL('walks/', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'walk');

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose wrong values are accepted. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'beyond.messages.create header_template_parameters':
    'unknown fields are ignored, and the alternative of text has none',
  'beyond.messages.create body_template_parameters': 'as header_template_parameters',
  'beyond.messages.create button_template_parameters': 'as header_template_parameters',
  'fabric.freeswitch_connectors.create token': 'a secret of the switch, in any format',
};

/** Operations for which the required fields alone are not enough, by a rule that the description has in words. */
const NOT_ENOUGH: Readonly<Record<string, string>> = {
  'beyond.messages.create': 'a text needs body or media',
  'calling.collect': 'digits or speech',
  'calling.dial': 'only one client requires to, and the call needs a callee',
  'calling.update': 'url, swml or status',
  'compat.calls.create': 'Url or ApplicationSid',
  'compat.calls.stop_stream': 'the client sends the only value of Status',
  'compat.conferences.stop_stream': 'the client sends the only value of Status',
  'compat.messages.create': 'From or MessagingServiceSid',
  'registry.campaigns.create_order': 'a list with at least one number',
  'short_codes.update': 'the companion of message_handler',
};

const exceptions = new Set([...Object.keys(ACCEPTED).map((field) => field.split(' ')[0]), ...Object.keys(NOT_ENOUGH)]);
/** Each namespace whose operations take fields, and each exception, in every run. */
const isFirstOfNamespace = firstOfItsKind((name: string) => name.split('.')[0]);
const tested = new Set(
  sampled(
    [...walkRows(operations)].flatMap(([name, { needs, takes }]) => (needs || takes ? [name] : [])),
    (name) => exceptions.has(name) || isFirstOfNamespace(name),
  ),
);

describe('the fields of each operation', () => {
  const used = new Set<string>();

  it.each(walks)('in %s are refused if they are wrong, and every response has the described shape', async (name) => {
    const { [name]: walk } = (await import(`./walks/${name}.ts`)) as Record<string, Walk>;
    const sandbox = createSandbox();
    const found: Found = { accepted: new Map(), notEnough: new Map(), misshapen: [] };
    await (walk as Walk)(new RestClient({ ...sandbox.credentials, transport: varying(sandbox, found) }), sandbox);
    for (const what of [...found.accepted.keys(), ...found.notEnough.keys()]) used.add(what);
    expect([...found.accepted].filter(([field]) => !(field in ACCEPTED))).toEqual([]);
    expect([...found.notEnough].filter(([operation]) => !(operation in NOT_ENOUGH))).toEqual([]);
    expect(found.misshapen).toEqual([]);
  });

  afterAll(() => {
    expect([...Object.keys(ACCEPTED), ...Object.keys(NOT_ENOUGH)].filter((what) => !used.has(what))).toEqual([]);
  });
});

interface Found {
  /** Operation and field → a wrong value that was accepted. */
  readonly accepted: Map<string, string>;
  /** Operation → why its required fields were refused. */
  readonly notEnough: Map<string, string>;
  readonly misshapen: string[];
}

/** Sends the first request of each operation also in every variation, each time to the state before the request. */
function varying(sandbox: Sandbox, found: Found): Transport {
  const { transport } = sandbox;
  const seen = new Set<string>();
  return {
    async send(request) {
      const operation = operationOf(request);
      if (operation === undefined || seen.has(operation) || !tested.has(operation)) return transport.send(request);
      const before = sandbox.snapshot();
      const response = await transport.send(request);
      if (response.status >= 300) return response;
      seen.add(operation);
      const after = sandbox.snapshot();
      await sendVariations(operation, fieldsOf(request, operation), found, async (fields) => {
        sandbox.restore(before);
        const answer = await transport.send(withFields(request, operation, fields));
        const text = Buffer.from(answer.body).toString('utf8');
        return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
      });
      sandbox.restore(after);
      return response;
    },
  };
}

type Send = (fields: Fields) => Promise<{ readonly status: number; readonly body: unknown }>;

async function sendVariations(operation: string, fields: Fields, found: Found, send: Send): Promise<void> {
  const statusOf = async (what: string, changed: Fields) => {
    const { status, body } = await send(changed);
    const misfits = status < 300 ? misfitsOfAnswer(operation, body) : misfitsOfError(operation, status, body);
    if (misfits.length > 0 || status >= 500) found.misshapen.push(`${operation}, ${what}: ${status} ${misfits}`);
    return { isRefused: status >= 300, text: `${status} ${JSON.stringify(body)}` };
  };
  for (const { name, what, body } of wrongInputs(operation, fields)) {
    const { isRefused } = await statusOf(what, body);
    if (!isRefused) found.accepted.set(`${operation} ${name}`, what);
  }
  const { least, more } = describedInputs(operation, fields);
  const { isRefused, text } = await statusOf('the required fields', least);
  if (isRefused) found.notEnough.set(operation, text);
  const each = more.map(({ what, body }) => ({ what, body: { ...fields, ...body } }));
  const accepted: Fields[] = [];
  for (const { what, body } of each) if (!(await statusOf(what, body)).isRefused) accepted.push(body);
  await statusOf('all fields', Object.assign({}, fields, ...accepted));
}

function bodyOf({ body, headers }: WireRequest): Fields {
  const text = body === undefined ? '' : Buffer.from(body as string).toString('utf8');
  if (text === '') return {};
  return headers['content-type']?.includes('json') ? JSON.parse(text) : formFields(text);
}

function formFields(text: string): Fields {
  const all = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text)) {
    const isNumber = /^\d{1,9}$/.test(value) && !/^(To|From|Phone|Area)/.test(name);
    const one = isNumber ? Number(value) : value === 'true' || (value !== 'false' && value);
    all.set(name, all.has(name) ? [all.get(name), one].flat() : one);
  }
  return Object.fromEntries(all);
}

const fieldsOf = (request: WireRequest, operation: string): Fields => {
  const body = bodyOf(request);
  return oracleOf(operation).command ? (body.params as Fields) : body;
};

function withFields(request: WireRequest, operation: string, fields: Fields): WireRequest {
  if (request.body === undefined) return request;
  const body = oracleOf(operation).command ? { ...bodyOf(request), params: fields } : fields;
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { ...request, headers, body: JSON.stringify(body) };
}
