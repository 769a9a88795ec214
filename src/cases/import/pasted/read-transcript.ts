import { requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, pastedResponse, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

const REQUEST = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(https?:\/\/\S+)\s*$/;
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
    const requests = starts.flatMap((start, i): FoundRequest[] => {
      const [, method = '', address = ''] = REQUEST.exec(lines[start] ?? '') ?? [];
      const below = lines.slice(start + 1, starts[i + 1]);
      const index = below.findIndex((line) => STATUS.test(line));
      const status = Number(STATUS.exec(below[index] ?? '')?.[1]);
      const response = index < 0 ? undefined : pastedResponse(status, below.slice(index + 1));
      const request = requestOf({ place: `${file}, line ${start + 1}`, method, address }, credentials);
      return request ? [{ ...request, ...(response && { response }) }] : [];
    });
    return { requests, problems: [], credentials: credentials.values };
  },
};
