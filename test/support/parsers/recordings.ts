import { bytesOf, readableBody } from '../../../src/cassette/body.js';
import { bodyKey } from '../../../src/cassette/body-key.js';
import { decoded } from '../../../src/cassette/decode.js';
import { parseCassette, toYaml } from '../../../src/cassette/index.js';
import { DEFAULT_POLICY } from '../../../src/redact/default-policy.js';
import { createRedactor } from '../../../src/redact/index.js';
import { parsePath } from '../../../src/redact/json-path.js';
import { parsePolicy } from '../../../src/redact/policy.js';
import { secretsInCode } from '../../../src/redact/secrets-in-code.js';
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

/** Parsers of recordings, of policies and of what is redacted. */
export const RECORDING_PARSERS: readonly OutsideParser[] = [
  {
    name: 'recording in YAML',
    isSlow: true,
    files: ['cassette/read-yaml.ts', 'cassette/torn-yaml.ts', 'cassette/open.ts', 'cassette/write.ts'],
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
    files: ['cassette/read-lines.ts', 'cassette/duplicate-keys.ts', 'cassette/read-text.ts'],
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
    files: ['cassette/body.ts', 'cassette/body-key.ts', 'cassette/miss.ts'],
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
    files: ['cassette/decode.ts'],
    ordinary: prose,
    parse: (input) =>
      ['gzip', 'deflate', 'br', 'gzip, br'].map((encoding) => decoded({ 'content-encoding': encoding }, input)),
  },
  {
    name: 'redaction policy',
    isSlow: true,
    files: ['redact/policy.ts', 'redact/index.ts', 'redact/json-path.ts'],
    ordinary: (bytes) => `cut:\n${Array.from({ length: bytes / 14 }, (_, at) => `  - Word ${at}`).join('\n')}\n`,
    around: [(hostile) => `cut: [${hostile}]\n`, (hostile) => `cut:\n  - ${hostile}\n`],
    parse: (input) => [parsePath(`$.${text(input)}`), parsePolicy(text(input))],
  },
  {
    name: 'redactor',
    isSlow: true,
    files: ['redact/layers.ts', 'redact/redactor.ts', 'redact/code-literals.ts', 'redact/spellings.ts'],
    ordinary: prose,
    around: [inJson, (hostile) => `https://api.example/?q=${hostile}`],
    parse: (input) => redacted({ kind: 'http', response: { body: { text: text(input) } } }),
  },
  {
    name: 'secrets in code',
    files: ['redact/secrets-in-code.ts', 'redact/code-tokens.ts', 'redact/code.ts'],
    ordinary: (bytes) => 'const answer = await client.list({ limit: 10 });\n'.repeat(Math.ceil(bytes / 49)),
    around: [(hostile) => `const token = "${hostile}"`],
    parse: (input) => secretsInCode(text(input)),
  },
];
