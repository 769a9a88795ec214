import { onTestFinished } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { inspectProjects } from '../../src/inspector/index.js';
import { createSandbox } from '../../src/sandbox.js';

export const TOKEN = `PT${'7d'.repeat(20)}`;

/** A served sandbox with its inspector, and a browser that keeps one cookie. */
interface Options {
  readonly now?: () => number;
  readonly projects?: true;
}

export async function inspected({ now, projects }: Options = {}) {
  const sandbox = createSandbox({ token: TOKEN });
  const page = inspectProjects(sandbox, now && { now });
  const { through, around, onProject } = page;
  const server = await sandbox.listen(0, { through, around, onProject, ...(projects && { projects }) });
  const origin = server.url;
  page.listens(origin);
  onTestFinished(async () => {
    await server.close();
    await sandbox.close();
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers, redirect: 'manual' });
  const open = async () => {
    const response = await get(page.newAddress());
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  /** What the script of a page sends. */
  const pageOf =
    (cookie: string) =>
    async (method: string, path: string, body?: unknown, headers = {}) => {
      const response = await fetch(`${origin}/_patchbay/data/${path}`, {
        method,
        headers: { cookie, origin, 'x-patchbay-page': '1', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: JSON.parse(text) };
    };
  const client = new RestClient({ ...server.credentials, retries: 0, on_notice: () => {} });
  return { sandbox, inspector: page, log: page.log, origin, get, open, pageOf, client };
}

export interface SentEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads server-sent events until one of them is the wanted one, and disconnects. */
export async function eventsUntil(response: Response, isLast: (event: SentEvent) => boolean): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s)));
      if (fields.event === undefined) continue;
      const event = { ...(fields.id && { id: fields.id }), event: fields.event, data: JSON.parse(fields.data) };
      events.push(event);
      if (isLast(event)) return events;
    }
  }
  throw new Error('the stream ended');
}
