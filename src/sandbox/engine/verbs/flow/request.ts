import { isRecord, readJson } from '../../../request/read-json.js';
import type { StepContext } from '../../run/step-context.js';
import type { Exchange } from '../../run/story.js';
import { any, bool, choice, either, map, number, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const MAX_BODY = 64 * 1024;
const MAX_HEADERS = 64;
const DEFAULT_TIMEOUT = 10;
const ALLOWED_HEADER = /^(accept|authorization|content-type|range|x-.+)$/i;

export const request = swmlVerb({
  stage: 'flow',
  name: 'request',
  summary: 'Send an HTTP request and store the response.',
  parameters: {
    url: text({ required: true, doc: 'An http or https URL.' }),
    method: choice(['GET', 'POST', 'PUT', 'DELETE'], { required: true, doc: 'The HTTP method.' }),
    headers: map(text(), { doc: 'Accept, Authorization, Content-Type, Range and X-… headers.' }),
    body: either([text(), any()], { doc: 'Text, or an object that is sent as JSON.' }),
    connect_timeout: number({ default: 0, min: 0, variable: true, doc: 'Seconds; 0 disables the limit.' }),
    timeout: number({ default: 0, min: 0, variable: true, doc: 'Seconds; 0 disables the limit.' }),
    save_variables: bool({ default: false, variable: true, doc: 'Store the JSON response in `request_response`.' }),
  },
  answers: false,
  effect: { kind: 'partly', lacks: 'only servers on this machine are contacted' },
  sets: [
    'request_url',
    'request_result',
    'return_value',
    'request_response_code',
    'request_response_headers',
    'request_response_body',
    'request_response',
  ],
  start(context, { url, method, headers = {}, body, timeout, connect_timeout }) {
    context.report(`${method} ${url}`);
    context.set('request_url', url);
    const refused = Object.keys(headers).filter((name) => !ALLOWED_HEADER.test(name));
    for (const name of refused) context.problem(`the header ${name} is not sent: use a name that starts with X-`);
    const allowed = Object.entries(headers).filter(([name]) => ALLOWED_HEADER.test(name));
    const sent: Record<string, string> = Object.fromEntries(
      allowed.map(([name, value]) => [name.toLowerCase(), value]),
    );
    const content =
      method === 'GET' || body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    if (content !== undefined) sent['content-type'] ??= typeOf(content);
    const timeout_ms = Math.round((timeout || connect_timeout || DEFAULT_TIMEOUT) * 1000);
    return {
      do: 'request',
      request: {
        request: { method, url, headers: sent, ...(content !== undefined && { body: content }) },
        document: null,
        timeout_ms: Math.min(timeout_ms, 60_000),
      },
    };
  },
  resume(context, event, { save_variables }) {
    if (event.kind === 'response') store(context, event.response, save_variables);
    return { do: 'next' };
  },
});

/** The content type is guessed from the first character. */
const typeOf = (body: string): string =>
  /^\s*[{[]/.test(body) ? 'application/json' : /^\s*</.test(body) ? 'text/xml' : 'application/x-www-form-urlencoded';

function store(context: StepContext, { status, headers, text: body, problem }: Exchange, saves: boolean): void {
  const isFine = status !== null && status >= 200 && status < 300;
  const result = isFine ? 'success' : 'failed';
  context.set('request_result', result);
  context.set('return_value', result);
  context.report(status === null ? 'no response' : `status ${status}`);
  if (!isFine) context.fails('relay_script_method_execute_failed', problem ?? `the response status is ${status}`);
  if (status === null) return;
  context.set('request_response_code', status);
  context.set('request_response_headers', Object.fromEntries(Object.entries(headers).slice(0, MAX_HEADERS)));
  context.set('request_response_body', body.slice(0, MAX_BODY));
  const read = saves ? readJson(body) : { problem: '' };
  if ('value' in read) context.set('request_response', read.value);
  else if (saves) context.problem(`the response is not stored in request_response: ${read.problem}`);
  if ('value' in read && !isRecord(read.value)) context.report('the response is not an object');
}
