import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TARGETS } from './targets.js';

const src = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** What a file does that parses bytes. */
const PARSES = [
  /^import (?!type).*from '(?:yaml|cheerio|cheerio\/slim|robots-parser|acorn|node:zlib)'/m,
  /\bJavaScriptParser\.parse/,
  /import\('(?:yaml|cheerio|cheerio\/slim|robots-parser)'\)/,
  /\b(?:JSON\.parse|jsonOf|bodyJson)\(/,
  /new TextDecoder\(|\butf8Of\(/,
  /^export (?:async )?(?:function|const) (?:parse|read)[A-Z]\w*/m,
];

/** Files that match and read no bytes from outside, or read them through a file that is covered. */
const NOT_FROM_OUTSIDE: Readonly<Record<string, string>> = {
  'assist/advice/corrected-call.ts': 'reads a text in an input of the user',
  'assist/advice/python-names.ts': 'suggests JSON.parse to the user, and calls no parser',
  'bench/commands/shared/run-use.ts': 'reads an argument that the user typed',
  'bench/recorded-inputs/inputs-process.ts': 'reads what its own parent process wrote',
  'bench/session/check.ts': 'copies a value as JSON that it wrote itself',
  'classroom/run/grading-process.ts': 'reads what its own parent process wrote',
  'classroom/run/grading-run.ts': 'a schema checks the reports, which processes of ours write',
  'bench/recorded-inputs/run-inputs.ts': 'its reader of recordings is covered, and a schema checks the other reports',
  'cases/explain/wrong-body.ts': 'reads the bodies of recordings, which are covered',
  'cases/call-of.ts': 'reads the bodies of recordings, which are covered',
  'cases/typed-call.ts': 'reads the bodies of recordings, which are covered',
  'cases/export/references.ts': 'reads the bodies of recordings, which are covered',
  'cases/export/to-report.ts': 'reads the bodies of recordings, which are covered',
  'cases/export/to-test.ts': 'reads the bodies of recordings, which are covered',
  'cases/links/links.ts': 'reads the bodies of recordings, which are covered',
  'cases/minimize/changes-between.ts': 'copies entries of recordings, which are covered',
  'cases/minimize/item-changes.ts': 'reads the bodies of recordings, which are covered',
  'cases/explain/traps/bodies.ts': 'reads the bodies of recordings, which are covered',
  'cases/explain/traps/state.ts': 'reads the bodies of recordings, which are covered',
  'cases/minimize/body-fields.ts': 'reads the bodies of recordings, which are covered',
  'cases/replay/compare.ts': 'reads the bodies of recordings, which are covered, and of responses',
  'cases/replay/replay-lines.ts': 'reads the bodies of recordings, which are covered',
  'cases/replay/substitute.ts': 'reads the bodies of recordings, which are covered',
  'cassette/match/request-body.ts': 'collects the body that the program itself sends',
  'cli/cassette/diff.ts': 'compares bodies of recordings, which are covered',
  'cli/notebook/parameters.ts': 'reads an option of the user',
  'cli/cassette/show.ts': 'writes YAML',
  'sandbox/state/snapshot.ts': 'copies a snapshot, whose JSON it wrote itself',
  'sandbox/cast/expectations.ts': 'reads the body of a request that the sandbox itself made',
  'sandbox/cast/load-cast.ts': 'calls the reader of replies, which is covered',
  'sandbox/cast/perform-cast.ts': 'calls the reader of casts, which is covered',
  'commands/runs/ring-sandbox.ts': 'reads a result that it wrote itself',
  'commands/runs/ring-number.ts': 'reads an option of the user and an answer of our own server',
  'client/request/encode.ts': 'writes JSON with a function of the same name',
  'client/route.ts': 'parses the routes of the tables',
  'eval/errors/file-maps.ts': 'reads the source map that esbuild made',
  'eval/isolated/guest/fetch.ts': 'runs inside the interpreter of recorded code',
  'eval/parse/call-spans.ts': 'reads an input of the user that the evaluator has parsed before',
  'eval/parse/strip-types.ts': 'reads the source map that esbuild made',
  'eval/modules/typescript-modules.ts': 'reads its own message from another thread',
  'http/listener/responses.ts': 'names the error code of a request that Node.js could not parse',
  'kernel/run/account-pipe.ts': 'reads the account that its own parent process wrote',
  'launch/code-cache.ts': 'checks a checksum of what this package wrote',
  'kernel/types/compiler.ts': 'reads the package.json of the installed compiler',
  'modules/package-pin.ts': 'reads the package.json of installed packages',
  'modules/read-module.ts': 'bundles a module with esbuild, after the user trusted it',
  'modules/uncovered-code.ts': 'parses the code that esbuild wrote, after the user trusted it',
  'redact/policy/default-policy.ts': 'calls the parser of policies, which is covered',
  'redact/decode/document-walk.ts': 'reads a JSON text that the redactor itself wrote',
  'sandbox/control/api/openapi.ts': 'copies its own schemas',
  'sandbox/respond/as-recorded.ts': 'reads a response that the sandbox itself wrote',
  'sandbox/populate/own-numbers.ts': 'copies the resources of a new sandbox as JSON that it wrote itself',
  'sandbox/populate/populate.ts': 'reads a response that the sandbox itself wrote',
  'sandbox/populate/recorded-account.ts': 'reads the bodies of recordings, which are covered',
  'sandbox/populate/recorded-case.ts': 'reads the bodies of recordings, which are covered',
  'skills/builtin/mcp_gateway/gateway-client.ts': 'reads one code of an error answer, whose size is limited',
  'skills/sources/import-skill.ts': 'bundles a skill with esbuild',
  'skills/sources/project-packages.ts': 'reads the package.json of installed packages',
  'skills/sources/read-skill-folder.ts': 'lists the files of a folder',
  'util/files/lock-owner.ts': 'reads the few bytes of a lock, and checks their fields',
  'util/files/regular-file.ts': 'reads bytes and parses none',
  'client/webhooks/verifier.ts': 'hashes the body, and compares the result in constant time',
  'commands/runs/new-skill-files.ts': 'writes the text of a new skill',
  'inspector/data/resources/call-operation.ts': 'reads JSON of the signed-in page, which the client then checks',
  'inspector/page/resources/operation-picker.tsx': 'reads JSON that the user types on the page',
  'inspector/data/clock-run.ts': 'reads the responses of its own server',
  'inspector/data/manage-projects.ts': 'reads the responses of its own server',
  'inspector/data/search-bodies.ts': 'reads a question of the signed-in page',
  'inspector/case/case-texts.ts': 'reads the bodies of recordings, which are covered',
  'inspector/events/request-row.ts': 'reads the body of a logged request with readers that are covered',
  'notebook/widgets/form/field-entry.ts': 'reads JSON that the user types into a form',
  'inspector/page/model/live.ts': 'reads events that its own server wrote',
  'util/bytes.ts': 'decodes bytes as UTF-8',
  'util/json.ts': 'covered through requests to tools and responses of services',
  'util/bounded-yaml.ts': 'covered through SWML, front matter and policies',
  'util/paths.ts': 'reads the package.json of this package',
};

const covered = new Set(TARGETS.flatMap((target) => target.files));
const parsing = files.filter((file) => {
  const text = readFileSync(join(src, file), 'utf8');
  return PARSES.some((pattern) => pattern.test(text));
});

it('covers every file that parses bytes from outside', () => {
  const missing = parsing.filter((file) => !covered.has(file) && !(file in NOT_FROM_OUTSIDE));
  expect(missing.sort()).toEqual([]);
});

it('names files that exist', () => {
  const gone = [...covered, ...Object.keys(NOT_FROM_OUTSIDE)].filter((file) => !existsSync(join(src, file)));
  expect(gone).toEqual([]);
});

it('excuses no file that is covered or does not parse', () => {
  const needless = Object.keys(NOT_FROM_OUTSIDE).filter((file) => covered.has(file) || !parsing.includes(file));
  expect(needless).toEqual([]);
});

it('names each target once', () => {
  const names = TARGETS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
