import type { ServerResponse } from 'node:http';
import { closedAfterTest } from './closed-after-test.js';
import { serve } from './loopback.js';

/** What a site answers at a path: a page of HTML, or something more particular. */
export type Answer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | ((response: ServerResponse) => void);

/** Takes a request and never answers. */
export const HANGS: Answer = () => {};

/** A site on loopback, for one test. It knows in which order it was asked for what, and how many requests were open. */
export async function site(first: Readonly<Record<string, Answer>>) {
  const pages: Record<string, Answer> = { ...first };
  const asked: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const load = { open: 0, most: 0, givenUp: 0 };
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    headers.push(request.headers);
    load.most = Math.max(load.most, ++load.open);
    response.on('close', () => {
      load.open--;
      if (!response.writableFinished) load.givenUp++;
    });
    const answer = pages[path] ?? { status: 404, body: 'nothing here' };
    if (typeof answer === 'function') return answer(response);
    const { status = 200, headers: more = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...more });
    response.end(body);
  });
  const { url } = closedAfterTest(server);
  return { url, pages, asked, headers, load };
}

/** A page that links to others. */
export const linking = (title: string, ...links: string[]): string =>
  `<html><head><title>${title}</title></head><body><p>About ${title}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}</body></html>`;
