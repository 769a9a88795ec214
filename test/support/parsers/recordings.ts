import { bytesOf, readableBody } from '../../../src/cassette/format/body.js';
import { parseCassette, toYaml } from '../../../src/cassette/index.js';
import { bodyKey } from '../../../src/cassette/match/body-key.js';
import { decoded } from '../../../src/cassette/record/decode.js';
import { secretsInCode } from '../../../src/redact/code/secrets-in-code.js';
import { parsePath } from '../../../src/redact/decode/json-path.js';
import { createRedactor } from '../../../src/redact/index.js';
import { DEFAULT_POLICY } from '../../../src/redact/policy/default-policy.js';
import { parsePolicy } from '../../../src/redact/policy/policy.js';
import { inJson, jsonRecords, type OutsideParser, prose, records, text } from './parser.js';

const HEADER = { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' } as const;
const HEAD = `${JSON.stringify(HEADER)}\n`;
const YAML_HEAD = 'kind: cassette\nversion: 1\norigin: live\ntool: test\nredaction: none\n';
const exchange = (json: unknown) => ({
  kind: 'http' as const,
  request: { method: 'GET', url: 'https://api.example/items' },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: { json } },
});
const exchanges = (bytes: number) => Array.from({ length: Math.ceil(bytes / 2000) }, () => exchange(records(1700)));

function redacted(value: unknown): unknown {
  const redactor = createRedactor({ policy: DEFAULT_POLICY, secrets: ['hunter2hunter2'] });
  redactor.learn(value, 'a.ndjson');
  return redactor.replace(value, 'a.ndjson');
}

/** Parsers of recordings, policies and redacted text. */
export const RECORDING_PARSERS: readonly OutsideParser[] = [
  {
    name: 'recording in YAML',
    isSlow: true,
    files: [
      'cassette/format/quick-yaml.ts',
      'cassette/format/read-yaml.ts',
      'cassette/format/torn-yaml.ts',
      'cassette/format/open.ts',
      'cassette/format/write.ts',
    ],
    ordinary: (bytes) => toYaml({ header: HEADER, documents: exchanges(bytes) }),
    around: [
      (hostile) => `${YAML_HEAD}---\nkind: input\ntext: ${hostile}\n`,
      (hostile) => `${YAML_HEAD}---\nkind: input\ntext: |\n  ${hostile}\n`,
      (hostile) => `${YAML_HEAD}---\n${hostile}\n`,
    ],
    parse: (input) => parseCassette(text(input), 'a.yaml'),
  },
  {
    name: 'recording in NDJSON',
    files: ['cassette/format/read-ndjson.ts', 'cassette/format/duplicate-keys.ts', 'cassette/format/read-text.ts'],
    ordinary: (bytes) =>
      HEAD +
      exchanges(bytes)
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    around: [
      (hostile) => `${HEAD}${JSON.stringify(exchange(hostile))}\n`,
      (hostile) => `${HEAD}{"kind":"input","text":${hostile}}\n`,
      (hostile) => `${HEAD}${hostile}\n`,
    ],
    parse: (input) => parseCassette(text(input), 'a.ndjson'),
  },
  {
    name: 'body of a recorded exchange',
    files: ['cassette/format/body.ts', 'cassette/match/body-key.ts', 'cassette/match/miss.ts'],
    ordinary: jsonRecords,
    around: [inJson],
    parse: (input) => [
      bytesOf(readableBody(input)),
      bodyKey(input, 'application/json'),
      bodyKey(input, 'application/x-www-form-urlencoded'),
      bodyKey(input, 'multipart/form-data; boundary=x'),
    ],
  },
  {
    name: 'content encoding of a recorded answer',
    files: ['cassette/record/decode.ts'],
    ordinary: prose,
    parse: (input) =>
      ['gzip', 'deflate', 'br', 'gzip, br'].map((encoding) => decoded({ 'content-encoding': encoding }, input)),
  },
  {
    name: 'redaction policy',
    isSlow: true,
    files: ['redact/policy/policy.ts', 'redact/index.ts', 'redact/decode/json-path.ts'],
    ordinary: (bytes) => `cut:\n${Array.from({ length: bytes / 14 }, (_, index) => `  - Word ${index}`).join('\n')}\n`,
    around: [(hostile) => `cut: [${hostile}]\n`, (hostile) => `cut:\n  - ${hostile}\n`],
    parse: (input) => [parsePath(`$.${text(input)}`), parsePolicy(text(input))],
  },
  {
    name: 'redactor',
    isSlow: true,
    files: [
      'redact/detect/layers.ts',
      'redact/decode/text-walk.ts',
      'redact/redactor.ts',
      'redact/encode/code-literals.ts',
      'redact/encode/spellings.ts',
    ],
    ordinary: prose,
    around: [inJson, (hostile) => `https://api.example/?q=${hostile}`],
    parse: (input) => redacted({ kind: 'http', response: { body: { text: text(input) } } }),
  },
  {
    name: 'secrets in code',
    files: ['redact/code/secrets-in-code.ts', 'javascript/tokens.ts', 'redact/code/code.ts'],
    ordinary: (bytes) => 'const answer = await client.list({ limit: 10 });\n'.repeat(Math.ceil(bytes / 49)),
    around: [(hostile) => `const token = "${hostile}"`],
    parse: (input) => secretsInCode(text(input)),
  },
];
