import { describe, expect, it } from 'vitest';
import { explanationSheet } from '../../src/cases/explain/explanation-sheet.js';
import { explain, importCase } from '../../src/cases/index.js';
import { redactDocuments, undecidedIn } from '../../src/redact/index.js';

const explained = (text: string) => {
  const { documents, notes } = importCase([{ name: 'ticket.txt', text }]);
  return explain({ documents: [...documents, ...notes] });
};
const Q = '/api/relay/rest/queues';
const ID = `${Q}/79ad881a-2b6e-47e3-9fd3-931e14a51fe4`;

describe('a failure that the program expects', () => {
  it.each([
    ['a wait after a limit', `POST ${Q} {"name":"a"} -> 429\nPOST ${Q} {"name":"a"} -> 201`],
    ['a repeated read', `GET ${Q} -> 503\nGET ${Q} -> 200`],
    ['a check before a creation', `GET ${ID} -> 404\nPOST ${Q} {"name":"a"} -> 201`],
    ['a check after a deletion', `DELETE ${ID} -> 204\nGET ${ID} -> 404\nGET ${Q} -> 200`],
    ['a change after a second read', `PUT ${ID} -> 422\nGET ${ID} -> 200\nPUT ${ID} -> 200`],
    ['other credentials', `GET ${Q} -> 401\nGET ${Q} -> 200`],
    ['a queue in which no one waits', `GET ${ID} -> 200 {"current_size":0}\nGET ${ID}/members/next -> 404`],
    ['a queue in which someone waits later', `GET ${ID}/members/next -> 404\nGET ${ID}/members/next -> 200`],
    [
      'a new token',
      `GET ${Q} -> 401\nPOST /api/fabric/subscribers/tokens/refresh {"refresh_token":"r"} -> 201\nGET ${Q} -> 200`,
    ],
  ])('is no failure that lasts: %s', async (_, text) => {
    const found = await explained(text);
    expect(found.failures.map(({ recovered, correction }) => [typeof recovered, correction])).toEqual([
      ['string', undefined],
    ]);
    expect(explanationSheet(found)[0]).toMatch(/, 0 failed, 1 recovered\.$/);
  });

  it.each([
    ['a change without a second read', `PUT ${ID} -> 422\nPUT ${ID} -> 200`],
    ['a second read of another resource', `PUT ${ID} -> 422\nGET ${Q} -> 200\nPUT ${ID} -> 200`],
    ['a limit that nothing follows', `POST ${Q} {"name":"a"} -> 201\nPOST ${Q} {"name":"a"} -> 429`],
    ['a write with an error of the server', `POST ${Q} {"name":"a"} -> 503\nPOST ${Q} {"name":"a"} -> 201`],
    ['another write', `POST ${Q} {"name":"a"} -> 429\nPOST ${Q} {"name":"b"} -> 201`],
    ['a creation of another kind', `GET ${ID} -> 404\nPOST /api/relay/rest/number_groups {"name":"a"} -> 200`],
    ['a read of a deleted resource that ends the program', `DELETE ${ID} -> 204\nGET ${ID} -> 404`],
    ['an update of a missing resource', `PUT ${ID} {"name":"a"} -> 404\nPOST ${Q} {"name":"a"} -> 201`],
    ['a 401 that comes again', `GET ${Q} -> 401\nGET ${Q} -> 200\nGET ${Q} -> 401`],
    ['a 401 with another request behind it', `GET ${Q} -> 401\nGET ${Q}?page_size=1 -> 200`],
    ['a queue that does not exist', `GET ${ID}/members/next -> 404`],
  ])('is not confused with %s', async (_, text) => {
    const { failures } = await explained(text);
    expect(failures.map(({ recovered }) => recovered)).toEqual([undefined]);
  });
});

it('says what an import did not read, in place of “Nothing failed”', async () => {
  const { documents, notes } = importCase([
    { name: 'a.txt', text: `GET ${Q}\nPUT ${Q}\nSTATUS  : 503 Service Unavailable\n` },
  ]);
  const parts = explanationSheet(await explain({ documents: [...documents, ...notes] }));
  expect(parts.join('\n')).not.toContain('Nothing failed');
  expect(parts[1]).toBe('Incomplete: 1 line looks like a failure and was not read as a request, first a.txt, line 3.');
});

it('counts the statuses of documents that were not read, and not those that were', () => {
  const notesOf = (records: readonly object[]) =>
    importCase([{ name: 'a.json', text: records.map((one) => JSON.stringify(one)).join('\n') }]).notes.length;
  const read = { method: 'GET', url: `https://acme.example.com${Q}`, status: 404 };
  expect(notesOf([read, { msg: 'answered the client', status: 502 }])).toBe(1);
  expect(notesOf([read, { msg: 'answered the client', status: 404 }])).toBe(0);
  expect(notesOf([read, { msg: 'the client has status 5020, in 502 ms', status: 'error' }])).toBe(0);
});

it('is not certain that a body is invalid if lines of another program can be in it', async () => {
  const request = { method: 'POST', url: `https://acme.example.com${Q}`, type: 'application/json' };
  const sent = (text: string) => ({
    kind: 'http' as const,
    request: { ...request, body: { text } },
    response: { status: 422 },
  });
  const levelOf = async (text: string) => {
    const { failures } = await explain({ documents: [sent(text)] });
    return failures.map(({ trap, level, correction }) => [trap, level, correction === undefined]);
  };
  expect(await levelOf('{"name":"a"}\n  group= iter=0')).toEqual([['body-encoding', 'possible', true]]);
  expect(await levelOf('{"name":"a",}\n')).toEqual([['body-encoding', 'certain', false]]);
});

it('does not say that nothing failed if a server of the user failed', async () => {
  const call = '{"call":{"id":"C1","direction":"inbound","project_id":"P"}}';
  const sheet = async (status: number) =>
    explanationSheet(await explained(`POST https://ivr.example.org/a ${call} -> ${status}`)).join('\n');
  expect(await sheet(500)).toContain('Your server did not accept these requests of the platform:');
  expect(await sheet(500)).not.toContain('Nothing failed');
  expect(await sheet(200)).toContain('Nothing failed, and no known trap matches.');
});

describe('what a log does not show', () => {
  const number = `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200`;

  it('is no failure of a webhook without a response', async () => {
    const { documents } = importCase([{ name: 'a.txt', text: `${number}\nPOST https://ivr.example.org/voice\n` }]);
    expect(documents.map(({ kind, ...one }) => [kind, 'unanswered' in one])).toEqual([
      ['http', false],
      ['webhook', true],
    ]);
    const found = await explain({ documents });
    expect(found.suspicious).toEqual([]);
    expect(found.notes).toContain('the recording does not show what your server answered to 1 webhook');
  });

  it('is no success of a request that only the sandbox accepts', async () => {
    const found = await explained(
      `GET https://acme.example.com${Q} net::ERR_NAME_NOT_RESOLVED\nGET https://acme.example.com${Q}\n`,
    );
    expect(found.failures.map(({ recovered }) => recovered)).toEqual([undefined]);
    expect(JSON.stringify(found.failures)).not.toContain('succeeded later');
  });

  it('is a reason only if the body of the response is there', async () => {
    const cause = async (text: string) => (await explained(text)).failures.map((one) => one.cause);
    expect(await cause(`GET ${ID} -> 400`)).toEqual([
      'the recording has no body of the response, so the reason is not known',
    ]);
    expect(await cause(`GET ${ID} -> 400 {"a":1}`)).toEqual(['the response gives no reason']);
  });
});

it('names the address that refused the connection, if the program names another one than the host', async () => {
  const text = `level=ERROR method=GET url=https://acme.example.com${Q} err="proxyconnect tcp: dial tcp 10.0.0.3:3128: connect: connection refused"`;
  const [{ cause } = { cause: '' }] = (await explained(text)).failures;
  expect(cause).toBe('nothing accepted the connection at 10.0.0.3:3128, which is the proxy of the program');
});

it('counts the same failure of a webhook once, and names what it does not show', async () => {
  const form = 'AccountSid=AC1&CallSid=CA1';
  const failed = (path: string, count: number) => `POST https://ivr.example.org/${path} ${form} -> 500\n`.repeat(count);
  const once = await explained(failed('voice', 60));
  expect(once.suspicious.map(({ repeated }) => repeated)).toEqual([59]);
  const many = await explained(Array.from({ length: 25 }, (_, i) => failed(`voice${i}`, 1)).join(''));
  expect(many.suspicious).toHaveLength(20);
  expect(many.notes.join('\n')).toContain('5 other suspicious requests or webhooks are not shown');
});

it.each([
  ['GET /x/404 404 (expected: not attached yet)', true],
  ['GET /x -> 404 as expected', true],
  ['GET /x -> 404 (expected 200)', false],
  ['GET /x -> 404, unexpected', false],
])('reads that a line of a log expects its status: %s', async (line, isExpected) => {
  const { documents } = importCase([{ name: 'a.txt', text: line.replace(/\/x\S*/, ID) }]);
  expect(documents.map((one) => 'expected' in one)).toEqual([isExpected]);
});

describe('credentials that the platform refused', () => {
  const FREE = '/api/laml/2010-04-01/Accounts/6f1d7cf5-7e1e-4d52-9d0b-0c1d6c1f7a11/Queues';

  it.each([
    ['in each request', `GET ${Q} -> 401 {"error":"Unauthorized"}`],
    ['before another request', `GET ${Q} -> 401 {"error":"Unauthorized"}\nGET ${ID} -> 200 {"id":"a"}`],
    ['after another request', `GET ${ID} -> 200 {"id":"a"}\nGET ${Q} -> 401 {"error":"Unauthorized"}`],
    [
      'for another API',
      `GET ${ID} -> 200 {"id":"a"}\nGET ${FREE} -> 401 {"code":20003,"message":"Authentication Error"}`,
    ],
  ])('are not said to have expired %s', async (_, text) => {
    const { failures } = await explained(text);
    expect(failures).toMatchObject([{ trap: 'refused-credentials', level: 'possible' }]);
    expect(failures[0]?.cause).toMatch(/^the credentials were refused/);
    expect(failures[0]?.cause).not.toMatch(/expired|revoked/);
    expect(failures[0]?.facts.join(' ')).toMatch(/no Authorization header.*another project/);
    expect(failures[0]?.facts.join(' ')).not.toMatch(/create a new/i);
    // A token that was never accepted before has not expired since.
    expect(/expired/.test(failures[0]?.facts.join(' ') ?? '')).toBe(
      text.includes('200') && failures[0]?.exchange === 2,
    );
  });

  it('expired if the server says so', async () => {
    const { failures } = await explained(
      `GET ${Q} -> 401 {"errors":[{"code":"token_expired","message":"token expired"}]}`,
    );
    expect(failures).toMatchObject([{ level: 'certain', cause: 'the token has expired' }]);
  });
});

describe('a result that is of another request', () => {
  const put = (
    status: string,
    below: string,
  ) => `(venv) ann@build:~/ivr$ http -v PUT https://a.voice.example${ID} name=front
PUT ${ID} HTTP/1.1
Content-Type: application/json
Host: a.voice.example

{"name":"front"}


HTTP/1.1 ${status}
Content-Type: application/json

${below}

(venv) ann@build:~/ivr$ http --check-status HEAD https://ivr.customer.example/main | head -1
HTTP/1.1 405 Method Not Allowed

# the 405 is ours, is it a problem?
`;

  it.each([
    ['200 OK', '{"id":"79ad881a-2b6e-47e3-9fd3-931e14a51fe4","name":"front"}', []],
    ['422 Unprocessable Content', '{"errors":[{"detail":"name is taken","status":"422"}]}', [422]],
  ])('is not that of the one before it: %s', async (status, below, failed) => {
    const { failures, unread } = await explained(put(status, below));
    expect(failures.map((one) => one.status)).toEqual(failed);
    expect(failures.flatMap(({ server }) => server).join()).not.toContain('problem');
    expect(unread).toEqual([]);
  });

  it('is the success of a repetition with other words', async () => {
    const message = '{"id":"M1","status":"queued","error_code":null}';
    const go = `ERR Post "https://a.voice.example/api/messaging/messages": dial tcp: lookup a.voice.example on 192.0.2.53:53: server misbehaving\n201 ${message}\n`;
    const dump = `POST https://a.voice.example${Q} {"name":"a"} -> 429\n2026-01-02 10:00:01 app INFO POST https://a.voice.example${Q} attempt=2 status=201 ms=91\n`;
    for (const text of [go, dump])
      expect((await explained(text)).failures.map(({ recovered }) => typeof recovered)).toEqual(['string']);
  });

  it('is not a success of a repetition if it is of another request', async () => {
    const text = `ERR Post "https://a.voice.example/api/messaging/messages": dial tcp: lookup a.voice.example on 192.0.2.53:53: server misbehaving
GET https://shop.example/health 200\n`;
    expect((await explained(text)).failures.map(({ recovered }) => recovered)).toEqual([undefined]);
  });
});

describe('a failure that the status of HTTP does not show', () => {
  it.each([
    [
      'columns',
      'at;request;http;id;state;code;error_message\n1;POST https://a.voice.example/api/messaging/messages;201;m1;delivered;;\n2;POST https://a.voice.example/api/messaging/messages;201;m2;undelivered;30003;Unreachable handset\n',
    ],
    [
      'fields',
      '2026-01-02T10:00:00Z|OUT|POST|a.voice.example/api/messaging/messages|201|9|id=m1 status=queued error_code=~\n2026-01-02T10:00:01Z|OUT|POST|a.voice.example/api/messaging/messages|201|9|id=m2 status=failed error_code=30003 error_message="Unreachable handset"\n',
    ],
  ])('is read in %s', async (_, text) => {
    const { exchanges, suspicious, failures } = await explained(text);
    expect([exchanges, failures]).toEqual([2, []]);
    expect(suspicious).toMatchObject([{ exchange: 2, trap: 'delivery-error' }]);
    expect(suspicious[0]?.cause).toMatch(/30003: “Unreachable handset”/);
  });

  it('makes the explanation incomplete if no request has it', async () => {
    const text = `GET https://a.voice.example${Q} 200\nworker: m2 status=undelivered error_code=30003\n`;
    expect((await explained(text)).unread.join()).toContain('30003');
    const other = `GET https://a.voice.example${Q} 200\nworker: m2 status=delivered error_code=0 took=30003\n`;
    expect((await explained(other)).unread).toEqual([]);
  });

  it('is named in a callback with the address of a document', async () => {
    const text = `POST /cxml/fallback HTTP/1.1
Host: ivr.customer.example
Content-Type: application/x-www-form-urlencoded

CallSid=C1&AccountSid=A1&CallStatus=ringing&ErrorCode=12100&ErrorUrl=https%3A%2F%2Fivr.customer.example%2Fwelcome
`;
    const { suspicious } = await explained(text);
    expect(suspicious.map(({ cause }) => cause)).toEqual([
      'the platform could not use what https://ivr.customer.example/welcome answered: webhook 1 reports error 12100',
    ]);
    expect(suspicious[0]?.isAsked).toBe(false);
  });
});

describe('an access log of a server of the user', () => {
  const line = (request: string, status: number) =>
    `203.0.113.9 - - [21/Nov/2026:09:00:03 +0000] "${request} HTTP/1.1" ${status} 153 "-" "agent"`;
  const shop = ['/', '/cart', '/a.css', '/b.css', '/c.css', '/d.css'].map((path) => line(`GET ${path}`, 200));

  it('has no requests to the platform, but webhooks', async () => {
    const probe = line(`GET ${Q}`, 404);
    const found = await explained([...shop, probe, line('POST /pf/sms/status', 404)].join('\n'));
    expect(found.failures).toEqual([]);
    expect(found.suspicious).toMatchObject([{ level: 'possible', trap: 'failed-callback' }]);
  });

  it.each([
    ['of a proxy to the platform', [line(`GET ${Q}`, 404), line(`GET ${Q}`, 200)]],
    ['with few other paths', [line(`GET ${Q}`, 404), line(`GET ${ID}`, 404)]],
  ])('is not a log %s', async (_, lines) => {
    expect((await explained([...shop, ...lines].join('\n'))).failures).not.toEqual([]);
  });
});

describe('a refusal in a test', () => {
  const test = (below: string) => `  -> GET https://a.voice.example${ID}\n  <- 404 {"error":"Not Found"}\n${below}\n`;

  it.each(['✔ answers 404 for an unknown queue (71ms)', 'ok 3 - unknown queue', 'tests/q.py::test_unknown PASSED'])(
    'is expected if the test passed: %s',
    async (below) => {
      expect((await explained(test(below))).failures).toMatchObject([
        { recovered: 'the program expected the status 404' },
      ]);
    },
  );

  it.each([
    '✖ lists queues (71ms)\n✔ loads (1ms)',
    'not ok 3 - queue',
    `-> GET https://a.voice.example${Q}\n<- 200\n✔ lists queues`,
  ])('is a failure otherwise: %s', async (below) => {
    expect((await explained(test(below))).failures[0]?.recovered).toBeUndefined();
  });
});

it('reads a call of fetch with its result in the next line', async () => {
  const call = `fetch("https://a.voice.example${Q}", { "body": "{\\"name\\":\\"a\\"}", "method": "POST" })`;
  const { failures } = await explained(
    `// from the panel\n${call}\n  -> 422 {"errors":[{"code":"taken","message":"is taken","attribute":"name"}]}\n`,
  );
  expect(failures).toMatchObject([{ status: 422, server: ['is taken'] }]);
  expect(
    importCase([{ name: 'a.txt', text: `${call}\n -> 200 {}\nfetch(address, { method: "POST"\n` }]).problems.join(),
  ).not.toContain('literal');
});

it('reads the webhooks of a router, whose paths name what the platform asks for', async () => {
  const text = `2026-01-02T10:00:00Z heroku[router]: at=error code=H12 desc="Request timeout" method=POST path="/pf/swaig/book" host=app.customer.example status=503 bytes=0\n`;
  expect((await explained(text)).suspicious).toMatchObject([{ trap: 'failed-callback', level: 'possible' }]);
});

it('replaces numbers without an area, cards behind a name and names with a particle', () => {
  const text = 'ask Niamh Ó Briain card=4539 1488 0343 6467 or +15550186431, not +12065550142';
  const documents = [{ place: 'a', document: { text } }];
  redactDocuments(documents, {});
  expect(undecidedIn(documents).map((one) => one.text)).toContain('Niamh Ó Briain');
  expect(documents[0]?.document.text).not.toMatch(/4539|0186431/);
  expect(documents[0]?.document.text).toContain('+12065550142');
});
