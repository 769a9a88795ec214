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

describe('a line of a shell', () => {
  const URL = 'https://example.com/api/relay/rest/queues';
  const read = (command: string) => {
    const { requests, problems } = curl.read(command, 'x.sh');
    return {
      requests: requests.map(({ method, url, body, problems: own = [] }) => [
        method,
        url,
        body ? Buffer.from(body).toString() : '',
        ...own,
      ]),
      problems,
    };
  };
  const BODY = '{"name":"Support"}';
  const POST = { requests: [['POST', URL, BODY]], problems: [] };

  it.each([
    ['a here-document', `curl ${URL} -d @- <<EOF\n${BODY}\nEOF`],
    ['a quoted here-document before the URL', `curl -d @- <<'END' ${URL}\n${BODY}\nEND\n`],
    ['an indented here-document', `curl ${URL} --json @- <<-EOF\n\t{"name":"Support"}\n\tEOF`, `${BODY}\n`],
    ['a here-string', `curl ${URL} -d @- <<< '${BODY}'`],
    ['echo', `echo '${BODY}' | curl ${URL} -d @-`],
    ['echo, with a result in a file', `echo '${BODY}' | curl -s ${URL} -d @- 2>/dev/null > out.json`],
    ['printf', `printf '%s' '${BODY}' | curl ${URL} --data-binary @-`],
    ['cat of a here-document', `cat <<EOF | curl ${URL} -d @-\n${BODY}\nEOF`],
    ['a text that is sent as a file', `printf '${BODY}' | curl -X POST -T - ${URL}`],
  ])('has the body in %s', (_, command, body = BODY) => {
    expect(read(command)).toEqual({ ...POST, requests: [['POST', URL, body]] });
  });

  it.each([
    ['a file', `curl ${URL} -d @- < body.json`, 'the body comes from the file body.json, which was not read'],
    ['a command', `jq .x a.json | curl ${URL} -d @-`, 'the body comes from the command jq, which was not run'],
    [
      'echo with escapes',
      `echo -e 'a\\nb' | curl ${URL} -d @-`,
      'the body comes from the command echo, which was not run',
    ],
    ['a person', `curl ${URL} -d @-`, 'the body comes from the input of the command, which is not known'],
  ])('names a body that comes from %s', (_, command, problem) => {
    expect(read(command)).toEqual({ requests: [['POST', URL, '', problem]], problems: [] });
  });

  it('has a request for each URL', () => {
    expect(read(`curl -u a:b ${URL} ${URL}/q1 --next -d name=x ${URL} -: -I ${URL}`)).toEqual({
      requests: [
        ['GET', URL, ''],
        ['GET', `${URL}/q1`, ''],
        ['POST', URL, 'name=x'],
        ['HEAD', URL, ''],
      ],
      problems: [],
    });
  });

  it('does not guess to which URL a response belongs', () => {
    expect(read(`curl ${URL} ${URL}/q1\nHTTP/1.1 404 Not Found\n`).requests).toEqual([
      ['GET', URL, '', 'the result below belongs to one of 2 URLs, and was not imported'],
      ['GET', `${URL}/q1`, ''],
    ]);
  });

  it.each([
    ['operators in quotes', `curl ${URL} -d 'a > b | c << EOF < d'`, 'a > b | c << EOF < d'],
    ['a placeholder', `curl ${URL} -d name=<your name>`, 'name=<your'],
    ['a comparison in a value', `curl ${URL} -d a<b`, 'a<b'],
  ])('keeps %s', (_, command, body) => expect(read(command).requests[0]?.[2]).toBe(body));

  it('reads the commands after a here-document', () => {
    expect(read(`curl ${URL} -d @- <<EOF\n${BODY}\nEOF\ncurl ${URL}/q1`).requests).toHaveLength(2);
    expect(read(`curl ${URL} -d @- <<EOF\n${BODY}\n`).problems).toEqual([
      'x.sh, line 1: the text after << has no end: a line with EOF',
    ]);
  });
});
