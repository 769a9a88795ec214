// A ticket as a browser records it: queues that are created, read and changed by their ids, and pages of numbers.
const API = 'https://acme.example.com/api/relay/rest';
const NUMBERS = 960;
const PAGE = 48;

/** A HAR with `count` exchanges of about 5 KB. */
export const ticket = (count) =>
  JSON.stringify({
    log: { version: '1.2', creator: { name: 'bench', version: '1' }, entries: Array.from({ length: count }, entry) },
  });

function entry(_, i) {
  const { method, path, status, sent, answer } = exchange(i);
  return {
    startedDateTime: new Date(Date.UTC(2025, 5, 2, 9) + i * 1000).toISOString(),
    time: 40,
    request: {
      method,
      url: API + path,
      httpVersion: 'HTTP/2',
      cookies: [],
      headers: [{ name: 'accept', value: 'application/json' }],
      queryString: [],
      ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { mimeType: 'application/json', size: -1, text: JSON.stringify(answer) },
    },
  };
}

function exchange(i) {
  const turn = Math.floor(i / 4);
  const id = uuid(turn, 'a');
  const queue = {
    id,
    friendly_name: `queue ${turn}`,
    max_size: 5,
    current_size: 0,
    uri: `/api/relay/rest/queues/${id}`,
  };
  const path = `/queues/${id}`;
  if (i % 4 === 0) {
    return {
      method: 'POST',
      path: '/queues',
      status: 201,
      sent: { name: `queue ${turn}`, max_size: 5 },
      answer: queue,
    };
  }
  if (i % 4 === 1) return { method: 'GET', path, status: 200, answer: queue };
  if (i % 4 === 2)
    return { method: 'PUT', path, status: 200, sent: { max_size: 9 }, answer: { ...queue, max_size: 9 } };
  const page = turn % (NUMBERS / PAGE);
  const data = Array.from({ length: PAGE }, (_, n) => number(page * PAGE + n));
  return {
    method: 'GET',
    path: `/phone_numbers?page_size=${PAGE}&page_number=${page}`,
    status: 200,
    answer: { data, links: { self: `/api/relay/rest/phone_numbers?page_number=${page}` } },
  };
}

const number = (n) => ({
  id: uuid(n, 'b'),
  number: `+1415555${String(1200 + n)}`,
  name: `Line ${n}`,
  call_handler: 'relay_script',
  call_receive_mode: 'voice',
  call_request_url: null,
  call_relay_script_url: `https://acme.example.com/scripts/${n}`,
  message_handler: null,
  created_at: '2025-01-01T00:00:00Z',
  updated_at: '2025-01-01T00:00:00Z',
  capabilities: { sms: true, voice: true, mms: true, fax: false },
});

const uuid = (n, kind) => `${kind}${String(n).padStart(7, '0')}-f884-48cf-9737-${String(n).padStart(12, '0')}`;
