import type { z } from 'zod';
import { jsonOf } from '../../../util/index.js';
import { faultOf } from '../draft-request.js';
import { type FoundRequest, type FoundResponse, type Importer, plainUrl, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { HarEntry, HarLog, NO_RESPONSE } from './schema.js';

/** Reads a HAR of a browser, a proxy or an API tool. */
export const har: Importer = {
  name: 'har',
  title: 'a HAR file',
  isStructured: true,
  summary: 'HAR 1.1 and 1.2 from a browser, a proxy or an API tool',
  accepts: (text, file) => /\.har$/i.test(file) || /^\s*\{[\s\S]{0,2000}?"log"\s*:\s*\{/.test(text.slice(0, 4000)),
  read: readHar,
};

const MAX_ENTRIES = 200_000;

function readHar(text: string, file: string): ReadInput {
  const value = jsonOf(text.replace(/^\ufeff/, ''));
  if (value === undefined) return failed(`${file} is not valid JSON, so it is not a HAR. Is the file incomplete?`);
  const head = HarLog.safeParse(value);
  if (!head.success) return failed(`${file} has no log.entries, so it is not a HAR`);
  const { entries } = head.data.log;
  const problems: string[] = [];
  if (entries.length > MAX_ENTRIES) problems.push(`${file}: only the first ${MAX_ENTRIES} entries were read`);
  const credentials = new LeftOutCredentials();
  const requests = entries.slice(0, MAX_ENTRIES).flatMap((entry, i): FoundRequest[] => {
    const place = `${file}, entry ${i + 1}`;
    const read = HarEntry.safeParse(entry);
    if (read.success) return requestsOf(read.data, { place, problems, credentials });
    problems.push(`${place} is not a HAR entry: ${read.error.issues.slice(0, 1).map(sentenceOf)}`);
    return [];
  });
  return { requests: withRefusals(requests), problems, credentials: credentials.values };
}

/** A browser sends no request after a failed preflight. Firefox keeps both, without an error. */
function withRefusals(requests: readonly FoundRequest[]): readonly FoundRequest[] {
  const refused = new Set(
    requests.flatMap(({ method, url, response }) =>
      method === 'OPTIONS' && response && response.status >= 300 ? [url] : [],
    ),
  );
  return requests.map((one) =>
    !one.response && one.method !== 'OPTIONS' && one.code === undefined && refused.has(one.url)
      ? { ...one, fault: 'aborted', code: 'CORS' }
      : one,
  );
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.');
  if (issue.code !== 'invalid_type') return `${field} ${issue.message}`.trim();
  if (issue.message.endsWith('received undefined')) return `${field} is missing`;
  return `${field || 'it'} is not of type ${issue.expected}`;
}

const failed = (problem: string): ReadInput => ({ requests: [], problems: [problem] });

interface Found {
  readonly place: string;
  readonly problems: string[];
  readonly credentials: LeftOutCredentials;
}

function requestsOf(entry: HarEntry, { place, problems, credentials }: Found): FoundRequest[] {
  const { request, response, startedDateTime, time } = entry;
  if (!/^https?:/i.test(request.url)) return [];
  if (!URL.canParse(request.url)) {
    problems.push(`${place} has a URL that is not valid`);
    return [];
  }
  credentials.address(request.url);
  for (const { name, value } of request.headers ?? []) credentials.header(name, value ?? '');
  const startedMs = Date.parse(startedDateTime ?? '');
  const own: string[] = [];
  const found = response ? responseOf(response, own) : undefined;
  const body = bodyOf(request, own);
  return [
    {
      place,
      method: request.method.toUpperCase(),
      url: plainUrl(request.url),
      type: request.postData?.mimeType || headerOf(request.headers, 'content-type'),
      ...(body && { body }),
      ...(found && { response: found }),
      ...(!found && response?._error !== NO_RESPONSE && faultOf(response?._error ?? '')),
      ...(!Number.isNaN(startedMs) && { startedMs }),
      ...(typeof time === 'number' && time >= 0 && { tookMs: time }),
      ...(own.length > 0 && { problems: own }),
    },
  ];
}

type Request = HarEntry['request'];

function bodyOf({ postData, bodySize, headers }: Request, problems: string[]): Buffer | undefined {
  if (postData?.text) return Buffer.from(postData.text, postData.encoding === 'base64' ? 'base64' : 'utf8');
  const params = postData?.params ?? [];
  if (params.length > 0) {
    if (params.some(({ fileName }) => fileName))
      problems.push('the body contains a file, whose contents are not in the HAR');
    return Buffer.from(
      new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString(),
    );
  }
  const length = Math.max(bodySize ?? 0, Number(headerOf(headers, 'content-length') ?? 0));
  if (length > 0) problems.push(`the body of the request is missing: ${length} bytes`);
  return undefined;
}

type Response = NonNullable<HarEntry['response']>;

/** A status of 0 means that no response was received. */
function responseOf({ status, headers, content }: Response, problems: string[]): FoundResponse | undefined {
  if (!Number.isInteger(status) || status < 100 || status > 999) return undefined;
  const { text, encoding, mimeType, size } = content ?? {};
  const body = text ? Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') : Buffer.alloc(0);
  if (!text && (size ?? 0) > 0) problems.push(`the body of the response is missing: ${size} bytes`);
  const all = Object.fromEntries((headers ?? []).map(({ name, value }) => [name.toLowerCase(), value ?? '']));
  // The text in a HAR is already decoded.
  delete all['content-encoding'];
  delete all['content-length'];
  return { status, headers: { ...(mimeType && { 'content-type': mimeType }), ...all }, body };
}

const headerOf = (headers: Request['headers'], name: string) =>
  headers?.find((one) => one.name.toLowerCase() === name)?.value ?? undefined;
