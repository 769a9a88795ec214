/** One request, as a person would describe it. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

const SID = '0f6a3c6e-6d0b-4b7e-9a55-0a7f5a1f7c11';
const COMPAT = `/api/laml/2010-04-01/Accounts/${SID}`;

/** Requests with everything that is hard to quote: quotes, dollars, backslashes, new lines, other scripts. */
export const REQUESTS: readonly Described[] = [
  { method: 'GET', path: '/api/relay/rest/queues' },
  { method: 'GET', path: '/api/relay/rest/phone_numbers', query: { filter_number: '+12065550100', page_size: '5' } },
  { method: 'GET', path: `/api/relay/rest/phone_numbers/${SID}` },
  { method: 'DELETE', path: `/api/relay/rest/queues/${SID}` },
  { method: 'POST', path: '/api/relay/rest/queues', json: { name: 'support', max_size: 10 } },
  { method: 'POST', path: '/api/relay/rest/queues', json: { name: 'it\'s "quoted"' } },
  { method: 'POST', path: '/api/relay/rest/queues', json: { name: 'a$b `c` \\d !e %PATH% ^f' } },
  { method: 'POST', path: '/api/relay/rest/queues', json: { name: 'été 漢字 😀' } },
  { method: 'POST', path: '/api/relay/rest/queues', json: { name: 'line one\nline two\ttab' } },
  { method: 'PUT', path: `/api/relay/rest/phone_numbers/${SID}`, json: { name: 'x', call_handler: 'relay_script' } },
  {
    method: 'POST',
    path: '/api/calling/calls',
    json: {
      command: 'dial',
      params: { from: '+12065550100', to: '+13105550111', url: 'https://example.com/a?b=1&c=2' },
    },
  },
  { method: 'POST', path: '/api/calling/calls', json: { command: 'calling.end', id: SID, params: {} } },
  { method: 'POST', path: '/api/relay/rest/mfa/sms', json: { to: '+13105550111', message: 'Code: ' } },
  { method: 'PATCH', path: `/api/fabric/resources/ai_agents/${SID}`, json: { name: 'Agent; drop' } },
  { method: 'GET', path: '/api/fabric/resources', query: { type: 'a b&c=d', x: '' } },
  {
    method: 'POST',
    path: `${COMPAT}/Messages.json`,
    form: { To: '+13105550111', From: '+12065550100', Body: 'Hello' },
  },
  { method: 'POST', path: `${COMPAT}/Messages`, form: { To: '+13105550111', Body: 'it\'s 100% & more = "fine"' } },
  { method: 'POST', path: `${COMPAT}/Calls.json`, form: { Url: 'https://example.com/x?y=z&w=1', To: '+1' } },
  { method: 'GET', path: `${COMPAT}/Calls.json`, query: { 'StartTime>': '2025-06-02', Status: 'busy' } },
  { method: 'POST', path: `${COMPAT}/Calls/${SID}`, form: { Status: 'completed' } },
  { method: 'GET', path: '/api/voice/logs', query: { page_size: '50' } },
  { method: 'POST', path: '/api/datasphere/documents/search', json: { query_string: 'how? why! #1 @you', count: 3 } },
  { method: 'POST', path: '/api/video/rooms', json: { name: 'room_1', max_members: 20 } },
  { method: 'POST', path: '/api/fabric/resources/swml_scripts', json: { name: 's', contents: '{"version":"1.0.0"}' } },
  { method: 'DELETE', path: `${COMPAT}/Recordings/${SID}` },
];

const bash = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
const ansi = (text: string) =>
  `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('!', '\\u0021')}'`;
/** The quoting of Chromium for the Windows prompt. */
const cmd = (text: string) =>
  `^"${text
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n')}^"`;

const queryOf = ({ query }: Described) => (query ? `?${new URLSearchParams(query)}` : '');
const bodyOf = ({ json, form }: Described) =>
  json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined;
const typeOf = ({ json, form }: Described) =>
  json !== undefined ? 'application/json' : form ? 'application/x-www-form-urlencoded' : undefined;
const pretty = (one: Described) => (one.json !== undefined ? JSON.stringify(one.json, null, 2) : bodyOf(one));
const isBody = (one: Described) => bodyOf(one) !== undefined;

type Style = (base: string, one: Described) => string;
const joined = (parts: readonly (string | undefined)[], by = ' ') => parts.filter(Boolean).join(by);

/** The ways in which tools and people write a command. `shell` is the shell that can run it. */
export const STYLES: Readonly<Record<string, { readonly shell: 'bash' | 'cmd'; readonly write: Style }>> = {
  'Chromium, copy as cURL (bash)': {
    shell: 'bash',
    write: (base, one) =>
      joined(
        [
          `curl ${bash(base + one.path + queryOf(one))}`,
          isBody(one) || one.method === 'GET' ? undefined : `-X ${bash(one.method)}`,
          isBody(one) && one.method !== 'POST' ? `-X ${bash(one.method)}` : undefined,
          "-H 'accept: */*'",
          "-H 'authorization: Basic cHJvamVjdDp0b2tlbg=='",
          typeOf(one) && `-H 'content-type: ${typeOf(one)}'`,
          isBody(one) ? `--data-raw ${ansi(bodyOf(one) as string)}` : undefined,
          '--compressed',
        ],
        ' \\\n  ',
      ),
  },
  'Chromium, copy as cURL (cmd)': {
    shell: 'cmd',
    write: (base, one) =>
      joined(
        [
          `curl ${cmd(base + one.path + queryOf(one))}`,
          one.method === 'GET' || (isBody(one) && one.method === 'POST') ? undefined : `-X ${cmd(one.method)}`,
          typeOf(one) && `-H ${cmd(`content-type: ${typeOf(one)}`)}`,
          isBody(one) ? `--data-raw ${cmd(bodyOf(one) as string)}` : undefined,
        ],
        ' ^\n  ',
      ),
  },
  'Firefox, copy as cURL': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        `curl ${bash(base + one.path + queryOf(one))}`,
        one.method === 'GET' ? '--compressed' : `--compressed -X ${one.method}`,
        typeOf(one) && `-H 'Content-Type: ${typeOf(one)}'`,
        isBody(one) ? `--data-raw ${bash(bodyOf(one) as string)}` : undefined,
      ]),
  },
  'Postman, code snippet': {
    shell: 'bash',
    write: (base, one) =>
      joined(
        [
          `curl --location ${one.method === 'GET' || one.method === 'POST' ? '' : `--request ${one.method} `}${bash(base + one.path + queryOf(one))}`,
          typeOf(one) && `--header 'Content-Type: ${typeOf(one)}'`,
          ...(one.form
            ? Object.entries(one.form).map(([name, value]) => `--data-urlencode ${bash(`${name}=${value}`)}`)
            : [isBody(one) ? `--data ${bash(bodyOf(one) as string)}` : undefined]),
        ],
        ' \\\n',
      ),
  },
  'documentation, indented JSON': {
    shell: 'bash',
    write: (base, one) =>
      joined(
        [
          `curl -L -X ${one.method} "${base}${one.path}${queryOf(one)}"`,
          "-H 'Accept: application/json'",
          typeOf(one) && `-H 'Content-Type: ${typeOf(one)}'`,
          "-u 'PROJECT_ID:API_TOKEN'",
          isBody(one) ? `-d ${bash(pretty(one) as string)}` : undefined,
        ],
        ' \\\n',
      ),
  },
  'compat documentation': {
    shell: 'bash',
    write: (base, one) =>
      joined(
        [
          `curl -X ${one.method} ${double(base + one.path)}${one.query ? ' -G' : ''}`,
          ...Object.entries({ ...one.query, ...one.form }).map(
            ([name, value]) => `--data-urlencode ${double(`${name}=${value}`)}`,
          ),
          one.json === undefined
            ? undefined
            : `-H "Content-Type: application/json" -d ${double(bodyOf(one) as string)}`,
          '-u "x:y"',
        ],
        ' \\\n',
      ),
  },
  'short options in one word': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        `curl -sSX${one.method} -uproject:token`,
        typeOf(one) && `-H'Content-Type: ${typeOf(one)}'`,
        isBody(one) ? `-d${bash(bodyOf(one) as string)}` : undefined,
        bash(base + one.path + queryOf(one)),
      ]),
  },
  'the option --json': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        'curl -fsS',
        one.json !== undefined && one.method === 'POST' ? undefined : `--request ${one.method}`,
        one.json !== undefined ? `--json ${bash(bodyOf(one) as string)}` : undefined,
        one.form ? `--data-binary ${bash(bodyOf(one) as string)}` : undefined,
        `--url ${bash(base + one.path + queryOf(one))}`,
      ]),
  },
  'options with an equals sign in a script': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        `time curl --silent --max-time 30 --retry 2 -o /dev/null -w '%{http_code}'`,
        `-X ${one.method}`,
        typeOf(one) && `--header "Content-Type: ${typeOf(one)}"`,
        isBody(one) ? `--data-raw ${bash(bodyOf(one) as string)}` : undefined,
        `${bash(base + one.path + queryOf(one))} | cat`,
      ]),
  },
  'several data options': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        `curl -X ${one.method} ${bash(base + one.path + queryOf(one))}`,
        one.json !== undefined
          ? `-H "content-type: application/json" --data-ascii ${bash(bodyOf(one) as string)}`
          : undefined,
        ...Object.entries(one.form ?? {}).map(([name, value]) => `-d ${bash(`${name}=${encodeURIComponent(value)}`)}`),
      ]),
  },
  'a prompt before the command': {
    shell: 'bash',
    write: (base, one) =>
      `$ ${joined([
        `curl -i -X "${one.method}"`,
        double(base + one.path + queryOf(one)),
        typeOf(one) && `-H "Content-Type: ${typeOf(one)}"`,
        isBody(one) ? `-d ${double(bodyOf(one) as string)}` : undefined,
      ])}`,
  },
  'ANSI quotes everywhere': {
    shell: 'bash',
    write: (base, one) =>
      joined([
        `curl -k ${ansi(base + one.path + queryOf(one))} -X $'${one.method}'`,
        typeOf(one) && `-H $'Content-Type: ${typeOf(one)}'`,
        isBody(one) ? `--data-binary ${ansi(bodyOf(one) as string)}` : undefined,
      ]),
  },
};
