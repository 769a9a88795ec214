import { requestOf, storeResponse } from '../../acts/request.js';
import { any, bool, choice, either, map, number, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const DEFAULT_TIMEOUT = 10;
const ALLOWED_HEADER = /^(accept|authorization|content-type|range|x-.+)$/i;

export const request = swmlVerb({
  stage: 'flow',
  name: 'request',
  summary: 'Send an HTTP request and store the response.',
  alsoCalled: ['http', 'fetch', 'webhook'],
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
    const [allowed, refused] = [true, false].map((isAllowed) =>
      Object.entries(headers).filter(([name]) => ALLOWED_HEADER.test(name) === isAllowed),
    );
    for (const [name] of refused ?? [])
      context.problem(`the header ${name} is not sent: use a name that starts with X-`);
    const seconds = timeout || connect_timeout || DEFAULT_TIMEOUT;
    return requestOf({ url, method, headers: Object.fromEntries(allowed ?? []), body, seconds });
  },
  resume(context, event, { save_variables }) {
    if (event.kind !== 'response') return { do: 'next' };
    const { status } = event.response;
    context.set('return_value', status !== null && status >= 200 && status < 300 ? 'success' : 'failed');
    storeResponse(context, event.response, save_variables);
    return { do: 'next' };
  },
});
