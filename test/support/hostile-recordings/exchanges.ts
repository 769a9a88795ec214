import {
  answer,
  exchange,
  idOf,
  items,
  joined,
  json,
  type Kind,
  MAX_URL,
  nested,
  object,
  QUEUES,
  repeated,
  SPACE,
  unanswered,
} from './entries.js';

const text = (value: string, type = 'text/plain') => ({ type, body: { text: value } });
const named = json({ name: 'a' });
const get = (url: string) => ({ method: 'GET', url });
const created = answer({ id: idOf(1) }, 201);

/** One or few exchanges with a large request. */
const REQUEST_KINDS: Readonly<Record<string, Kind>> = {
  'an object with many keys': (bytes) => [exchange(json(object(bytes, (index) => `key_${index}`)))],
  'an object with many keys that succeeded': (bytes) => [
    exchange(json(object(bytes, (index) => `key_${index}`)), created),
  ],
  'an object with many keys without a response': (bytes) => [
    unanswered(json(object(bytes, (index) => `key_${index}`))),
  ],
  'likely typos': (bytes) => [exchange(json(object(bytes, (index) => `max${index}Size`)), created)],
  'many URLs': (bytes) => [exchange(json(object(bytes, (index) => `a${index}_url`, 'http://10.0.0.1/')), created)],
  'many ids': (bytes) => [exchange(json({ name: items(bytes, idOf) }))],
  'one long key': (bytes) => [exchange(json({ ['a'.repeat(bytes)]: 1 }))],
  'one long key of words': (bytes) => [exchange(json({ [repeated(bytes, 'aB1')]: 1 }), created)],
  'deep objects': (bytes) => items(bytes, () => exchange(json(nested(400)))),
  'deep objects as text': (bytes) => [
    exchange(text(`${repeated(bytes / 2, '{"a":')}1${repeated(bytes / 5, '}')}`, 'application/json')),
  ],
  'deep lists as text': (bytes) => [
    exchange(text(`${repeated(bytes / 2, '[')}1${repeated(bytes / 2, ']')}`, 'application/json')),
  ],
  'one long text': (bytes) => [exchange(text('a'.repeat(bytes)))],
  'one long name': (bytes) => [exchange(json({ name: 'a'.repeat(bytes) }))],
  'a name of spaces': (bytes) => [exchange(json({ name: ' '.repeat(bytes) }))],
  'a name of line ends': (bytes) => [exchange(json({ name: repeated(bytes / 2, '\n') }))],
  'a name of quotes': (bytes) => [exchange(json({ name: repeated(bytes / 2, '\'"`${\\') }))],
  'control characters': (bytes) => [exchange(json({ name: repeated(bytes / 6, '\u001b[2J\u0000\u2028') }))],
  'words and numbers': (bytes) => [exchange(text(repeated(bytes, 'call +1 206 555 0100 or mail ann@example.org, ')))],
  'broken JSON': (bytes) => [exchange(text(repeated(bytes / 1.2, '[{"a":'), 'application/json'))],
  'base64 of nothing useful': (bytes) => [
    exchange({ type: 'application/octet-stream', body: { base64: Buffer.alloc(bytes / 1.4, 7).toString('base64') } }),
  ],
  'parts of a form': (bytes) => [
    exchange(
      text(
        joined(bytes / 1.2, (index) => `--x\r\nContent-Disposition: form-data; name="a${index}"\r\n\r\n1\r\n`),
        'multipart/form-data; boundary=x',
      ),
    ),
  ],
  'odd methods and headers': (bytes) =>
    items(bytes, (index) =>
      exchange(
        { method: index % 2 ? 'PROPFIND' : '~', ...named },
        { status: 422, headers: { [`x-h${index}`]: '\u202ehidden\u2066' } },
      ),
    ),
  'a long path': (bytes) => [exchange(get(`${QUEUES}/${repeated(Math.min(bytes, MAX_URL), 'a/')}`))],
  'a long part of a path': (bytes) => [exchange(get(`${QUEUES}/${'a'.repeat(Math.min(bytes, MAX_URL))}`))],
  'escapes in a path': (bytes) => [exchange(get(`${QUEUES}/${repeated(Math.min(bytes, MAX_URL), '%2F')}`))],
  'a URL of the size of the file': (bytes) => [exchange(get(`${QUEUES}?page_token=${'a'.repeat(bytes)}`))],
  'long URLs': (bytes) => items(bytes, (index) => exchange(get(`${QUEUES}?${index}=${'b'.repeat(20_000)}`))),
  'a call document': (bytes) => [
    exchange(
      {
        url: `${SPACE}/api/fabric/resources/swml_scripts`,
        ...json({ name: 'a', contents: `{"sections":{"main":[${repeated(bytes / 1.2, '"answer",')}"hangup"]}}` }),
      },
      created,
    ),
  ],
  'a call document in XML': (bytes) => [
    exchange(
      {
        url: `${SPACE}/api/fabric/resources/cxml_scripts`,
        ...json({ name: 'a', contents: `<Response>${repeated(bytes, '<Say>a</Say>')}</Response>` }),
      },
      created,
    ),
  ],
};

/** One exchange with a large response. */
const RESPONSE_KINDS: Readonly<Record<string, Kind>> = {
  'the same id everywhere': (bytes) => [
    exchange(named, answer(items(bytes, () => ({ id: idOf(1), of: idOf(1) })))),
    exchange(get(`${QUEUES}/${idOf(1)}`), answer({ errors: [] }, 404)),
  ],
  'many errors': (bytes) => [
    exchange(
      named,
      answer({ errors: items(bytes, (index) => ({ code: 'bad', message: 'must not', attribute: `a${index}` })) }, 422),
    ),
  ],
  'many resources': (bytes) => [
    exchange(get(QUEUES), answer({ data: items(bytes, (index) => ({ id: idOf(index), name: `n${index}` })) })),
    exchange(get(`${QUEUES}/${idOf(7)}`), answer({ errors: [] }, 404)),
  ],
  'many links': (bytes) => [
    exchange(get(QUEUES), answer({ links: items(bytes, (index) => `${QUEUES}?page_token=PA${index}abcdef`) })),
    exchange(get(`${QUEUES}?page_token=PA7abcdef`)),
  ],
  'one long link': (bytes) => [
    exchange(
      get(QUEUES),
      answer({ links: { next: `${QUEUES}?${joined(bytes, (index) => `t${index}=abcdef`, '&')}` } }),
    ),
    exchange(get(`${QUEUES}?t7=abcdef`)),
  ],
  'a deep response': (bytes) => [
    exchange(named, { status: 422, body: { text: repeated(bytes / 1.2, '{"a":') } }),
    exchange(named, answer(nested(400), 422)),
  ],
  'a long message': (bytes) => [
    exchange(named, { status: 422, body: { text: repeated(bytes, 'The name is wrong. ') } }),
  ],
  'a page with an error': (bytes) => [
    exchange(named, {
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: { text: repeated(bytes, '<p><b>Error</b>') },
    }),
  ],
  'many headers': (bytes) => [
    exchange(named, { status: 422, headers: object(bytes, (index) => `x-h${index}`, 'a'), body: { text: '' } }),
  ],
};

export const EXCHANGE_KINDS = { ...REQUEST_KINDS, ...RESPONSE_KINDS };
