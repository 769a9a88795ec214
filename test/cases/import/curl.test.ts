import { describe, expect, it } from 'vitest';
import { curl } from '../../../src/cases/import/curl/read-curl.js';
import { REQUESTS, STYLES } from './curl-styles.js';

const cases = Object.entries(STYLES).flatMap(([name, { write }]) =>
  REQUESTS.map((request) => ({ name, request, command: write('https://example.com', request) })),
);

it('there are 300 commands to read', () => {
  expect(cases).toHaveLength(300);
});

it.each(cases)('$name: $request.method $request.path', ({ request, command }) => {
  const { requests, problems } = curl.read(command, 'x.txt');
  expect(problems).toEqual([]);
  const [one, ...more] = requests.map(({ method, url, body, type }) => ({
    method,
    url: new URL(url),
    body: body === undefined ? '' : Buffer.from(body).toString(),
    type,
  }));
  const { json, form, query = {}, method, path } = request;
  expect(more).toEqual([]);
  expect([one?.method, one?.url.pathname]).toEqual([method, path]);
  expect(Object.fromEntries(one?.url.searchParams ?? [])).toEqual(query);
  if (json !== undefined) expect(JSON.parse(one?.body ?? '')).toEqual(json);
  else expect(Object.fromEntries(new URLSearchParams(one?.body))).toEqual(form ?? {});
  const isForm = form !== undefined && 'application/x-www-form-urlencoded';
  expect(one?.type).toBe(json !== undefined ? 'application/json' : isForm || undefined);
});

describe('a curl command', () => {
  it.each([
    ["curl 'https://example.com", "a ' is not closed. Is the command incomplete?"],
    ['curl -X POST', 'the command has no URL'],
    ['curl https://example.com -d', 'the option -d of curl lacks its value'],
    ['curl ftp://example.com/x', 'is not an http or https URL'],
  ])('that cannot be read is named with its line: %s', (command, says) => {
    expect(curl.read(`text\n${command}`, 'x.txt')).toEqual({
      requests: [],
      problems: [expect.stringMatching(/^x\.txt, line 2: /)],
      credentials: [],
    });
    expect(curl.read(command, 'x.txt').problems[0]).toContain(says);
  });

  it('reads no file that it names, and says so', () => {
    const { requests } = curl.read('curl -d @/etc/passwd https://example.com', 'x');
    expect(requests).toMatchObject([{ problems: ['the body is in the file /etc/passwd, which was not read'] }]);
    expect(requests[0]?.body).toBeUndefined();
  });

  it('has no credentials after the import', () => {
    const { requests } = curl.read("curl -u u:p -H 'Authorization: Basic SECRET' https://user:pass@example.com/x", 'x');
    expect(JSON.stringify(requests)).not.toMatch(/SECRET|pass|u:p/);
  });

  it.each([
    ['$SPACE', 'https://space.invalid'],
    [`\${SPACE_URL}`, 'https://space-url.invalid'],
    ['{{base_url}}', 'https://base-url.invalid'],
    ['https://$SPACE', 'https://space'],
    ['https://{space}.example.com', 'https://space.example.com'],
    ['https://<your-space>.example.com', 'https://your-space.example.com'],
    ['%HOST%', 'https://host.invalid'],
  ])('with a variable as its host, %s, gets a placeholder', (host, origin) => {
    const { requests, problems } = curl.read(`curl "${host}/api/relay/rest/queues"`, 'x');
    expect([requests[0]?.url, problems]).toEqual([`${origin}/api/relay/rest/queues`, []]);
  });

  it('has the response that is pasted below it', () => {
    const text = `curl https://example.com/api/relay/rest/queues -d '{"name":""}'
HTTP/2 422
content-type: application/json

{"errors":[]}

curl https://example.com/api/relay/rest/queues
# 200
curl https://example.com/b`;
    expect(
      curl.read(text, 'x').requests.map(({ response }) => response && [response.status, String(response.body)]),
    ).toEqual([[422, '{"errors":[]}'], [200, ''], undefined]);
  });
});
