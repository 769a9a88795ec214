import { jsonOf } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { jsonOfPython } from './python-literal.js';

const PROMPT = /^(?:>>> |\.\.\. |In \[\d+\]: | {3,8}\.\.\.: |Out\[\d+\]: )/;
const CALL = /\b\w+\.(get|post|put|patch|delete|head)\(\s*f?["'](https?:\/\/[^"'\s]+)["']/i;
const STATUS = /^(?:(\d{3})(?: (?:GET|POST|PUT|PATCH|DELETE) https?:\/\/\S+)?|<Response \[(\d{3})[^\]]*\]>)\s*$/;

/** Reads sessions of the Python prompt: calls of requests or httpx, and what the prompt prints below them. */
export const pythonSession: Importer = {
  name: 'python-session',
  title: 'a session of Python',
  summary: 'sessions of the Python prompt with calls of requests or httpx',
  isPasted: true,
  accepts: (text) => text.split(/\r?\n/, 5000).some((line) => /^(?:>>> |In \[)/.test(line) && CALL.test(line)),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const problems: string[] = [];
    const lines = text.split(/\r?\n/);
    const starts = lines.flatMap((line, i) => (PROMPT.test(line) && CALL.test(line) ? [i] : []));
    const requests = starts.flatMap((start, i): FoundRequest[] => {
      const place = `${file}, line ${start + 1}`;
      const own = lines.slice(start, starts[i + 1]);
      const more = own.findIndex((line, index) => index > 0 && !/^(?:\.\.\. | {3,8}\.\.\.: )/.test(line));
      const call = own
        .slice(0, more < 0 ? undefined : more)
        .map((line) => line.replace(PROMPT, ''))
        .join(' ');
      const [, method = '', address = ''] = CALL.exec(call) ?? [];
      const printed = own.slice(more < 0 ? own.length : more).map((line) => line.replace(/^Out\[\d+\]: /, ''));
      const sent = argumentOf(call);
      const request = requestOf({ place, method, address, ...sent, ...answerIn(printed) }, credentials);
      if (!request) problems.push(`${place} has a URL that is not valid`);
      return request ? [{ ...request, ...(sent.problem !== undefined && { problems: [sent.problem] }) }] : [];
    });
    return { requests, problems, credentials: credentials.values };
  },
};

interface Sent {
  readonly sent?: string;
  readonly type?: string;
  readonly problem?: string;
}

/** The literal of `json=` or `data=`. */
function argumentOf(call: string): Sent {
  const found = /\b(json|data)=\s*/.exec(call);
  if (!found) return {};
  const rest = call.slice(found.index + found[0].length);
  const json = jsonOfPython(rest.slice(0, endOfLiteral(rest)));
  const value = jsonOf(json);
  if (value === undefined) return { problem: 'the body is not a literal, and is not known' };
  if (found[1] === 'json') return { sent: json, type: 'application/json' };
  if (typeof value === 'string') return { sent: value };
  const pairs = Object.entries(Object(value)).map(([name, one]): [string, string] => [name, String(one)]);
  return { sent: `${new URLSearchParams(pairs)}`, type: 'application/x-www-form-urlencoded' };
}

/** Where the literal with which a text begins ends. Brackets in strings do not count. */
function endOfLiteral(text: string): number {
  const tokens = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (/[{[]/.test(token[0][0] ?? '')) depth += 1;
    else if (/[}\]]/.test(token[0][0] ?? '')) depth -= 1;
    if (depth <= 0) return tokens.lastIndex;
  }
  return text.length;
}

/** The status and the body that the prompt printed. */
function answerIn(printed: readonly string[]) {
  const status = printed.map((line) => STATUS.exec(line)).find((one) => one !== null);
  const body = printed.find((line) => /^[{[]/.test(line) && jsonOf(jsonOfPython(line)) !== undefined);
  const text = printed.map((line) => /^'([{[].*[}\]])'$/.exec(line)?.[1]).find((one) => one !== undefined);
  const received = body === undefined ? text : jsonOf(body) === undefined ? jsonOfPython(body) : body;
  const error = printed.findLast((line) => /^[\w.]+(?:Error|Timeout|Exception): /.test(line));
  return {
    ...(status && { status: Number(status[1] ?? status[2]), received }),
    ...(!status && error !== undefined && { error }),
  };
}
