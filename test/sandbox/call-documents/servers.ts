import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { createSandbox } from '../../../src/sandbox.js';
import type { SeenRequest } from './compare.js';
import type { CallDocument, Page } from './expectation.js';

const SERVER = 'https://ivr.example.com';
const LOCAL = 'http://127.0.0.1:8700';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
  readonly body?: unknown;
}
interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface Servers {
  /** The URL of the documents. */
  readonly base: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

function readBody(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
}

function readRequest(request: Sent): SeenRequest {
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

function write(page: Page | undefined, body: string): { status: number; type: string; text: string } {
  if (typeof page === 'function') return write(page(body), body);
  if (page === undefined) return { status: 204, type: 'text/plain', text: '' };
  if (typeof page === 'string') {
    const type = page.trimStart().startsWith('<') ? 'application/xml' : 'application/yaml';
    return { status: 200, type, text: page };
  }
  const { status, body: text = '' } = page as { status?: number; body?: string };
  if (status === undefined) return { status: 200, type: 'application/json', text: JSON.stringify(page) };
  return { status, type: text.startsWith('{') ? 'application/json' : 'text/plain', text };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers the requests of the sandbox: in this process, or on a server on this machine. */
export async function startServers(
  sandbox: ReturnType<typeof createSandbox>,
  name: string,
  { language, pages }: CallDocument,
  local: boolean,
): Promise<Servers> {
  const requests: SeenRequest[] = [];
  const file = language === 'swml' ? 'document.yaml' : 'document.xml';
  const all: Record<string, Page> = {
    '/call': readFileSync(new URL(`${name}/${file}`, import.meta.url), 'utf8'),
    ...pages,
  };
  const answer = (request: Sent, base: string): Reply => {
    const seen = readRequest(request);
    const earlier = requests.filter(({ path }) => path === seen.path).length;
    requests.push(seen);
    const page = all[seen.path];
    const { status, type, text } = write(Array.isArray(page) ? page[earlier] : page, readBody(request.body));
    const moved = local ? text.replaceAll(SERVER, base).replaceAll(LOCAL, base) : text;
    return { status, headers: { 'content-type': type }, body: new TextEncoder().encode(moved) };
  };
  if (!local) {
    sandbox.webhooks.answerFrom({ send: async (request) => answer(request, SERVER) });
    return { base: SERVER, requests, close: async () => {} };
  }
  let base = '';
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const reply = answer({ method, url: new URL(url, base).href, headers, body: await readAll(request) }, base);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { base, requests, close };
}
