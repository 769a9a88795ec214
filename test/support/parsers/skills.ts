import { jsonObject } from '../../../src/commands/argument-values.js';
import { gatewayConfig } from '../../../src/mcp/gateway/config.js';
import { readGatewayConfig } from '../../../src/mcp/gateway/read-config.js';
import { globMatcher } from '../../../src/search/build/find-files.js';
import { fileText, piecesOf } from '../../../src/search/chunks/index.js';
import { openIndexFile } from '../../../src/search/file/open.js';
import { metadataIn, tagsIn } from '../../../src/search/file/stored-json.js';
import { searchRequest } from '../../../src/search/server/request.js';
import { placeholdersOf } from '../../../src/skills/builtin/markdown_skills/render.js';
import { hasCommands } from '../../../src/skills/builtin/markdown_skills/shell.js';
import { resolveParams } from '../../../src/skills/contract/params.js';
import { expand, expandAll } from '../../../src/skills/data-map/template.js';
import { FunctionResult } from '../../../src/skills/function-result/index.js';
import { evaluate } from '../../../src/skills/lib/arithmetic/index.js';
import { readPattern } from '../../../src/skills/lib/patterns.js';
import { readToolRequest } from '../../../src/skills/serve/tool-request.js';
import { readFrontMatter } from '../../../src/util/front-matter.js';
import { isMet } from '../../../src/util/patterns/is-met.js';
import { linearPattern } from '../../../src/util/patterns/linear-pattern.js';
import { inFile } from './file.js';
import { inJson, jsonRecords, type OutsideParser, prose, text } from './parser.js';

const CHUNKS = { size: 500, overlap: 50, threshold: 0.5 };
const STRATEGY: Readonly<Record<string, string>> = { md: 'sentence', html: 'paragraph', txt: 'sliding', json: 'json' };
const chunks = (
  type: string,
  ordinary: OutsideParser['ordinary'],
  around: OutsideParser['around'] = [],
): OutsideParser => ({
  name: `search document (${type})`,
  files: [
    'search/chunks/file-text.ts',
    'search/chunks/html-blocks.ts',
    'search/chunks/json-pieces.ts',
    'search/chunks/text-blocks.ts',
    'search/chunks/index.ts',
  ],
  ordinary,
  around,
  parse: (input) =>
    piecesOf(fileText(input, type).text, { type, strategy: STRATEGY[type] as string, ...CHUNKS } as never),
});
const variables = { args: { name: 'Ann', list: [1, 2] }, global_data: {}, response: { ok: true } };

/** What skills read: documents, templates, patterns, parameters. */
export const SKILL_PARSERS: readonly OutsideParser[] = [
  chunks('md', (bytes) => `# Title\n\n${prose(bytes)}`, [(hostile) => `---\ntags: ${hostile}\n---\n`]),
  chunks('html', (bytes) => `<h1>Title</h1>${`<p>${prose(300)}</p>`.repeat(Math.ceil(bytes / 300))}`),
  chunks('txt', prose),
  chunks('json', (bytes) => JSON.stringify({ chunks: [{ content: prose(bytes) }] }), [
    (hostile) => JSON.stringify({ chunks: [{ content: hostile, metadata: { [hostile]: hostile } }] }),
  ]),
  {
    name: 'front matter',
    files: ['util/front-matter.ts'],
    ordinary: (bytes) => `---\nname: a\ndescription: b\n---\n${prose(bytes)}`,
    around: [
      (hostile) => `---\nname: ${hostile}\n---\n`,
      (hostile) => `---\n${hostile}\n---\n`,
      (hostile) => `---\n${hostile}`,
    ],
    parse: (input) => readFrontMatter(text(input)),
  },
  {
    name: 'Markdown skill',
    files: ['skills/builtin/markdown_skills/render.ts', 'skills/builtin/markdown_skills/inside.ts'],
    ordinary: (bytes) => `$ARGUMENTS ${prose(bytes)}`,
    parse: (input) => [placeholdersOf(text(input)), hasCommands(text(input))],
  },
  {
    name: 'template of a data map',
    files: ['skills/data-map/template.ts', 'skills/data-map/template-functions.ts', 'skills/data-map/run.ts'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the platform
    ordinary: (bytes) => 'Hello ${args.name}, the time is now and all is well. '.repeat(Math.ceil(bytes / 53)),
    around: [
      (hostile) => `\${args.${hostile}}`,
      (hostile) => `@{strftime_tz UTC ${hostile}}`,
      (hostile) => `@{expr ${hostile}}`,
    ],
    parse: (input) => [expand(text(input), variables), expandAll({ [text(input)]: text(input) }, variables)],
  },
  {
    name: 'pattern of a user',
    files: ['skills/lib/patterns.ts', 'util/patterns/linear-pattern.ts', 'util/patterns/is-met.ts'],
    ordinary: (bytes) => `/${'sales '.repeat(Math.ceil(bytes / 6))}/i`,
    around: [(hostile) => `/(${hostile})+/`],
    parse: (input) => linearPattern(readPattern(text(input)))?.('sales'.repeat(20)),
  },
  {
    name: 'text for a pattern of a user',
    files: ['util/patterns/is-met.ts'],
    ordinary: prose,
    parse: (input) => [/^(\w+\s?)+$/, /(a|a?)+b/, /a*b/].map((pattern) => isMet(pattern, text(input))),
  },
  {
    name: 'glob of an index',
    files: ['search/build/find-files.ts'],
    ordinary: (bytes) => 'docs/page/'.repeat(Math.ceil(bytes / 10)),
    parse: (input) => globMatcher([text(input)])('docs/page/a'),
  },
  {
    name: 'arithmetic',
    files: ['skills/lib/arithmetic/index.ts'],
    ordinary: (bytes) => `1${' + 1'.repeat(Math.ceil(bytes / 4))}`,
    parse: (input) => [evaluate(text(input.subarray(0, 400))), evaluate(text(input))],
  },
  {
    name: 'tool request of the platform',
    files: ['skills/serve/tool-request.ts', 'skills/serve/endpoint.ts', 'skills/agent/tool-arguments.ts'],
    ordinary: (bytes) => JSON.stringify({ function: 'a', argument: { parsed: [{ text: prose(bytes) }] } }),
    around: [(hostile) => JSON.stringify({ function: 'a', argument: { raw: hostile } })],
    parse: (input) => readToolRequest(text(input)),
  },
  {
    name: 'parameters of a skill',
    files: ['skills/contract/params.ts', 'commands/argument-values.ts'],
    ordinary: jsonRecords,
    around: [inJson],
    parse: (input) => {
      const { problems } = resolveParams(
        { list: { type: 'object', description: 'A list.' } },
        { list: text(input) },
        {},
      );
      return [problems, jsonObject('--params', text(input))];
    },
  },
  {
    name: 'document of a function result',
    files: ['skills/function-result/result.ts'],
    ordinary: jsonRecords,
    around: [inJson],
    parse: (input) => new FunctionResult('a').execute_swml(text(input)).to_dict(),
  },
  {
    name: 'request to a search server',
    files: ['search/server/request.ts', 'search/server/endpoint.ts'],
    ordinary: (bytes) => JSON.stringify({ query: prose(bytes) }),
    around: [(hostile) => JSON.stringify({ query: hostile, tags: [hostile] })],
    parse: (input) => searchRequest(JSON.parse(text(input))),
  },
  {
    name: 'JSON of an index file',
    files: ['search/file/stored-json.ts'],
    ordinary: (bytes) => JSON.stringify({ metadata: { title: prose(bytes) } }),
    around: [inJson],
    parse: (input) => [tagsIn(text(input)), metadataIn(text(input))],
  },
  {
    name: 'index file',
    files: [
      'search/file/open.ts',
      'search/file/schema.ts',
      'search/file/schema.ts',
      'search/file/contents.ts',
      'search/file/sqlite.ts',
    ],
    ordinary: (bytes) => `SQLite format 3\0${prose(bytes)}`,
    around: [(hostile) => `SQLite format 3\0${hostile}`],
    parse: (input) => inFile('a.swsearch', input, openIndexFile),
  },
  {
    name: 'configuration of a gateway',
    files: ['mcp/gateway/read-config.ts', 'mcp/gateway/config.ts'],
    ordinary: (bytes) => JSON.stringify({ services: { a: { command: ['true'], description: prose(bytes) } } }),
    around: [
      (hostile) => JSON.stringify({ services: { [hostile]: {} } }),
      (hostile) => JSON.stringify({ services: { a: { command: ['true'], description: `\${${hostile}` } } }),
    ],
    parse: (input) => [
      inFile('gateway.json', input, (file) => readGatewayConfig(file, {})),
      gatewayConfig(JSON.parse(text(input))),
    ],
  },
];
