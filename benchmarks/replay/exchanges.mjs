// Exchanges of the size that the platform's have: answers of 2 KB, and every second request with a body of 500 bytes.
export const ORIGIN = 'https://space.invalid';

export function exchanges(count) {
  return Array.from({ length: count }, (_, i) => {
    const path = `/api/relay/rest/things/${i}?page_size=50&page=${i}`;
    const answer = JSON.stringify({ data: rows(i), links: { next: `/api?page=${i + 1}` } });
    return i % 2 === 0 ? { method: 'GET', path, answer } : { method: 'POST', path, body: bodyOf(i), answer };
  });
}

const rows = (i) =>
  Array.from({ length: 8 }, (_, n) => ({
    id: `${String(i).padStart(8, '0')}-f884-48cf-9737-${String(n).padStart(12, '0')}`,
    number: `+1212555${String((i * 8 + n) % 10_000).padStart(4, '0')}`,
    name: `Line ${n} of ${i}`,
    call_handler: n % 2 ? 'relay_script' : null,
    call_receive_mode: 'voice',
    call_relay_script_url: `https://example.com/scripts/${n}`,
    created_at: '2025-01-01T00:00:00Z',
    capabilities: { sms: true, voice: n > 3 },
  }));

const bodyOf = (i) =>
  JSON.stringify({
    name: `thing ${i}`,
    url: `https://example.com/calls/${i}`,
    params: { from: '+12065550100', to: '+13125550100', timeout: 30, tags: ['a', 'b', 'c'], note: 'x'.repeat(140) },
    status_callback_url: 'https://example.com/status/of/this/call',
    fallback_url: 'https://example.com/fallback/of/this/call',
    events: ['created', 'ringing', 'answered', 'ended'],
  });

export function lines(list) {
  const header = { kind: 'cassette', version: 1, origin: 'documented', tool: 'bench', redaction: 'invented' };
  const entries = list.map(({ method, path, body, answer }, i) => ({
    kind: 'http',
    request: { method, url: ORIGIN + path, ...(body && { body: { json: JSON.parse(body) } }) },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { json: JSON.parse(answer) },
    },
    ms: 40 + (i % 60),
  }));
  return [header, ...entries].map((document) => `${JSON.stringify(document)}\n`).join('');
}
