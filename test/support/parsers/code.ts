import { tokensOf } from '../../../src/assist/tokens.js';
import { exportedNames } from '../../../src/bench/assist/module-exports.js';
import { allowanceFor } from '../../../src/bench/config/allowed.js';
import { parseInput } from '../../../src/bench/session/input.js';
import { fieldsOf } from '../../../src/bench/session/raw-exchange.js';
import { readCode } from '../../../src/bench/transcript/read.js';
import { readProfiles } from '../../../src/commands/profiles.js';
import { completeness } from '../../../src/eval/parse/completeness.js';
import { namesOf } from '../../../src/eval/parse/names-of.js';
import { readCall } from '../../../src/eval/parse/read-call.js';
import { codeTokens } from '../../../src/javascript/tokens.js';
import { createHistory } from '../../../src/kernel/execute/history.js';
import { kernelOptions } from '../../../src/kernel/run/kernel-options.js';
import { readNotebook } from '../../../src/kernel/run/notebook-file.js';
import { createWire } from '../../../src/kernel/wire/wire.js';
import { highlighted } from '../../../src/repl/editor/index.js';
import { readHistory } from '../../../src/repl/history/file.js';
import { KeyParser } from '../../../src/repl/keys/parse.js';
import { inFile } from './file.js';
import { inJson, jsonRecords, type OutsideParser, prose, text } from './parser.js';

const code = (bytes: number) => 'const answer = await client.list({ limit: 10 });\n'.repeat(Math.ceil(bytes / 49));
const inCode = [(hostile: string) => `const a = ${hostile}`, (hostile: string) => `f(${hostile}`];
const notebook = (source: string) =>
  JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: source.split(/(?<=\n)/), outputs: [] }] });
const wire = createWire({ key: '', signature_scheme: 'hmac-sha256' }, 'user');

/** Code, notebooks, the terminal and the kernel. */
export const CODE_PARSERS: readonly OutsideParser[] = [
  {
    name: 'kind of an input',
    files: ['bench/session/input.ts', 'util/dot-command.ts'],
    ordinary: code,
    around: [...inCode, (hostile: string) => `.time ${hostile}`],
    parse: (input) => parseInput(text(input)),
  },
  {
    name: 'completeness check',
    files: ['eval/parse/completeness.ts', 'eval/parse/open-end.ts', 'eval/parse/parse.ts', 'javascript/parser.ts'],
    ordinary: code,
    around: inCode,
    parse: (input) => completeness(text(input)),
  },
  {
    name: 'names in code',
    files: ['eval/parse/names-of.ts', 'eval/parse/read-source.ts'],
    ordinary: code,
    around: inCode,
    parse: (input) => namesOf(text(input)),
  },
  {
    name: 'call to suggest',
    files: ['eval/parse/read-call.ts'],
    ordinary: (bytes) => `platform.queues.create({ name: '${'a'.repeat(bytes)}' })`,
    around: [(hostile) => `platform.queues.create(${hostile})`, (hostile) => `platform.${hostile}()`],
    parse: (input) => readCall(text(input)),
  },
  {
    name: 'code tokens of redaction',
    files: ['javascript/tokens.ts'],
    ordinary: code,
    around: inCode,
    parse: (input) => codeTokens(text(input)),
  },
  {
    name: 'code tokens of completion',
    files: ['assist/tokens.ts'],
    ordinary: code,
    around: inCode,
    parse: (input) => tokensOf(text(input)),
  },
  {
    name: 'highlighting',
    files: ['repl/editor/highlight.ts'],
    ordinary: code,
    around: inCode,
    parse: (input) => highlighted(text(input), 0),
  },
  {
    name: 'keys of a terminal',
    files: ['repl/keys/parse.ts'],
    ordinary: prose,
    around: [(hostile) => `\x1b[200~${hostile}`, (hostile) => `\x1b[${hostile}`, (hostile) => `\x1b]${hostile}`],
    parse: (input) => {
      const parser = new KeyParser();
      // A terminal sends chunks.
      for (let index = 0; index < input.length; index += 4096) parser.push(input.subarray(index, index + 4096));
      return parser.flush();
    },
  },
  {
    name: 'history of the prompt',
    files: ['repl/history/file.ts'],
    ordinary: (bytes) => '{"statement":"client.list({ limit: 10 })"}\n'.repeat(Math.ceil(bytes / 43)),
    around: [
      (hostile) => `${JSON.stringify({ statement: hostile })}\n`,
      (hostile) => `${JSON.stringify({ failed: hostile })}\n${JSON.stringify({ repaired: hostile })}\n`,
    ],
    parse: (input) => inFile('history', input, readHistory),
  },
  {
    name: 'exports of a file',
    files: ['bench/assist/module-exports.ts'],
    ordinary: (bytes) => 'export const one = 1; export { two as three };\n'.repeat(Math.ceil(bytes / 47)),
    around: [
      (hostile) => `export const ${hostile}`,
      (hostile) => `export { ${hostile} as `,
      (hostile) => `\`${hostile}`,
    ],
    parse: (input) => exportedNames(text(input)),
  },
  {
    name: 'history of the kernel',
    files: ['kernel/execute/history.ts'],
    ordinary: (bytes) => '[1,2,"client.list({ limit: 10 })"]\n'.repeat(Math.ceil(bytes / 35)),
    around: [(hostile) => `${JSON.stringify([1, 1, hostile])}\n`],
    parse: (input) =>
      inFile('history', input, (file) =>
        createHistory(file).answer({ hist_access_type: 'search', pattern: text(input).slice(0, 200) }),
      ),
  },
  {
    name: 'notebook',
    files: ['kernel/run/notebook-file.ts', 'bench/transcript/read.ts'],
    ordinary: (bytes) => notebook(code(bytes)),
    around: [notebook],
    parse: (input) => [
      inFile('a.ipynb', input, readNotebook),
      ...['a.ipynb', 'a.md', 'a.ts'].map((name) => attempt(() => readCode(name, text(input)))),
    ],
  },
  {
    name: 'message to the kernel',
    files: ['kernel/wire/wire.ts', 'kernel/wire/messages.ts'],
    ordinary: (bytes) => JSON.stringify({ code: code(bytes) }),
    around: [(hostile) => JSON.stringify({ code: hostile })],
    parse: (input) =>
      wire.decode([
        Buffer.from('<IDS|MSG>'),
        Buffer.from(''),
        Buffer.from('{"msg_id":"1","msg_type":"execute_request"}'),
        Buffer.from('{}'),
        Buffer.from('{}'),
        input,
      ]),
  },
  {
    name: 'connection file of the kernel',
    files: ['kernel/run/kernel-options.ts'],
    ordinary: jsonRecords,
    around: [inJson],
    parse: (input) => inFile('kernel.json', input, (file) => kernelOptions([file], {})),
  },
  {
    name: 'profiles',
    files: ['commands/profiles.ts', 'bench/config/allowed.ts'],
    ordinary: (bytes) => JSON.stringify({ profiles: { a: { project: prose(bytes), host: 'b', token: 'c' } } }),
    around: [inJson],
    parse: (input) =>
      inFile('profiles.json', input, (file) => {
        // Both files are in the configuration folder of the user.
        const env = { XDG_CONFIG_HOME: file.replace(/profiles\.json$/, '') };
        return [attempt(() => readProfiles(env)), allowanceFor('a', env)];
      }),
  },
  {
    name: 'body of a request',
    files: ['bench/session/raw-exchange.ts', 'bench/session/session-monitor.ts', 'bench/commands/last.ts'],
    ordinary: jsonRecords,
    around: [inJson, (hostile) => `a=${hostile}`],
    parse: (input) => fieldsOf(text(input)),
  },
];

/** The refusal as a value, where several readers take the same bytes. */
function attempt<T>(run: () => T): T | Error {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return error as Error;
  }
}
