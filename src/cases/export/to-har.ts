import { z } from 'zod';
import { type CassetteEntry, type RecordedBody, textOf } from '../../cassette/index.js';
import { statusText } from '../../http/index.js';
import { jsonOf, packageVersion } from '../../util/index.js';
import { HarEntry, NO_RESPONSE } from '../import/har/schema.js';
import type { Exporter, Recording } from './exporter.js';
import { requestsProblem } from './gate/http-file-gate.js';

/** Writes a HAR 1.2 for the network panels of browsers and for proxies. */
export const harFile: Exporter = {
  name: 'har',
  summary: 'a HAR 1.2 for browsers and proxies',
  extension: '.har',
  problem: harProblem,
  write({ header, documents }) {
    const start = Date.parse(header.recorded_at ?? header.clock ?? '') || 0;
    let ms = start;
    const entries = documents.flatMap((document) => {
      if (document.kind !== 'http') return [];
      const entry = document as CassetteEntry;
      const har = harEntry(entry, ms);
      ms += entry.ms ?? 1;
      return [har];
    });
    const creator = { name: 'patchbay', version: packageVersion() };
    return `${JSON.stringify({ log: { version: '1.2', creator, entries } }, null, 2)}\n`;
  },
};

const Har = z.object({ log: z.object({ entries: z.array(HarEntry) }) });

/** Reads the HAR back. */
function harProblem(text: string, { documents }: Recording): string | undefined {
  const read = Har.safeParse(jsonOf(text));
  if (!read.success) return 'it is not a valid HAR';
  const found = read.data.log.entries.map(({ request: { method, url, postData } }) => ({
    ...{ method, url, type: postData?.mimeType ?? undefined, body: postData?.text ?? undefined },
  }));
  const expected = documents.flatMap((document) => {
    if (document.kind !== 'http') return [];
    const { method, url, type = 'application/json', body } = (document as CassetteEntry).request;
    return [{ method, url, type: body && type, body: contentOf(body).text }];
  });
  return requestsProblem(found, expected);
}

/** The errors of Chromium, which an import reads. */
const ERRORS: Readonly<Partial<Record<NonNullable<CassetteEntry['fault']>, string>>> = {
  refused: 'net::ERR_CONNECTION_REFUSED',
  timeout: 'net::ERR_TIMED_OUT',
  aborted: 'net::ERR_ABORTED',
  reset: 'net::ERR_CONNECTION_RESET',
};

function harEntry({ op, request, response, fault, ms = 0 }: CassetteEntry, startedMs: number) {
  const url = new URL(request.url);
  const type = request.type ?? 'application/json';
  return {
    startedDateTime: new Date(startedMs).toISOString(),
    time: ms,
    ...(op !== undefined && { comment: op }),
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.body ? [{ name: 'content-type', value: type }] : [],
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body && { postData: { mimeType: type, ...contentOf(request.body) } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: response?.status ?? 0,
      statusText: response ? (response.reason ?? statusText(response.status)) : '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(response?.headers ?? {}).map(([name, value]) => ({ name, value })),
      content: { size: -1, mimeType: response?.headers?.['content-type'] ?? '', ...contentOf(response?.body) },
      redirectURL: response?.headers?.location ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(!response && { _error: fault ? ERRORS[fault] : NO_RESPONSE }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

const contentOf = (body: RecordedBody | undefined): { readonly text?: string; readonly encoding?: 'base64' } =>
  body === undefined ? {} : 'base64' in body ? { text: body.base64, encoding: 'base64' } : { text: textOf(body) };
