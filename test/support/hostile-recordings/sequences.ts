import {
  answer,
  CALLS,
  type Entry,
  exchange,
  form,
  idOf,
  items,
  json,
  type Kind,
  MESSAGES,
  QUEUES,
  repeated,
  SPACE,
  unanswered,
  webhook,
} from './entries.js';

const get = (url: string) => ({ method: 'GET', url });
const number = (index: number) => `+1206${5_552_000 + index}`;
const hook = (index: number) => `https://hooks.example.com/${index % 50}`;
const input = (source: string): Entry => ({ kind: 'input', source });

/** One of many exchanges or inputs. */
const ENTRIES: Readonly<Record<string, (index: number) => Entry>> = {
  'the same failure': () => exchange(json({ name: 'a' })),
  'different failures': (index) =>
    exchange(json({ name: `a${index}` }), answer({ errors: [{ message: `bad ${index}` }] }, 422)),
  'failures at different paths': (index) => exchange(get(`${QUEUES}/${idOf(index)}`), answer({ errors: [] }, 404)),
  'failures of another service': (index) =>
    exchange({ url: `https://${index}.example/x` }, answer({ error: 'key' }, 401)),
  'requests without a response': (index) => unanswered(json({ name: `q${index}` })),
  'lists that succeeded': () => exchange(get(QUEUES), answer({ data: [] })),
  'created resources': (index) =>
    exchange(json({ name: `q${index}` }), answer({ id: idOf(index), name: `q${index}` }, 201)),
  'ids, each used by the next request': (index) =>
    exchange(
      { method: 'PUT', url: `${QUEUES}/${idOf(index)}`, ...json({ name: idOf(index) }) },
      answer({ id: idOf(index + 1), name: idOf(index) }),
    ),
  'created resources and failures': (index) =>
    exchange(json({ name: `q${index}` }), index % 2 ? undefined : answer({ id: idOf(index), name: `q${index}` }, 201)),
  'updates of one resource': (index) =>
    exchange(
      { method: 'PUT', url: `${QUEUES}/${idOf(1)}`, ...json({ name: `q${index % 7}`, max_size: index }) },
      answer({ id: idOf(1), name: `q${index % 5}` }),
    ),
  deletions: (index) =>
    exchange({ method: 'DELETE', url: `${QUEUES}/${idOf(index % 100)}` }, { status: index % 2 ? 404 : 204 }),
  'webhooks that failed': (index) => webhook(index, { call: { call_id: idOf(index % 40), direction: 'inbound' } }),
  'created resources and webhooks': (index) =>
    index % 2
      ? webhook(index, { call: { call_id: idOf(index) } })
      : exchange(json({ name: 'a', status_url: hook(index) }), answer({ id: idOf(index) }, 201)),
  'handlers that nothing uses': (index) =>
    exchange(
      { url: `${SPACE}/api/fabric/resources/swml_webhooks`, ...json({ primary_request_url: hook(index) }) },
      answer({ id: idOf(index) }, 201),
    ),
  'numbers with handlers': (index) =>
    exchange(
      {
        method: 'PUT',
        url: `${SPACE}/api/relay/rest/phone_numbers/${idOf(index)}`,
        ...json({ call_handler: 'laml_webhooks', call_request_url: hook(index) }),
      },
      answer({ id: idOf(index), number: number(index), call_handler: 'laml_webhooks' }),
    ),
  calls: (index) =>
    exchange(
      {
        url: `${SPACE}/api/calling/calls`,
        ...json({ command: 'dial', params: { from: number(1), to: number(index), url: hook(index) } }),
      },
      answer({ id: idOf(index), status: 'queued' }),
    ),
  'commands to calls': (index) =>
    exchange(
      { url: `${SPACE}/api/calling/calls`, ...json({ command: 'calling.end', id: idOf(index), params: {} }) },
      answer({ errors: [] }, 404),
    ),
  'calls of the compatible API': (index) =>
    exchange(
      { url: CALLS, ...form(`From=%2B12065550100&To=%2B1206555${index}&Url=${encodeURIComponent(hook(index))}`) },
      answer({ sid: idOf(index), status: 'queued' }, 201),
    ),
  messages: (index) =>
    exchange(
      { url: MESSAGES, ...form(`From=%2B12065550100&To=%2B12065550101&Body=${index}`) },
      answer({ sid: idOf(index) }, 201),
    ),
  'messages that failed': (index) =>
    exchange(
      { url: MESSAGES, ...form(`From=%2B12065550100&To=${index}`) },
      answer({ code: 21211, message: `bad ${index}` }, 400),
    ),
  redirects: (index) => exchange(get(`${QUEUES}/${index}`), { status: 302, headers: { location: `/${index}` } }),
  'requests that timed out': (index) => ({
    kind: 'http',
    request: { method: 'POST', url: QUEUES, ...json({ name: `q${index}` }) },
    fault: 'timeout',
  }),
  inputs: (index) => input(`await platform.queues.get('${index}')`),
  'inputs and requests': (index) =>
    index % 2
      ? exchange(json({ name: `q${index}` }))
      : input(`const q${index} = await platform.queues.create({ name: 'q${index}' })`),
  outputs: (index) => ({ kind: 'output', text: `line ${index}` }),
};

/** Recordings of many exchanges, and of long code. */
export const SEQUENCE_KINDS: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entry]): [string, Kind] => [`many ${name}`, (bytes) => items(bytes, entry)]),
  ),
  'an input with deep brackets': (bytes) => [
    input(`const x = ${'('.repeat(bytes / 2)}1${')'.repeat(bytes / 2)}`),
    exchange(json({ name: 'a' })),
  ],
  'an input with many statements': (bytes) => [
    input(repeated(bytes / 1.1, "await platform.queues.get('a');\n")),
    exchange(json({ name: 'a' })),
  ],
};
