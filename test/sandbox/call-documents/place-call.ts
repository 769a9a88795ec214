import { readFileSync } from 'node:fs';
import { createSandbox } from '../../../src/sandbox.js';
import type { SeenRequest } from './compare.js';
import { CALLER, type CallDocument, type Caller, type Page, PROJECT_NUMBER } from './expectation.js';

const SERVER = 'https://ivr.example.com';
/** A number that answers after five seconds. */
const SLOW = '+15005550104';

export interface Observed {
  readonly result: Awaited<ReturnType<ReturnType<typeof createSandbox>['ring']>>;
  readonly requests: readonly SeenRequest[];
  /** Everything that the sandbox stores or shows. */
  readonly stored: string;
}

function readBody(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
}

function readRequest(request: { method: string; url: string; headers: object; body?: unknown }): SeenRequest {
  const { pathname, searchParams } = new URL(request.url);
  const entries = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const headers: Record<string, string> = Object.fromEntries(entries);
  const body = readBody(request.body);
  const type = headers['content-type'] ?? '';
  const seen = { method: request.method, path: pathname, headers };
  if (body === '') return { ...seen, type: 'none', fields: Object.fromEntries(searchParams) };
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { ...seen, type: 'form', fields: Object.fromEntries(new URLSearchParams(body)) };
  if (type.startsWith('application/json')) return { ...seen, type: 'json', fields: JSON.parse(body) };
  return { ...seen, type: 'other', fields: body };
}

function reply(page: Page | undefined, body: string): { status: number; headers: Record<string, string>; body: Uint8Array } {
  if (typeof page === 'function') return reply(page(body), body);
  const bytes = (value: string) => new TextEncoder().encode(value);
  if (page === undefined) return { status: 204, headers: {}, body: bytes('') };
  if (typeof page === 'string') {
    const type = page.trimStart().startsWith('<') ? 'application/xml' : 'application/yaml';
    return { status: 200, headers: { 'content-type': type }, body: bytes(page) };
  }
  const answer = page as { status?: number; body?: string };
  if (typeof answer.status === 'number') {
    const type = answer.body?.startsWith('{') ? 'application/json' : 'text/plain';
    return { status: answer.status, headers: { 'content-type': type }, body: bytes(answer.body ?? '') };
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: bytes(JSON.stringify(page)) };
}

/** Calls the number of the document, and returns what happened. Time is that of the sandbox. */
export async function placeCall(name: string, document: CallDocument, caller: Caller): Promise<Observed> {
  const file = document.language === 'swml' ? 'document.yaml' : 'document.xml';
  const pages: Record<string, Page> = {
    '/call': readFileSync(new URL(`${name}/${file}`, import.meta.url), 'utf8'),
    ...document.pages,
  };
  const requests: SeenRequest[] = [];
  const sandbox = createSandbox();
  sandbox.webhooks.answerFrom({
    send: async (request) => {
      const seen = readRequest(request);
      const earlier = requests.filter(({ path }) => path === seen.path).length;
      requests.push(seen);
      const page = pages[seen.path];
      return reply(Array.isArray(page) ? page[earlier] : page, readBody(request.body));
    },
  });
  const { phone_numbers, calling } = sandbox.client();
  const { data } = await phone_numbers.list();
  const id = String(data.find(({ number }) => number === PROJECT_NUMBER)?.id);
  if (document.language === 'swml') await phone_numbers.set_swml_webhook(id, `${SERVER}/call`);
  else {
    const more = { fallback_url: `${SERVER}/fallback`, status_callback_url: `${SERVER}/status` };
    await phone_numbers.set_cxml_webhook(id, `${SERVER}/call`, more);
  }
  if (caller.other) await calling.dial({ from: '+12065550101', to: SLOW, swml: caller.other });
  const { from = CALLER, digits, speech, hangup_after, answers } = caller;
  const result = await sandbox.ring(PROJECT_NUMBER, {
    from,
    ...(digits && { digits }),
    ...(speech && { speech }),
    ...(hangup_after !== undefined && { hangup_after }),
    ...(answers && { answers }),
  });
  await sandbox.settled();
  sandbox.clock.advance(120);
  await sandbox.settled();
  const stored = JSON.stringify([result, sandbox.journal, sandbox.callbacks, sandbox.inbox, sandbox.snapshot()]);
  await sandbox.close();
  return { result, requests, stored };
}
