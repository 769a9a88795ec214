// Texts that drive a careless parser into quadratic time or out of its stack. Each takes a length and makes a text of
// about that length.

type TextOfLength = (length: number) => string;

const repeated =
  (text: string): TextOfLength =>
  (length) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** As many different items as fit. */
const items = (length: number, item: (i: number) => string, between = ' '): string => {
  const all: string[] = [];
  for (let size = 0; size < length; ) {
    const next = item(all.length);
    all.push(next);
    size += next.length + between.length;
  }
  return all.join(between).slice(0, length);
};

/** Wraps a text again and again, until the next time would be too long. */
const wrapped = (length: number, inside: string, wrap: (text: string) => string): string => {
  for (let text = inside; ; ) {
    const next = wrap(text);
    if (next.length > length) return text;
    text = next;
  }
};

/** A page as people write one: what everything else is compared with. */
export const PLAIN_TEXT: TextOfLength = repeated(
  '# Opening hours\n\nThe *support* desk opens at 9:30 and closes at 17:00:\n\n' +
    '- 3 agents answer calls (10% of them at night)\n- the "night shift" takes messages, e.g. on holidays\n\n',
);

const sentence = (length: number) => repeated('Note: the caller waits in the queue, then an agent answers. ')(length);
const json = (value: unknown) => JSON.stringify(value);

export const HOSTILE_TEXTS: Readonly<Record<string, TextOfLength>> = {
  // Long runs.
  'one letter': repeated('a'),
  'one letter of packed text': repeated('J'),
  'the beginning of a token': repeated('eyJ'),
  'tokens without an end': repeated('-eyJaaaaa.aa.'),
  'commands in each other': repeated('curl '),
  'commands with a quote that never closes': repeated('curl -u \'a:b\nmysql "'),
  'a command with many words': (length) => `curl ${repeated('-u a ')(length)}`,
  'a command with one long word': (length) => `curl -u a:${repeated('b')(length)}`,
  'escaped quotes in a command': (length) => `curl -u ${repeated('\\\\"a')(length)}`,
  'closing tags of secrets': repeated('</token>'),
  'CDATA without a beginning': repeated(']]></token>'),
  'parts of a form': repeated('form-data; name="token"\n\n'),
  'password fields without a value': repeated('type=password '),
  'lines with passwords': repeated('a:*:b:c:'),
  'a pipe to a password': repeated('echo a | --password-stdin '),
  'operands of a program': repeated('htpasswd -b '),
  'IBANs without an end': repeated('DE89 3704 '),
  'cards in each other': repeated('4111 1111 '),
  'names of national ids': repeated('SSN 1-'),
  'parameters without a value': repeated('?sig=&code='),
  'options without a value': repeated('--token '),
  'an option with a long name': (length) => `--token${repeated('-token')(length)}`,
  'names of secrets in a sentence': repeated('my token is '),
  'names of secrets without a blank': repeated('token'),
  'variables without a value': repeated('A_TOKEN='),
  'headers without a value': repeated('Authorization: '),
  'a header with many parameters': (length) => `Authorization: Digest ${repeated('response=')(length)}`,
  'tokens of services': repeated(`ghp_${'a1'.repeat(20)} `),
  'tokens of services without an end': (length) => `ghp_${repeated('a1')(length)}`,
  'beginnings of tokens of services': repeated('xoxb-sk-ghp_glpat-'),
  'beginnings of private keys': repeated('-----BEGIN PRIVATE KEY-----'),
  'base64 in lines': repeated('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAx\n'),
  hexadecimal: repeated('0123456789abcdef'),
  'percent escapes': repeated('%41'),
  'percent escapes of percent signs': (length) => `%${repeated('25')(length)}`,
  'percent escapes that end early': repeated('%C3'),
  'escaped plus signs': repeated('%2B'),
  'one digit': repeated('1'),
  spaces: repeated(' '),
  'line ends': repeated('\r\n'),
  dots: repeated('.'),
  hyphens: repeated('-'),
  'at signs': repeated('@'),
  colons: repeated(':'),
  quotes: repeated('"'),
  'quotes around letters': repeated('"a'),
  backslashes: repeated('\\'),
  'escaped quotes': repeated('\\"'),
  'escaped escapes': repeated('\\u005c'),
  ampersands: repeated('&'),
  'ampersands of XML in each other': (length) => `&${repeated('amp;')(length)}`,
  'equals signs': repeated('='),
  slashes: repeated('/'),
  'half a surrogate pair': repeated('\ud800'),
  'control characters': repeated('\0'),
  'letters with accents': repeated('ä'),
  // Numbers and addresses.
  'digits with separators': repeated('12 34-'),
  'groups of one digit': repeated('1 '),
  'groups of a number': repeated('206-555-'),
  'plus signs and digits': repeated('+12 '),
  'one number': repeated('+12065551234 '),
  'different numbers': (length) => items(length, (i) => `+1206${5_552_000 + (i % 4_000_000)}`),
  'short numbers': (length) => items(length, (i) => `+1${200_000 + (i % 9000)}`),
  'digits and dots': repeated('1.'),
  'one IP address': repeated('10.1.2.3 '),
  'different IP addresses': (length) => items(length, (i) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`),
  'groups of IPv6': repeated('1:2:3:4:5:6:7:'),
  'two colons': repeated('::'),
  'IPv6 addresses': repeated('1:2:3:4:5:6:7:8 '),
  'one mail address': repeated('a@b.cd '),
  'different mail addresses': (length) => items(length, (i) => `u${i}@corp.org`),
  'mail addresses without an end': repeated('a@b.cd.'),
  'domains with at signs': repeated('a@a.'),
  'SIP addresses': repeated('sip:a@b '),
  'SIP addresses with parameters': repeated('sips:user:pw@h;x=y '),
  // Credentials and assignments.
  Bearer: repeated('Bearer '),
  'Bearer and a plus sign': repeated('Bearer+'),
  'Basic in two spellings': repeated('Basic+Basic%20'),
  'one credential': repeated('Bearer abcdefghi '),
  'different credentials': (length) => items(length, (i) => `Bearer abcdef${i}`),
  'different tokens': (length) => items(length, (i) => `eyJaaaaa.bb${i}.c`),
  'assignments of nothing': repeated('token='),
  'assignments that open a quote': repeated('token="'),
  'different assignments': (length) => items(length, (i) => `token=abcd${i}`),
  'a key and hyphens': (length) => `key: ${repeated('a-')(length)}`,
  'strings put together': repeated("'+'"),
  'a known secret in pieces': repeated("PTsec'+'ret+sec'+'ret "),
  // Addresses and forms.
  addresses: repeated('http://a.b/c?d=e '),
  schemes: repeated('a://'),
  'different logins': (length) => items(length, (i) => `a://u${i}:p${i}@h`),
  'a path of nothing': (length) => `http://a${repeated('/')(length)}`,
  'a path with broken escapes': (length) => `http://a/${repeated('%C3/')(length)}`,
  'a long query': (length) => `http://a/?${repeated('a=b&')(length)}`,
  'escapes in a query': (length) => `http://a/?x=${repeated('%2525')(length)}`,
  'addresses in each other': (length) =>
    wrapped(length, 'http://a/?x=1', (text) => `http://a/?x=${encodeURIComponent(text)}`),
  'addresses around a long text': (length) =>
    wrapped(length, `http://a/?x=${repeated('note')(length / 2)}`, (text) => `http://a/?x=${encodeURIComponent(text)}`),
  'a form': repeated('a=b&'),
  'a long value of a form': (length) => `a=${repeated('b')(length)}`,
  'a form with broken escapes': repeated('a=%C3&'),
  'forms around a long text': (length) =>
    wrapped(length, `x=${repeated('note.')(length / 2)}`, (text) => `x=${encodeURIComponent(text)}&y=`),
  // Documents.
  'open brackets': repeated('['),
  'open objects': repeated('{"a":'),
  'deep lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'deep objects': (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  'lines of JSON': repeated('{"a":1}\n'),
  'lines of broken JSON': repeated('{"a":1]\n'),
  'lines that are not JSON': repeated('{a}\n'),
  'events of JSON': repeated('data: {"to":"12345678"}\n'),
  'a string that never ends': (length) => `"${repeated('\\\\a')(length)}`,
  'strings with escapes': repeated('"a\\n'),
  'JSON in JSON': (length) => wrapped(length, '{"a":1}', (text) => json({ a: text })),
  'JSON around a long text': (length) => wrapped(length, sentence(length / 2), (text) => json([text])),
  'base64 in base64': (length) =>
    wrapped(length, 'call +12065551234 now', (text) => Buffer.from(text).toString('base64')),
  'many small fields': (length) => `{${items(length - 2, (i) => `"k${i}":${i}`, ',').replace(/,[^,]*$/, '')}}`,
  'many numbers in a list': (length) =>
    `[${items(length - 2, (i) => `"+1206${5_552_000 + i}"`, ',').replace(/,[^,]*$/, '')}]`,
  'many secrets in a list': (length) =>
    `[${items(length - 2, (i) => `{"token":"tok${i}zz"}`, ',').replace(/,[^,]*$/, '')}]`,
  'secrets that begin alike': (length) => {
    const secrets = items(length / 2, (i) => `{"token":"${'t'.repeat(6 + i)}x"}`, ',').replace(/,[^,]*$/, '');
    return `[${secrets},"${'t'.repeat(length / 2)}"]`;
  },
  'a long name of a field': (length) =>
    `{"${'n'.repeat(length / 3)}":[${items(length / 2, (i) => `"+1206${5_552_000 + i}"`, ',').replace(/,[^,]*$/, '')}]}`,
};
