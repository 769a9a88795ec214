// A ticket as a customer sends it: the HAR file of a console, with a wrong field, personal data and other requests.

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
  readonly host?: string;
}

const QUEUE = '5b1c1f0a-6f0e-4c39-8f58-0b5c1d9a2e11';

const ENTRIES: readonly Sent[] = [
  { path: '/api/relay/rest/queues', status: 200, answer: { links: {}, data: [queue('Front desk')] } },
  {
    method: 'POST',
    path: '/api/relay/rest/queues',
    body: { name: 'Okonkwo night line', max_size: 40 },
    status: 201,
    answer: queue('Okonkwo night line'),
  },
  {
    method: 'POST',
    path: '/api/fabric/resources/subscribers',
    body: { email: 'adaeze.okonkwo@hartmann-logistik.example', first_name: 'Adaeze', last_name: 'Okonkwo' },
    status: 201,
    answer: { id: 'd1f1a1a0-2b2c-4f4e-9a9b-7c7d8e8f9a9b', display_name: 'Adaeze Okonkwo', type: 'subscriber' },
  },
  { path: '/collect?tid=UA-1', host: 'metrics.tracker.example', status: 204, answer: '' },
  { path: '/fonts/inter.woff2', host: 'static.hartmann-logistik.example', status: 200, answer: '' },
  {
    method: 'PUT',
    path: `/api/relay/rest/queues/${QUEUE}`,
    body: { max_size: 'plenty', note: 'Ask Wolfgang Amsel in Kassel, password Fruehling-2024' },
    status: 422,
    answer: {
      errors: [{ code: 'invalid_parameter', message: 'max_size must be an integer', parameter: 'max_size' }],
    },
  },
  { path: `/api/relay/rest/queues/${QUEUE}`, status: 200, answer: queue('Okonkwo night line') },
];

function queue(name: string) {
  return { id: QUEUE, friendly_name: name, max_size: 40, current_size: 0, average_wait_time: 0 };
}

/** Writes requests as a HAR file. */
export const harOf = (entries: readonly Sent[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      entries: entries.map(({ method = 'GET', path, body, status, answer, host = 'okonkwo.example.com' }, index) => ({
        startedDateTime: new Date(Date.UTC(2026, 4, 4, 9, 0, index)).toISOString(),
        time: 80,
        request: {
          method,
          url: `https://${host}${path}`,
          httpVersion: 'HTTP/2',
          headers: [
            { name: 'authorization', value: 'Basic YWNtZTpQVDAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmMDEyMw==' },
          ],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: -1,
          ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
        },
        response: {
          status,
          statusText: '',
          httpVersion: 'HTTP/2',
          headers: [{ name: 'content-type', value: 'application/json' }],
          cookies: [],
          content: { size: -1, mimeType: 'application/json', text: answer === '' ? '' : JSON.stringify(answer) },
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: 80, receive: 0 },
      })),
    },
  });

export const TICKET = harOf(ENTRIES);

export const CURL = `curl -u "$PROJECT:$TOKEN" -H 'content-type: application/json' \\
  -d '{"name": "night", "max_size": "many"}' https://okonkwo.example.com/api/relay/rest/queues`;

export const LOG = `2026-05-04T09:00:01Z POST https://okonkwo.example.com/api/relay/rest/queues 201
2026-05-04T09:00:02Z GET https://okonkwo.example.com/api/relay/rest/queues/${QUEUE} 404 {"errors":[{"code":"not_found","message":"Not found"}]}
`;

const MARKUP = '<script>window.ran = 1</script><img src=x onerror="window.ran = 2">';

/** Names that would be markup, text that changes its direction, 10 MB in one value, and 100,000 keys. */
export const hostileTicket = (): string =>
  harOf([
    { method: 'POST', path: '/api/relay/rest/queues', body: { name: MARKUP }, status: 422, answer: failure(MARKUP) },
    {
      method: 'POST',
      path: '/api/relay/rest/queues',
      body: { name: '\u202egnp.exe\u2066', 'javascript:window.ran=3': 'Mr Amsel' },
      status: 422,
      answer: failure('\u202egnp.exe'),
    },
    {
      path: `/api/relay/rest/${encodeURIComponent(MARKUP)}`,
      status: 404,
      answer: failure(MARKUP),
    },
    { path: '/x', host: 'other.example', status: 200, answer: MARKUP },
    {
      method: 'POST',
      path: '/api/relay/rest/queues',
      body: { name: 'x'.repeat(10_000_000) },
      status: 422,
      answer: failure('long'),
    },
    {
      method: 'POST',
      path: '/api/relay/rest/queues',
      body: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, i])),
      status: 422,
      answer: failure('keys'),
    },
  ]);

const failure = (message: string) => ({ errors: [{ code: 'invalid_parameter', message, parameter: 'name' }] });
