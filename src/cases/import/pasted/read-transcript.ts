import { requestOf } from '../draft-request.js';
import {
  type FoundRequest,
  headerIn,
  type Importer,
  ignoredNote,
  linesIn,
  pastedResponse,
  type ReadInput,
} from '../found-request.js';
import { leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

const REQUEST = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(https?:\/\/\S+)(?:\s+HTTP\/[\d.]+)?\s*$/;
const STATUS = /^\s*HTTP\/[\d.]+ (\d{3})\b/;

/** Reads requests and responses that people type or paste into a message, with words around them. */
export const transcript: Importer = {
  name: 'transcript',
  title: 'requests and responses in a message',
  summary: 'a request line with a URL, and the response below it, in any message',
  isPasted: true,
  accepts: (text) => {
    const lines = text.split(/\r?\n/, 5000);
    return lines.some((line) => REQUEST.test(line)) && lines.some((line) => STATUS.test(line));
  },
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const lines = text.split(/\r?\n/);
    const starts = lines.flatMap((line, i) => (REQUEST.test(line) ? [i] : []));
    let ignored = linesIn(lines.slice(0, starts[0]).join('\n'));
    const requests = starts.flatMap((start, i): FoundRequest[] => {
      const [, method = '', address = ''] = REQUEST.exec(lines[start] ?? '') ?? [];
      const below = lines.slice(start + 1, starts[i + 1]);
      const index = below.findIndex((line) => STATUS.test(line));
      const sent = sentIn(index < 0 ? below : below.slice(0, index), credentials);
      const status = Number(STATUS.exec(below[index] ?? '')?.[1]);
      const received = index < 0 ? undefined : pastedResponse(status, below.slice(index + 1));
      ignored += sent.ignored + (received?.ignored ?? 0);
      const draft = { place: `${file}, line ${start + 1}`, method, address, type: sent.type, sent: sent.body };
      const request = requestOf(draft, credentials);
      return request ? [{ ...request, ...(received && { response: received.response }) }] : [];
    });
    return { requests, problems: ignoredNote(file, ignored), credentials: credentials.values };
  },
};

/** The headers and the body of a request. Other words are of the message, so only JSON and a declared form are a body. */
function sentIn(lines: readonly string[], credentials: LeftOutCredentials) {
  const plain = lines.map((line) => line.trim());
  const end = plain.findIndex((line) => headerIn(line) === undefined);
  const head = plain.slice(0, end < 0 ? undefined : end).map(headerIn);
  const headers = new Map(head.flatMap((one) => (one ? [one] : [])));
  for (const header of headers) credentials.header(...header);
  const text = end < 0 ? '' : plain.slice(end).join('\n').trim();
  const type = headers.get('content-type');
  const [line = ''] = text.split('\n', 1);
  const body = leadingJson(text) ?? (type?.includes('form') && /^[\w%.[\]]+=\S*$/.test(line) ? line : undefined);
  return { type, body, ignored: linesIn(text.slice(body?.length ?? 0)) };
}
